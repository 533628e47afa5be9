// Right as far as it goes: PLACE_SHIP, PRINT 0, SET_FLEET and SHOOT.
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>
using namespace std;

typedef pair<int, int> Field;
typedef pair<string, int> Name;
const int ROWS = 21, COLS = 10;
map<string, int> length = {{"CAR", 5}, {"BAT", 4}, {"CRU", 3}, {"DES", 2}};

struct Player {
    map<string, int> fleet = {{"CAR", 1}, {"BAT", 2}, {"CRU", 3}, {"DES", 4}};
    map<Name, vector<Field>> ships;
    bool complete() {
        size_t sum = 0;
        for (auto& c : fleet) sum += c.second;
        return ships.size() == sum;
    }
};

Player players[2];
map<Field, bool> healthy;

int parts(int p) {
    int count = 0;
    for (auto& ship : players[p].ships)
        for (Field f : ship.second) count += healthy[f];
    return count;
}

void refuse(string command, string reason) {
    cout << "INVALID OPERATION \"" << command << "\": " << reason << endl;
    exit(1);
}

void place(int p, int y, int x, char d, int i, string c) {
    string command = "PLACE_SHIP " + to_string(y) + " " + to_string(x) + " " + d + " " + to_string(i) + " " + c;
    vector<Field> fields;
    for (int k = 0; k < length[c]; k++)
        fields.push_back({y + (d == 'N') * k - (d == 'S') * k, x + (d == 'W') * k - (d == 'E') * k});
    for (Field f : fields)
        if (f.first < 11 * p || f.first > 9 + 11 * p || f.second < 0 || f.second >= COLS)
            refuse(command, "NOT IN STARTING POSITION");
    if (players[p].ships.count({c, i})) refuse(command, "SHIP ALREADY PRESENT");
    if (i < 0 || i >= players[p].fleet[c]) refuse(command, "ALL SHIPS OF THE CLASS ALREADY SET");
    for (Field f : fields)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                if (healthy.count({f.first + dy, f.second + dx}))
                    refuse(command, "PLACING SHIP TOO CLOSE TO OTHER SHIP");
    for (Field f : fields) healthy[f] = true;
    players[p].ships[{c, i}] = fields;
}

void shoot(int y, int x) {
    string command = "SHOOT " + to_string(y) + " " + to_string(x);
    if (!players[0].complete() || !players[1].complete()) refuse(command, "NOT ALL SHIPS PLACED");
    if (y < 0 || y >= ROWS || x < 0 || x >= COLS) refuse(command, "FIELD DOES NOT EXIST");
    if (healthy.count({y, x})) healthy[{y, x}] = false;
}

void print() {
    for (int y = 0; y < ROWS; y++) {
        for (int x = 0; x < COLS; x++)
            cout << (!healthy.count({y, x}) ? ' ' : healthy[{y, x}] ? '+' : 'x');
        cout << '\n';
    }
    cout << "PARTS REMAINING:: A : " << parts(0) << " B : " << parts(1) << '\n';
}

int main() {
    string word, c;
    int expected = 0, open = -1, y, x, i;
    char d;
    auto close = [&] {
        if (open >= 0 && players[0].complete() && players[1].complete() && parts(1 - open) == 0
            && !players[1 - open].ships.empty()) {
            cout << "AB"[open] << " won" << endl;
            exit(0);
        }
        if (open >= 0) expected = 1 - open;
        open = -1;
    };
    while (cin >> word) {
        if (word == "[playerA]" || word == "[playerB]") {
            int p = word == "[playerB]";
            if (open == p) close();
            else if (open >= 0 || p != expected) refuse(word + " ", "THE OTHER PLAYER EXPECTED");
            else open = p;
        } else if (word == "PLACE_SHIP" && cin >> y >> x >> d >> i >> c) {
            place(open, y, x, d, i, c);
        } else if (word == "SHOOT" && cin >> y >> x) {
            shoot(y, x);
        } else if (word == "PRINT" && cin >> i) {
            print();
        } else if (word == "SET_FLEET" && cin >> word) {
            auto& fleet = players[word == "B"].fleet;
            string rest;
            getline(cin, rest);
            if (rest.find_first_not_of(" \r") == string::npos) rest = "1 2 3 4";
            const char* at = rest.c_str();
            for (string name : {"CAR", "BAT", "CRU", "DES"}) fleet[name] = strtol(at, (char**)&at, 10);
        }
    }
    close();
}

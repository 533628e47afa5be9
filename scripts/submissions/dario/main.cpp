// Two files, and one fault: the program crashes at a ship whose number the fleet does not have.
#include "ship.hpp"
#include <array>
#include <cstdlib>
#include <iostream>
#include <map>
using namespace std;

// Whether each ship of a class is there; CAR BAT CRU DES.
struct Fleet {
    array<vector<bool>, 4> present = {vector<bool>(1), vector<bool>(2), vector<bool>(3), vector<bool>(4)};
    int parts = 0;
};

Fleet fleets[2];
map<Field, bool> taken;

void refuse(string command, string reason) {
    cout << "INVALID OPERATION \"" << command << "\": " << reason << endl;
    exit(1);
}

void place(int player, Field bow, char heading, int i, string kind) {
    string command = "PLACE_SHIP " + to_string(bow.first) + " " + to_string(bow.second) + " " + heading + " "
        + to_string(i) + " " + kind;
    vector<Field> fields = fields_of(bow, heading, length_of(kind));
    for (auto [y, x] : fields)
        if (y < 11 * player || y > 11 * player + 9 || x < 0 || x > 9) refuse(command, "NOT IN STARTING POSITION");
    auto& present = fleets[player].present[5 - length_of(kind)];
    if (present.at(i)) refuse(command, "SHIP ALREADY PRESENT");
    if (i >= (int)present.size()) refuse(command, "ALL SHIPS OF THE CLASS ALREADY SET");
    for (auto [y, x] : fields)
        for (int k = 0; k < 9; k++)
            if (taken[{y + k / 3 - 1, x + k % 3 - 1}]) refuse(command, "PLACING SHIP TOO CLOSE TO OTHER SHIP");
    for (Field field : fields) taken[field] = true;
    present[i] = true;
    fleets[player].parts += fields.size();
}

void print() {
    for (int y = 0; y < 21; y++) {
        for (int x = 0; x < 10; x++) cout << (taken[{y, x}] ? '+' : ' ');
        cout << '\n';
    }
    cout << "PARTS REMAINING:: A : " << fleets[0].parts << " B : " << fleets[1].parts << '\n';
}

int main() {
    string word, kind;
    int expected = 0, open = -1, y, x, i;
    char heading;
    while (cin >> word) {
        if (word == "[playerA]" || word == "[playerB]") {
            int player = word == "[playerB]";
            if (open < 0 && player != expected) refuse(word + " ", "THE OTHER PLAYER EXPECTED");
            if (open >= 0 && player != open) refuse(word + " ", "THE OTHER PLAYER EXPECTED");
            if (open == player) expected = 1 - player;
            open = open == player ? -1 : player;
        } else if (word == "PLACE_SHIP") {
            cin >> y >> x >> heading >> i >> kind;
            place(open, {y, x}, heading, i, kind);
        } else if (word == "PRINT") {
            cin >> i;
            print();
        }
    }
}

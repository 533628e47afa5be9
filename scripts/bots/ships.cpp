// A starter bot for `broadside match`: it places its ships at random and shoots at what it is shown. How
// to move is left to you. Each turn it reads a script and prints one group of commands:
//   g++ -O1 -o mine scripts/bots/ships.cpp
//   broadside match --engine name=mine cmd=./mine proto=turns --engine random
// With `proto=turns` it is one process for the whole game, and each script ends with the line `go`.
// Without that, it is started for each turn, and the script ends with the end of input.
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>
using namespace std;

typedef pair<int, int> Field;  // y and x
const string KINDS[] = {"CAR", "BAT", "CRU", "DES"};
const map<char, Field> TO_STERN = {{'N', {1, 0}}, {'S', {-1, 0}}, {'W', {0, 1}}, {'E', {0, -1}}};

struct Ship {
    string kind;
    int number;
    Field bow;
    char heading;
    string health;

    int length() const { return health.size(); }

    Field segment(int k) const {
        Field step = TO_STERN.at(heading);
        return {bow.first + k * step.first, bow.second + k * step.second};
    }
};

// What a script says.
struct Game {
    int rows = 21, cols = 10;
    bool extended = false;
    char me = 'A';
    map<char, vector<int>> sizes, start;
    map<char, vector<Ship>> ships;
    set<Field> reefs, taken;
    set<pair<string, int>> placed;

    explicit Game(istream& script) {
        for (string line; getline(script, line);) {
            istringstream in(line);
            string word;
            in >> word;
            read(word, in);
        }
        for (auto& side : ships) for (auto& ship : side.second) take(ship, side.first == me);
    }

    void read(const string& word, istream& in) {
        char player;
        int n;
        if (word == "BOARD_SIZE") in >> rows >> cols;
        if (word == "SET_FLEET") for (in >> player; in >> n;) sizes[player].push_back(n);
        if (word == "INIT_POSITION") for (in >> player; in >> n;) start[player].push_back(n);
        if (word == "EXTENDED_SHIPS") extended = true;
        if (word == "SET_AI_PLAYER") in >> me;  // it is our turn, so this is us
        if (word == "REEF") {
            Field at;
            in >> at.first >> at.second;
            reefs.insert(at);
        }
        if (word == "SRAND") {
            long long seed;
            in >> seed;
            srand((unsigned)seed);
        }
        if (word == "SHIP") {
            Ship s;
            in >> player >> s.bow.first >> s.bow.second >> s.heading >> s.number >> s.kind >> s.health;
            ships[player].push_back(s);
        }
    }

    // No other ship may lie on the fields of a ship or beside them.
    void take(const Ship& ship, bool is_ours) {
        for (int k = 0; k < ship.length(); k++)
            for (int d = 0; d < 9; d++) {
                Field at = ship.segment(k);
                taken.insert({at.first + d / 3 - 1, at.second + d % 3 - 1});
            }
        if (is_ours) placed.insert({ship.kind, ship.number});
    }

    bool fits(const Ship& ship) {
        const vector<int>& in = start[me];  // top, left, bottom, right
        for (int k = 0; k < ship.length(); k++) {
            Field at = ship.segment(k);
            bool inside = at.first >= in[0] && at.first <= in[2] && at.second >= in[1] && at.second <= in[3];
            bool on_board = at.first < rows && at.second < cols;
            if (!inside || !on_board || reefs.count(at) || taken.count(at)) return false;
        }
        return true;
    }

    void place(const string& kind, int number, int length) {
        const vector<int>& in = start[me];
        for (int tries = 0; tries < 1000 && !placed.count({kind, number}); tries++) {
            Field bow = {in[0] + rand() % (in[2] - in[0] + 1), in[1] + rand() % (in[3] - in[1] + 1)};
            Ship ship = {kind, number, bow, "NESW"[rand() % 4], string(length, '1')};
            if (!fits(ship)) continue;
            take(ship, true);
            ships[me].push_back(ship);
            cout << "PLACE_SHIP " << bow.first << ' ' << bow.second << ' ' << ship.heading << ' ' << number
                 << ' ' << kind << '\n';
        }
    }

    bool is_complete() {
        for (auto& side : sizes) {
            int all = 0;
            for (int n : side.second) all += n;
            if ((int)ships[side.first].size() != all) return false;
        }
        return true;
    }

    void shoot() {
        vector<Field> targets;
        for (auto& s : ships[me == 'A' ? 'B' : 'A'])
            for (int k = 0; k < s.length(); k++)
                if (s.health[k] == '1') targets.push_back(s.segment(k));
        if (!extended && !targets.empty())
            cout << "SHOOT " << targets[0].first << ' ' << targets[0].second << '\n';
        if (extended) for (auto& s : ships[me]) {
            int shots = s.health[1] == '1' ? s.length() : 0;  // segment 1 is the cannon
            for (auto& at : targets) {
                int dy = at.first - s.segment(1).first, dx = at.second - s.segment(1).second;
                bool near = s.kind == "CAR" || dy * dy + dx * dx <= s.length() * s.length();
                if (near && shots-- > 0)
                    cout << "SHOOT " << s.number << ' ' << s.kind << ' ' << at.first << ' ' << at.second << '\n';
            }
        }
    }
};

void answer(const string& script) {
    istringstream in(script);
    Game game(in);
    cout << "[player" << game.me << "]\n";
    for (int c = 0; c < 4; c++)
        for (int n = 0; n < game.sizes[game.me][c]; n++) game.place(KINDS[c], n, 5 - c);
    if (game.is_complete()) game.shoot();
    cout << "[player" << game.me << ']' << endl;
}

int main() {
    string script;
    for (string line; getline(cin, line);) {
        if (line.rfind("over ", 0) == 0) return 0;  // won, lost or drawn
        if (line == "go") {
            answer(script);
            script.clear();
        } else {
            script += line + '\n';
        }
    }
    if (!script.empty()) answer(script);
}

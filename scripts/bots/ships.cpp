// A starter bot for `broadside match`: it places its ships at random and shoots at what it is shown. How
// to move is left to you. Each turn it reads a script and prints one group of commands:
//   g++ -O1 -o mine scripts/bots/ships.cpp
//   broadside match --engine name=mine cmd=./mine --engine random
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>
using namespace std;
typedef pair<int, int> Field;  // y and x
struct Ship { string kind; int number; Field bow; char heading; string health; };
const map<char, Field> TO_STERN = {{'N', {1, 0}}, {'S', {-1, 0}}, {'W', {0, 1}}, {'E', {0, -1}}};
Field segment(const Ship& s, int k) {
    Field step = TO_STERN.at(s.heading);
    return {s.bow.first + k * step.first, s.bow.second + k * step.second};
}
int main() {
    int rows = 21, cols = 10; bool extended = false; char me = 'A', player;
    map<char, vector<int>> sizes, start; map<char, vector<Ship>> ships; set<Field> reefs, taken;
    for (string line, word; getline(cin, line); word.clear()) {
        istringstream in(line); in >> word; Ship s; Field f; int n;
        if (word == "BOARD_SIZE") in >> rows >> cols;
        else if (word == "SET_FLEET") { for (in >> player; in >> n;) sizes[player].push_back(n); }
        else if (word == "INIT_POSITION") { for (in >> player; in >> n;) start[player].push_back(n); }
        else if (word == "SHIP") {
            in >> player >> s.bow.first >> s.bow.second >> s.heading >> s.number >> s.kind >> s.health;
            ships[player].push_back(s);
        } else if (word == "REEF") { in >> f.first >> f.second; reefs.insert(f); }
        else if (word == "SET_AI_PLAYER") in >> me;  // it is our turn, so this is us
        else if (word == "EXTENDED_SHIPS") extended = true;
        else if (word == "SRAND") { long long seed; in >> seed; srand((unsigned)seed); }
    }
    auto take = [&](const Ship& s) {  // no other ship may lie on its fields or beside them
        for (int k = 0, l = s.health.size(); k < l; k++) for (int d = 0; d < 9; d++) taken.insert({segment(s, k).first + d / 3 - 1, segment(s, k).second + d % 3 - 1});
    };
    set<pair<string, int>> placed;
    for (auto& side : ships) for (auto& s : side.second) { take(s); if (side.first == me) placed.insert({s.kind, s.number}); }
    cout << "[player" << me << "]\n";
    const string kinds[] = {"CAR", "BAT", "CRU", "DES"};
    for (int c = 0; c < 4; c++) for (int n = 0; n < sizes[me][c]; n++) for (int tries = 0; tries < 1000 && !placed.count({kinds[c], n}); tries++) {
        vector<int>& in = start[me];
        Field bow = {in[0] + rand() % (in[2] - in[0] + 1), in[1] + rand() % (in[3] - in[1] + 1)};
        Ship s = {kinds[c], n, bow, "NESW"[rand() % 4], string(5 - c, '1')};
        Field stern = segment(s, 4 - c); bool fits = stern.first >= in[0] && stern.first <= in[2] && stern.second >= in[1] && stern.second <= in[3];
        for (int k = 0; k < 5 - c; k++) { Field f = segment(s, k); fits = fits && f.first < rows && f.second < cols && !reefs.count(f) && !taken.count(f); }
        if (fits) { take(s); placed.insert({s.kind, n}); ships[me].push_back(s); cout << "PLACE_SHIP " << bow.first << ' ' << bow.second << ' ' << s.heading << ' ' << n << ' ' << s.kind << '\n'; }
    }
    vector<Field> targets; bool complete = true;
    for (auto& side : sizes) { int all = 0; for (int n : side.second) all += n; complete = complete && (int)ships[side.first].size() == all; }
    for (auto& s : ships[me == 'A' ? 'B' : 'A']) for (int k = 0; k < (int)s.health.size(); k++) if (s.health[k] == '1') targets.push_back(segment(s, k));
    if (complete && !extended && !targets.empty()) cout << "SHOOT " << targets[0].first << ' ' << targets[0].second << '\n';
    if (complete && extended) for (auto& s : ships[me]) for (int shots = 0, t = 0, l = s.health.size(); shots < l && t < (int)targets.size() && s.health[1] == '1'; t++) {
        int dy = targets[t].first - segment(s, 1).first, dx = targets[t].second - segment(s, 1).second;  // segment 1 is the cannon
        if (s.kind == "CAR" || dy * dy + dx * dx <= l * l) { cout << "SHOOT " << s.number << ' ' << s.kind << ' ' << targets[t].first << ' ' << targets[t].second << '\n'; shots++; }
    }
    cout << "[player" << me << "]\n";
}

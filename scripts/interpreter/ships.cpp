// The interpreter of the chapter in C++, all steps in one file: g++ -std=c++17 -O2 -o ships ships.cpp
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>
using namespace std;
using Field = pair<long, long>;

const string CLASSES[] = {"CAR", "BAT", "CRU", "DES"}, HEADINGS = "NESW";
const Field STEP[] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};
int number_of(const string& kind) { return find(CLASSES, CLASSES + 4, kind) - CLASSES; }
int length_of(const string& kind) { return 5 - number_of(kind); }
char other(char player) { return player == 'A' ? 'B' : 'A'; }

/// A command that is not allowed now.
struct Invalid { string reason; };

struct Ship {
    long y, x;
    char heading;
    vector<bool> healthy;

    /// The fields of the ship, bow first: the body lies behind the bow.
    vector<Field> fields() const {
        auto [dy, dx] = STEP[HEADINGS.find(heading)];
        vector<Field> all;
        for (size_t k = 0; k < healthy.size(); k++) all.push_back({y - long(k) * dy, x - long(k) * dx});
        return all;
    }
};

using Name = tuple<char, int, long>;  // player, class, id

struct Game {
    long rows = 21, cols = 10;
    map<char, vector<long>> start{{'A', {0, 0, 9, 9}}, {'B', {11, 0, 20, 9}}}, fleet{{'A', {1, 2, 3, 4}}, {'B', {1, 2, 3, 4}}};
    map<Name, Ship> ships;
    set<Field> reefs;
    char expected = 'A';
    map<Name, int> moves;  // of this turn

    bool on_board(Field f) const { return f.first >= 0 && f.first < rows && f.second >= 0 && f.second < cols; }

    bool in_start(char player, Field f) const {
        auto& r = start.at(player);
        return f.first >= r[0] && f.first <= r[2] && f.second >= r[1] && f.second <= r[3];
    }

    void check_name(const Name& name) const {
        auto [player, kind, id] = name;
        if (ships.count(name)) throw Invalid{"SHIP ALREADY PRESENT"};
        if (id < 0 || id >= fleet.at(player)[kind]) throw Invalid{"ALL SHIPS OF THE CLASS ALREADY SET"};
    }

    void check_reefs(const Ship& ship) const {
        for (auto f : ship.fields())
            if (reefs.count(f)) throw Invalid{"PLACING SHIP ON REEF"};
    }

    /// No field of another ship may be one of the ship's fields or touch one.
    void check_neighbours(const Ship& ship, const Name* except = nullptr) const {
        for (auto& [name, it] : ships) {
            if (except && name == *except) continue;
            for (auto a : it.fields())
                for (auto b : ship.fields())
                    if (labs(a.first - b.first) <= 1 && labs(a.second - b.second) <= 1) throw Invalid{"PLACING SHIP TOO CLOSE TO OTHER SHIP"};
        }
    }

    void all_on_board(const Ship& ship, const string& reason) const {
        for (auto f : ship.fields())
            if (!on_board(f)) throw Invalid{reason};
    }

    long parts(char player) const {
        long sum = 0;
        for (auto& [name, ship] : ships)
            if (get<0>(name) == player) sum += count(ship.healthy.begin(), ship.healthy.end(), true);
        return sum;
    }

    bool all_placed() const {
        long wanted = 0;
        for (auto& [_, numbers] : fleet)
            for (long n : numbers) wanted += n;
        return long(ships.size()) == wanted;
    }
};

[[noreturn]] void cannot_read(const string& what) {
    cout.flush();
    cerr << "error: this program does not read " << what << "\n";
    exit(2);
}

/// The words of a script, however they stand on lines.
struct Words {
    vector<pair<int, string>> all;
    size_t at = 0;

    explicit Words(istream& in) {
        string line, word;
        for (int n = 1; getline(in, line); n++)
            for (istringstream words(line.substr(0, line.find('#'))); words >> word;) all.push_back({n, word});
    }
    string place() const { return "`" + all[at - 1].second + "` in line " + to_string(all[at - 1].first); }
    void skip_line() {
        for (int line = all[at - 1].first; at < all.size() && all[at].first == line;) at++;
    }
    bool next(string& word) { return at < all.size() && (word = all[at++].second, true); }
    string text() {
        string word;
        if (!next(word)) cannot_read("a command without its last arguments");
        return word;
    }
    long number() {
        try {
            return stol(text());
        } catch (const logic_error&) {
            cannot_read(place() + " as a number");
        }
    }
    bool number_follows() const {
        return at < all.size() && all[at].first == all[at - 1].first && (isdigit(all[at].second.back()) != 0);
    }
};

[[noreturn]] void refuse(const string& command, const string& reason) {
    cout << "INVALID OPERATION \"" << command << "\": " << reason << "\n";
    cout.flush();
    exit(1);
}

void print_board(const Game& game) {
    if (game.rows * game.cols > 1000000000) throw Invalid{"BOARD IS TOO LARGE TO PRINT"};
    vector<string> sea(game.rows, string(game.cols, ' '));
    for (auto& [_, ship] : game.ships) {
        auto fields = ship.fields();
        for (size_t k = 0; k < fields.size(); k++) sea[fields[k].first][fields[k].second] = ship.healthy[k] ? '+' : 'x';
    }
    for (auto [y, x] : game.reefs) sea[y][x] = '#';
    for (auto& row : sea) cout << row << "\n";
    cout << "PARTS REMAINING:: A : " << game.parts('A') << " B : " << game.parts('B') << "\n";
}

void set_fleet(Game& game, char player, vector<long> numbers) {
    if (numbers.empty()) numbers = {1, 2, 3, 4};
    for (long n : numbers)
        if (n < 0) throw Invalid{"FLEET SIZE IS NEGATIVE"};
    for (long n : numbers)
        if (n > 1000000) throw Invalid{"FLEET IS TOO LARGE"};
    for (auto& [name, _] : game.ships)
        if (get<0>(name) == player && get<2>(name) >= numbers[get<1>(name)]) throw Invalid{"FLEET IS SMALLER THAN THE SHIPS PLACED"};
    game.fleet[player] = numbers;
}

void board_size(Game& game, long rows, long cols) {
    if (rows <= 0 || cols <= 0) throw Invalid{"BOARD SIZE IS NOT POSITIVE"};
    auto is_out = [&](Field f) { return f.first >= rows || f.second >= cols; };
    bool leaves = any_of(game.reefs.begin(), game.reefs.end(), is_out);
    for (auto& [_, ship] : game.ships)
        for (auto f : ship.fields()) leaves = leaves || is_out(f);
    if (leaves) throw Invalid{"SHIPS OR REEFS WOULD LEAVE THE BOARD"};
    game.rows = rows, game.cols = cols;
}

/// The ship after a move. In a turn the field ahead becomes the new stern.
Ship moved(Ship ship, char way) {
    auto [dy, dx] = STEP[HEADINGS.find(ship.heading)];
    ship.y += dy, ship.x += dx;
    if (way == 'F') return ship;
    int heading = (HEADINGS.find(ship.heading) + (way == 'R' ? 1 : 3)) % 4;
    ship.heading = HEADINGS[heading];
    long back = ship.healthy.size() - 1;
    ship.y += back * STEP[heading].first, ship.x += back * STEP[heading].second;
    return ship;
}

void move(Game& game, const Name& name, const string& kind, char way) {
    if (!game.ships.count(name)) throw Invalid{"SHIP DOES NOT EXIST"};
    if (game.moves[name] >= (kind == "CAR" ? 2 : 3)) throw Invalid{"SHIP MOVED ALREADY"};
    Ship after = moved(game.ships[name], way);
    game.check_reefs(after);
    game.all_on_board(after, "SHIP WENT FROM BOARD");
    game.check_neighbours(after, &name);
    game.ships[name] = after;
    game.moves[name]++;
}

/// The commands, and whether they are the referee's.
const map<string, bool> COMMANDS = {
    {"BOARD_SIZE", true}, {"INIT_POSITION", true}, {"MOVE", false}, {"NEXT_PLAYER", true}, {"PLACE_SHIP", false},
    {"PRINT", true}, {"REEF", true}, {"SET_FLEET", true}, {"SHIP", true}, {"SHOOT", false},
};

/// Reads the arguments of a command; gives what it does, and adds the arguments to its echo.
function<void(Game&)> read(const string& word, char player, Words& words, string& echo) {
    auto say = [&](const string& text) { echo += " " + text; return text; };
    auto text = [&] { return say(words.text()); };
    auto number = [&] { long n = words.number(); say(to_string(n)); return n; };
    if (word == "PRINT") {
        if (number() != 0) cannot_read("`PRINT 1`");
        return [](Game& game) { print_board(game); };
    }
    if (word == "NEXT_PLAYER") return [p = text()[0]](Game& game) { game.expected = p; };
    if (word == "SET_FLEET") {
        char p = text()[0];
        vector<long> numbers;
        while (words.number_follows()) numbers.push_back(number());
        return [=](Game& game) { set_fleet(game, p, numbers); };
    }
    if (word == "BOARD_SIZE") {
        long rows = number(), cols = number();
        return [=](Game& game) { board_size(game, rows, cols); };
    }
    if (word == "INIT_POSITION") {
        char p = text()[0];
        vector<long> r;
        for (int i = 0; i < 4; i++) r.push_back(number());
        return [=](Game& game) { game.start[p] = r; };
    }
    if (word == "MOVE") {
        long id = number();
        string kind = text(), way = text();
        return [=](Game& game) { move(game, {player, number_of(kind), id}, kind, way[0]); };
    }
    if (word == "REEF" || word == "SHOOT") {
        long y = number(), x = number();
        if (word == "REEF") return [=](Game& game) {
            if (!game.on_board({y, x})) throw Invalid{"REEF IS NOT PLACED ON BOARD"};
            game.reefs.insert({y, x});
        };
        return [=](Game& game) {
            if (!game.all_placed()) throw Invalid{"NOT ALL SHIPS PLACED"};
            if (!game.on_board({y, x})) throw Invalid{"FIELD DOES NOT EXIST"};
            for (auto& [_, ship] : game.ships) {
                auto fields = ship.fields();
                for (size_t k = 0; k < fields.size(); k++)
                    if (fields[k] == Field{y, x}) ship.healthy[k] = false;
            }
        };
    }
    bool is_placed = word == "PLACE_SHIP";  // else SHIP: by the referee, anywhere, damaged or not
    char owner = is_placed ? player : text()[0];
    long y = number(), x = number();
    char heading = text()[0];
    long id = number();
    string kind = text(), health = is_placed ? string(length_of(kind), '1') : text();
    return [=](Game& game) {
        Ship ship{y, x, heading, {}};
        for (char digit : health) ship.healthy.push_back(digit == '1');
        Name name{owner, number_of(kind), id};
        auto in_place = [&] {
            for (auto f : ship.fields())
                if (!game.on_board(f) || (is_placed && !game.in_start(owner, f))) throw Invalid{"NOT IN STARTING POSITION"};
        };
        if (is_placed) in_place();
        game.check_name(name);
        if (!is_placed) in_place();
        game.check_reefs(ship);
        game.check_neighbours(ship);
        game.ships[name] = ship;
    };
}

/// The player has won when the other one has ships, and none of their parts is left.
void end_of_turn(const Game& game, char player) {
    bool has_enemy = any_of(game.ships.begin(), game.ships.end(), [&](auto& it) { return get<0>(it.first) == other(player); });
    if (!game.all_placed() || !has_enemy || game.parts(other(player)) > 0) return;
    cout << player << " won\n";
    cout.flush();
    exit(0);
}

int main() {
    ios::sync_with_stdio(false);
    Game game;
    Words words(cin);
    char group = 0;  // S: the referee's, A and B: a player's
    for (string word; words.next(word);) {
        if (word == "[state]") {
            group = group == 'S' ? 0 : 'S';
        } else if (word == "[playerA]" || word == "[playerB]") {
            char player = word[7];
            if (player == group) {
                group = 0, game.expected = other(player);
                end_of_turn(game, player);
            } else if (group == 'A' || group == 'B' || player != game.expected) {
                refuse(word + " ", "THE OTHER PLAYER EXPECTED");
            } else {
                group = player;
                game.moves.clear();
            }
        } else if (group == 0 && !COMMANDS.count(word)) {
            words.skip_line();
        } else {
            string echo = word;
            if (group == 0 || !COMMANDS.count(word) || COMMANDS.at(word) != (group == 'S')) cannot_read(words.place());
            auto act = read(word, group, words, echo);
            try {
                act(game);
            } catch (const Invalid& invalid) {
                refuse(echo, invalid.reason);
            }
        }
    }
    if (group == 'A' || group == 'B') end_of_turn(game, group);
}

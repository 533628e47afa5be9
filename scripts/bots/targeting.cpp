// A starter bot for `broadside bench targeting`: it fires beside its last hits, and else anywhere.
// One process plays one game. Questions come on standard input; flush each answer. Try it:
//   g++ -O1 -o mine scripts/bots/targeting.cpp
//   broadside bench targeting --bot random,cmd=./mine --games 200
#include <algorithm>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>
using namespace std;
typedef pair<int, int> Field;  // row and column, from 0

string name(Field field) {
    string letters(1, char('A' + field.second % 26));
    if (field.second >= 26) letters = char('A' - 1 + field.second / 26) + letters;
    return letters + to_string(field.first + 1);
}

int main() {
    vector<Field> left, hunted;  // fields not shot at; fields to try first
    Field last;
    mt19937 dice;
    for (string line, word; getline(cin, line);) {
        istringstream in(line);
        in >> word;
        if (word == "game") {
            int rows, cols;  // the lengths of the ships follow
            in >> rows >> cols;
            for (int row = 0; row < rows; row++)
                for (int col = 0; col < cols; col++) left.push_back({row, col});
        } else if (word == "seed") {
            unsigned seed;
            in >> seed;
            dice.seed(seed);  // the same game gets the same answers
        } else if (word == "aim") {
            auto shot = left.end();
            while (shot == left.end() && !hunted.empty()) {
                shot = find(left.begin(), left.end(), hunted.back());
                hunted.pop_back();
            }
            if (shot == left.end()) shot = left.begin() + dice() % left.size();
            last = *shot;
            left.erase(shot);
            cout << name(last) << endl;
        } else if (word == "result") {  // `miss`, `hit`, or `sunk` and a length
            in >> word;
            int row = last.first, col = last.second;
            if (word == "hit") for (Field near : {Field(row - 1, col), Field(row + 1, col), Field(row, col - 1), Field(row, col + 1)}) hunted.push_back(near);
        } else if (word == "over") {
            break;
        }
    }
}

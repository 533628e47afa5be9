// A starter bot for `broadside arsenal`, `bench arsenal` and `royale`: it places its fleet at random, uses artillery
// and torpedo when they are open, and else fires beside its last hits. Radar and smoke are left to you.
// One process plays one game. Questions come on standard input; flush each answer. Try it:
//   g++ -O1 -o mine scripts/bots/arsenal.cpp
//   broadside bench arsenal --bot cmd=./mine --against easy --games 20
#include <iostream>
#include <random>
#include <sstream>
#include <string>
using namespace std;
bool mine[10][10], shot[10][10], near[10][10];  // own ships; fields shot at; fields to try first
mt19937 dice;

string name(int row, int col) { return string(1, char('A' + col)) + to_string(row + 1); }

string place(int length) {
    while (true) {
        int down = dice() % 2, row = dice() % 10, col = dice() % 10, k = 0;
        if (row + down * (length - 1) > 9 || col + !down * (length - 1) > 9) continue;
        while (k < length && !mine[row + down * k][col + !down * k]) k++;
        if (k < length) continue;  // another ship lies there
        for (k = 0; k < length; k++) mine[row + down * k][col + !down * k] = true;
        return name(row, col) + (down ? ", vertical" : ", horizontal");
    }
}

void aim(int& row, int& col) {
    for (row = 0; row < 10; row++) for (col = 0; col < 10; col++) if (near[row][col] && !shot[row][col]) return;
    for (int tries = 0; tries < 1000; tries++) {
        row = dice() % 10, col = dice() % 10;
        if (!shot[row][col]) return;
    }
}

int main() {
    int row = 0, col = 0, number;
    for (string line, word; getline(cin, line);) {
        istringstream in(line);
        in >> word;
        bool artillery = line.find(" artillery") != string::npos, torpedo = line.find(" torpedo") != string::npos;
        if (word == "seed" && in >> number) dice.seed(number);  // the same game gets the same answers
        if (word == "place" && in >> word >> number) cout << place(number) << endl;
        if (word == "move") {  // radar sweeps and smoke screens left, then what is open
            aim(row, col);
            int rows = torpedo || !artillery || row > 8 || col > 8 ? 1 : 2;
            for (int r = row; r < row + rows; r++) for (int c = torpedo ? 0 : col; c < (torpedo ? 10 : col + rows); c++) shot[r][c] = true;
            if (torpedo) cout << "Torpedo " << row + 1 << endl;
            else cout << (rows == 2 ? "Artillery " : "Fire ") << name(row, col) << endl;
        }
        if (line == "result hit")  // also `result miss`, `result hit, Carrier sunk` and so on
            for (int d : {-1, 1}) {
                if (row + d >= 0 && row + d < 10) near[row + d][col] = true;
                if (col + d >= 0 && col + d < 10) near[row][col + d] = true;
            }
        if (word == "over") break;
    }
}

// Where a ship stands, and how long each class is.
#pragma once
#include <string>
#include <utility>
#include <vector>

using Field = std::pair<int, int>;

int length_of(const std::string& kind);
std::vector<Field> fields_of(Field bow, char heading, int length);

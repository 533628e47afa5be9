#include "ship.hpp"

int length_of(const std::string& kind) {
    return kind == "CAR" ? 5 : kind == "BAT" ? 4 : kind == "CRU" ? 3 : 2;
}

std::vector<Field> fields_of(Field bow, char heading, int length) {
    std::vector<Field> fields;
    for (int k = 0; k < length; k++) {
        int down = heading == 'N' ? k : heading == 'S' ? -k : 0;
        int right = heading == 'W' ? k : heading == 'E' ? -k : 0;
        fields.push_back({bow.first + down, bow.second + right});
    }
    return fields;
}

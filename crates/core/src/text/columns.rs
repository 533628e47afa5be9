//! Column letters: A names the first column, B the second, and so on.

use super::digits;

/// Returns the letters of the first `count` columns, at most 26.
pub fn column_letters(count: usize) -> impl Iterator<Item = char> {
    ('A'..='Z').take(count)
}

/// Returns the index, from 0, of the column that a capital letter names; `None` for any other
/// character.
pub fn column(letter: char) -> Option<u32> {
    ('A'..='Z').zip(0..).find_map(|(other, index)| (other == letter).then_some(index))
}

/// Returns the letters of the column with this index, from 0. After Z come AA, AB and so on.
pub fn column_name(index: u32) -> String {
    let letter = |n: u32| char::from_u32(u32::from(b'A') + n % 26).unwrap_or('A');
    let mut letters = vec![letter(index)];
    let mut rest = index / 26;
    // The last letter counts from 0, but all letters before it count from 1, because AA follows Z.
    while rest > 0 {
        letters.push(letter(rest - 1));
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect()
}

/// Reads a coordinate such as `B3` or `ax50`. Returns the row and the column, both counted from 1;
/// `None` for any other text, also if the number begins with 0. A row or column that is too large
/// for 64 bits becomes the largest `i64`.
pub fn coordinate(text: &str) -> Option<(i64, i64)> {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (letters, number) = text.split_at(letters);
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
    if letters.is_empty() || number.is_empty() || !is_number {
        return None;
    }
    let col = letters.chars().try_fold(0_i64, |col, letter| {
        let digit = i64::from(column(letter.to_ascii_uppercase())?) + 1;
        col.checked_mul(26)?.checked_add(digit)
    });
    Some((digits(number.as_bytes()).unwrap_or(i64::MAX), col.unwrap_or(i64::MAX)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_continue_after_z() {
        for (text, row, col) in
            [("B3", 3, 2), ("a1", 1, 1), ("Z10", 10, 26), ("AA1", 1, 27), ("AX50", 50, 50)]
        {
            assert_eq!(coordinate(text), Some((row, col)), "{text}");
        }
        for text in ["", "B", "3", "B03", "B0", "3B", "B-3", "B3 4", "B3x", "B 3"] {
            assert_eq!(coordinate(text), None, "{text}");
        }
        let far = format!("{}{}", "Z".repeat(99), "9".repeat(99));
        assert_eq!(coordinate(&far), Some((i64::MAX, i64::MAX)));
    }

    #[test]
    fn names_of_columns_are_read_back() {
        for index in (0..2000).chain([u32::MAX]) {
            let name = format!("{}1", column_name(index));
            assert_eq!(coordinate(&name), Some((1, i64::from(index) + 1)));
        }
    }
}

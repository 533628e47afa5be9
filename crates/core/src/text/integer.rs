//! Reads decimal integers.

/// Returns the value of ASCII digits with an optional sign, such as `-3` or `+010`. Returns `None`
/// for any other text, and for values outside 64 bits.
pub fn integer(text: &[u8]) -> Option<i64> {
    match text {
        [b'-', rest @ ..] => fold(rest, i64::checked_sub),
        [b'+', rest @ ..] | rest => fold(rest, i64::checked_add),
    }
}

/// Returns the value of ASCII digits without a sign. Returns `None` for any other text, and for
/// values above [`i64::MAX`].
pub fn digits(text: &[u8]) -> Option<i64> {
    fold(text, i64::checked_add)
}

fn fold(text: &[u8], step: impl Fn(i64, i64) -> Option<i64>) -> Option<i64> {
    if text.is_empty() {
        return None;
    }
    text.iter().try_fold(0_i64, |value, byte| {
        let digit = byte.is_ascii_digit().then(|| i64::from(byte - b'0'))?;
        step(value.checked_mul(10)?, digit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_sign_and_digits_make_an_integer() {
        for text in ["", "+", "-", "--1", "1x", "1_0", " 1", "1.0", "١"] {
            assert_eq!(integer(text.as_bytes()), None, "{text:?}");
        }
        assert_eq!(
            [integer(b"007"), integer(b"+010"), integer(b"-0")],
            [Some(7), Some(10), Some(0)]
        );
        assert_eq!(digits(b"+7"), None);
        assert_eq!(integer(b"9223372036854775807"), Some(i64::MAX));
        assert_eq!(integer(b"9223372036854775808"), None);
        assert_eq!(integer(b"-9223372036854775808"), Some(i64::MIN));
        assert_eq!(integer(b"-9223372036854775809"), None);
    }
}

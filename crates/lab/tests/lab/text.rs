//! Tests of texts that may have any bytes.

use broadside_lab::report::Text;

#[test]
fn bytes_that_are_not_utf8_are_written_as_numbers() {
    let text = Text(b"a\n\xff\x1b\xc3\xa9".to_vec());
    let json = serde_json::to_string(&text).unwrap();
    assert_eq!(json, r#""a\n\\u{ff}\u001bé""#);
    let read: Text = serde_json::from_str(&json).unwrap();
    assert_eq!(read.0, "a\n\\u{ff}\u{1b}é".as_bytes());
}

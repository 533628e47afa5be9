//! The shapes of a reef, a target, a destroyed segment, and a ship that heads north with its bow at
//! 0 0. A field is one unit wide. The page of a replay has finer shapes, because its fields have
//! more pixels.

/// Returns the outline of a hull of `length` fields.
pub(super) fn hull(length: u32) -> String {
    let stern = f64::from(length) - 0.58;
    let side = stern - 0.22;
    format!(
        "M0-.47C.16-.34 .33-.12 .35.2V{side:.2}Q.33 {stern:.2} .16 {stern:.2}H-.16Q-.33 {stern:.2}-.35 {side:.2}V.2C-.33-.12-.16-.34 0-.47Z"
    )
}

/// Returns the symbols of a healthy segment: a disc for the radar in the bow, a gun for the cannon,
/// and a bar for the engine. The last segment of a destroyer is both its cannon and its engine.
pub(super) fn symbol(length: u32, segment: u32) -> String {
    let mut shapes = String::new();
    if segment == 0 {
        shapes += "<circle class='g' cy='.05' r='.15'/>";
    }
    if segment == 1 {
        shapes += "<path class='g' d='M-.05-.42h.1v.3h.12v.26h-.34v-.26h.12Z'/>";
    }
    if segment + 1 == length {
        shapes += "<path class='g' d='M-.2.22h.4v.12h-.4Z'/>";
    }
    shapes
}

/// A destroyed segment: a dark disc with a cross.
pub(super) const WRECK: &str =
    "<circle class='h' r='.3'/><path class='x' d='M-.16-.16.16.16M.16-.16-.16.16'/>";

/// A reef, drawn around the middle of its field.
pub(super) const REEF: &str = "M-.34.3-.3-.02-.1-.14.04-.34.24-.2.36.1.3.3Z";

pub(super) const TARGET: &str =
    "<circle class='t' r='.36'/><path class='t' d='M0-.5V-.2M0 .5V.2M-.5 0H-.2M.5 0H.2'/>";

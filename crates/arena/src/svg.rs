//! Draws how many shots gunners (bots that only fire) need: for each gunner, a curve and the mean.

use super::summary::real;
use super::targeting::Series;
use broadside_core::text::width;

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 70.0;
/// The right margin has room for the legend. Names that are too long for it make the picture wider.
const RIGHT: f64 = 200.0;
/// The width of the space before the words of the legend. It shows the colours of the curves.
const LEGEND: f64 = 40.0;
/// The usual width of a character in a browser, rounded up. Chinese characters have two columns.
const COLUMN: f64 = 7.6;
const TOP: f64 = 56.0;
const BOTTOM: f64 = 60.0;

/// Colours that colour-blind readers can distinguish (Okabe and Ito, 2008).
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

/// Draws the distributions of `series`, and returns an SVG document.
pub fn plot(title: &str, series: &[Series]) -> String {
    let axes = Axes::of(series);
    let room =
        series.iter().map(|one| LEGEND + COLUMN * real(width(&words(one)))).fold(RIGHT, f64::max);
    let picture = WIDTH - RIGHT + room;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {picture} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{picture}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    let title = format!("<tspan font-size=\"17\">{}</tspan>", escaped(title));
    svg += &text(WIDTH / 2.0, 28.0, "middle", &title);
    svg += &axes.draw();
    for (index, one) in series.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        svg += &curve(&axes, one, colour);
        svg += &legend(index, one, colour);
    }
    svg + "</svg>\n"
}

/// The two axes: shots from `first` to `last`, and shares of the games from 0 to `share`.
struct Axes {
    first: f64,
    last: f64,
    share: f64,
    /// How many consecutive numbers of shots share one point. A curve has at most about 200 points.
    bin: usize,
}

impl Axes {
    fn of(series: &[Series]) -> Self {
        let used = |one: &Series| one.distribution.iter().position(|count| *count > 0);
        let first = series.iter().filter_map(used).min().unwrap_or(0);
        let last =
            series.iter().map(|one| one.distribution.len()).max().unwrap_or(0).saturating_sub(1);
        let tens = |first: f64, last: f64| {
            let first = (first / 10.0).floor() * 10.0;
            (first, ((last / 10.0).ceil() * 10.0).max(first + 10.0))
        };
        let (first, last) = tens(real(first), real(last));
        let bins = (0..).map(|power| 10_usize.pow(power));
        let bin = bins.into_iter().find(|bin| last - first <= 200.0 * real(*bin)).unwrap_or(1);
        let points =
            || series.iter().flat_map(|one| shares(one, bin)).filter(|point| point.1 > 0.0);
        let share = points().map(|(_, share)| share).fold(0.01, f64::max);
        // A point lies in the middle of its bin, so it may lie left of `first` or right of `last`.
        let shots = || points().map(|(shots, _)| shots);
        let (first, last) = tens(shots().fold(first, f64::min), shots().fold(last, f64::max));
        Self { first, last, share: (share * 100.0).ceil() / 100.0, bin }
    }

    fn spans(&self, shots: f64) -> bool {
        (self.first..=self.last).contains(&shots)
    }

    fn x(&self, shots: f64) -> f64 {
        LEFT + (shots - self.first) / (self.last - self.first) * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, share: f64) -> f64 {
        HEIGHT - BOTTOM - share / self.share * (HEIGHT - TOP - BOTTOM)
    }

    fn draw(&self) -> String {
        let mut svg = String::new();
        let apart = step(self.last - self.first);
        for shots in ticks((self.first / apart).ceil() * apart, self.last, apart) {
            let x = self.x(shots);
            svg += &line([x, self.y(0.0), x, self.y(self.share)]);
            svg += &text(x, self.y(0.0) + 20.0, "middle", &shots.to_string());
        }
        for share in ticks(0.0, self.share, step(self.share * 100.0) / 100.0) {
            let y = self.y(share);
            svg += &line([self.x(self.first), y, self.x(self.last), y]);
            svg += &text(LEFT - 8.0, y + 4.0, "end", &format!("{:.0} %", share * 100.0));
        }
        let middle = f64::midpoint(LEFT, WIDTH - RIGHT);
        svg += &text(middle, HEIGHT - 16.0, "middle", "shots to sink the fleet");
        let bin = if self.bin > 1 { format!(", by {} shots", self.bin) } else { String::new() };
        svg + &text(LEFT - 50.0, TOP - 14.0, "start", &format!("share of the games{bin}"))
    }
}

/// Returns the distance between the grid lines of an axis of length `span`. It is 1, 2 or 5 times a
/// power of ten, so that there are at most about ten lines.
fn step(span: f64) -> f64 {
    let steps = (0..).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10_f64.powi(power)));
    steps.into_iter().find(|step| span <= step * 10.0).unwrap_or(span)
}

fn ticks(from: f64, to: f64, step: f64) -> impl Iterator<Item = f64> {
    (0..).map(move |index| from + f64::from(index) * step).take_while(move |at| *at <= to + 1e-9)
}

/// Returns the points of a curve. Each point has the middle of `bin` consecutive numbers of shots,
/// and the share of the games that needed one of these numbers. The last share is 0.
fn shares(series: &Series, bin: usize) -> impl Iterator<Item = (f64, f64)> + '_ {
    let games: usize = series.distribution.iter().sum();
    let share = move |count: usize| real(count) / real(games.max(1));
    let counts = series.distribution.chunks(bin).map(|counts| counts.iter().sum()).chain([0]);
    let middle = move |index: usize| real(index * bin) + (real(bin) - 1.0) / 2.0;
    counts.enumerate().map(move |(index, count)| (middle(index), share(count)))
}

fn curve(axes: &Axes, series: &Series, colour: &str) -> String {
    let shares = shares(series, axes.bin).filter(|(shots, _)| axes.spans(*shots));
    let point = |(shots, share)| format!("{:.1},{:.1}", axes.x(shots), axes.y(share));
    let points = shares.map(point).collect::<Vec<_>>().join(" ");
    let (x, bottom, top) = (axes.x(series.shots.mean), axes.y(0.0), axes.y(axes.share));
    format!(
        "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n\
         <line x1=\"{x:.1}\" y1=\"{bottom:.1}\" x2=\"{x:.1}\" y2=\"{top:.1}\" stroke=\"{colour}\" \
         stroke-dasharray=\"4 3\"/>\n"
    )
}

fn legend(index: usize, series: &Series, colour: &str) -> String {
    let (x, y) = (WIDTH - RIGHT + 14.0, TOP + 16.0 + 20.0 * real(index));
    let top = y - 6.0;
    format!("<rect x=\"{x}\" y=\"{top}\" width=\"18\" height=\"4\" fill=\"{colour}\"/>\n")
        + &text(x + 26.0, y, "start", &escaped(&words(series)))
}

fn words(series: &Series) -> String {
    format!("{}, mean {:.2}", series.bot, series.shots.mean)
}

fn text(x: f64, y: f64, anchor: &str, content: &str) -> String {
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{content}</text>\n")
}

fn line([x1, y1, x2, y2]: [f64; 4]) -> String {
    format!("<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"#ddd\"/>\n")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::targeting::distribution;
    use crate::{Forfeits, Summary};

    fn series(bot: &str, shots: &[u32]) -> Series {
        Series {
            bot: bot.to_owned(),
            shots: Summary::of(shots),
            difference: None,
            speed: 1.0,
            distribution: distribution(shots),
            forfeits: Forfeits::default(),
        }
    }

    fn curves(svg: &str) -> Vec<Vec<(f64, f64)>> {
        let of = |points: &str| {
            let pairs = points.split(' ').filter_map(|pair| pair.split_once(','));
            pairs.map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap())).collect()
        };
        let lists = svg.split("points=\"").skip(1).filter_map(|rest| rest.split('"').next());
        lists.map(of).collect()
    }

    #[test]
    fn curves_stay_in_the_frame_and_show_the_shares() {
        let many: Vec<u32> = (17..2100).collect();
        for shots in [&[17, 20, 20, 23][..], &[10; 20], &many, &[100]] {
            let svg = plot("a < b", &[series("density", shots), series("hunt", &[30, 40])]);
            assert!(svg.contains("a &lt; b") && !svg.contains("NaN"));
            let curves = curves(&svg);
            assert_eq!(curves.len(), 2);
            for (x, y) in curves.iter().flatten() {
                assert!((LEFT..=WIDTH - RIGHT).contains(x), "{x} in {svg}");
                assert!((TOP..=HEIGHT - BOTTOM).contains(y), "{y} in {svg}");
            }
            assert!(curves.iter().all(|points| points.len() <= 202));
        }
        // The first point may lie left of the fewest shots, the last point right of the most shots.
        for shots in [[99, 300], [99, 2100]] {
            let svg = plot("", &[series("density", &shots)]);
            let is_drawn = |(_, y): &&(f64, f64)| *y < HEIGHT - BOTTOM;
            assert_eq!(curves(&svg)[0].iter().filter(is_drawn).count(), 2, "{shots:?} in {svg}");
        }
        let svg = plot("", &[series("density", &[17, 20, 20, 23])]);
        let top = curves(&svg)[0].iter().map(|(_, y)| *y).fold(f64::INFINITY, f64::min);
        assert!((top - TOP).abs() < 1e-9, "half of all games took 20 shots");
        assert!(svg.contains(">share of the games<"), "the label names no bin: {svg}");
    }

    #[test]
    fn the_legend_right_of_the_plot_has_a_line_for_each_bot() {
        let bots = [series("density", &[17, 20]), series("hunt", &[30, 40])];
        let svg = plot("", &bots);
        let number = |line: &str, name: &str| -> f64 {
            let rest = line.split(&format!(" {name}=\"")).nth(1).unwrap();
            rest.split('"').next().unwrap().parse().unwrap()
        };
        let lines = ["density, mean", "hunt, mean"]
            .map(|bot| svg.lines().find(|line| line.contains(bot)).unwrap_or_default());
        let swatches = svg.lines().filter(|line| line.contains("height=\"4\""));
        for (swatch, line) in swatches.zip(lines) {
            let (x, width) = (number(swatch, "x"), number(swatch, "width"));
            assert!(x > WIDTH - RIGHT && x + width < number(line, "x"), "{svg}");
            assert!(number(line, "x") < WIDTH, "{svg}");
        }
        assert!(number(lines[0], "y") + 10.0 < number(lines[1], "y"), "{svg}");
    }

    /// Regression: the right edge of the picture cut the means of bots with long names.
    #[test]
    fn the_picture_has_room_for_long_names() {
        let width = |bots: &[&str]| -> f64 {
            let svg = plot("", &bots.iter().map(|bot| series(bot, &[17, 20])).collect::<Vec<_>>());
            let (_, rest) = svg.split_once("viewBox=\"0 0 ").unwrap();
            let (width, _) = rest.split_once(' ').unwrap();
            assert!(svg.contains(&format!("<rect width=\"{width}\"")), "{svg}");
            width.parse().unwrap()
        };
        assert!((width(&["density"]) - WIDTH).abs() < 1e-9);
        assert!(width(&["density", &"m".repeat(40)]) > WIDTH - RIGHT + 40.0 + 52.0 * 7.0);
        assert!(width(&[&"船".repeat(20)]) > WIDTH - RIGHT + 40.0 + 20.0 * 13.0 + 12.0 * 7.0);
    }

    #[test]
    fn axes_end_at_tens_around_all_games() {
        let ends = |shots: &[u32]| {
            let Axes { first, last, bin, .. } = Axes::of(&[series("density", shots)]);
            format!("{first} {last} {bin}")
        };
        assert_eq!(ends(&[17, 62]), "10 70 1");
        assert_eq!(ends(&[20, 45]), "20 50 1");
        assert_eq!(ends(&[100]), "100 110 1");
        assert_eq!(ends(&[17, 2099]), "10 2100 100");
    }

    #[test]
    fn grid_lines_are_few_and_round() {
        let spans = [1.0, 10.0, 11.0, 80.0, 100.0, 120.0, 600.0, 2150.0].map(step);
        assert_eq!(spans.map(|step| step.to_string()).join(" "), "1 1 2 10 10 20 100 500");
    }
}

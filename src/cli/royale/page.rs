//! The HTML page of a knockout: its bracket (a tree of bouts), and a list of all bouts.

use super::{before, forfeits, round};
use crate::cli::page::{Head, shown};
use askama::Template;
use broadside::arena::{Bout, Node, Origin, Royale, Third};

#[derive(Template)]
#[template(path = "royale/page.html")]
struct Page<'r> {
    head: Head,
    lead: String,
    bracket: Place<'r>,
    third_alone: Option<String>,
    /// The unit in which the cost of a bot's moves is given.
    cost: &'static str,
    /// The number of decimals of a cost: 0 for steps, which are whole numbers.
    decimals: usize,
    bouts: Vec<BoutView<'r>>,
}

#[derive(Template)]
#[template(path = "royale/node.html")]
struct Place<'r> {
    name: String,
    bout: Option<BoutView<'r>>,
    before: Vec<Place<'r>>,
}

struct BoutView<'r> {
    round: &'static str,
    played: &'r Bout,
    names: [String; 2],
    /// Says which side forfeited, and what decided the bout if the games did not.
    note: String,
    forfeits: String,
}

/// Makes the whole page. `lead` is the sentence below the title.
pub(super) fn page(royale: &Royale, lead: &str, has_steps: bool) -> askama::Result<String> {
    let mut bouts = Vec::new();
    collect(&royale.champion, 0, &mut bouts);
    // The list begins with the first round. The bout for third place is just before the final.
    bouts.sort_by_key(|(depth, _)| std::cmp::Reverse(*depth));
    let mut cards: Vec<_> =
        bouts.iter().map(|(depth, bout)| BoutView::new(round(*depth), bout)).collect();
    let third_alone = match &royale.third {
        Some(Third::Bout(bout)) => {
            cards.insert(cards.len().saturating_sub(1), BoutView::new("third place", bout));
            None
        }
        Some(Third::Alone(node)) => Some(shown(&node.bot)),
        None => None,
    };
    let (cost, decimals) = if has_steps { ("Steps", 0) } else { ("Seconds", 3) };
    let page = Page {
        head: Head {
            title: format!("{} wins", shown(&royale.champion.bot)),
            command: "royale",
            style: concat!(
                include_str!("../page/base.css"),
                include_str!("../tournament/page/style.css"),
                include_str!("style.css")
            ),
            script: "",
        },
        lead: lead.to_owned(),
        bracket: place(&royale.champion, 0),
        third_alone,
        cost,
        decimals,
        bouts: cards,
    };
    page.render()
}

fn collect<'r>(node: &'r Node, depth: usize, bouts: &mut Vec<(usize, &'r Bout)>) {
    for below in before(node) {
        collect(below, depth + 1, bouts);
    }
    if let Origin::Winner(bout) = &node.from {
        bouts.push((depth, bout));
    }
}

fn place(node: &Node, depth: usize) -> Place<'_> {
    let name = shown(&node.bot);
    let (name, bout) = match &node.from {
        Origin::Bot(_) => (name, None),
        Origin::Bye(_) => (format!("{name}, a bye"), None),
        Origin::Winner(bout) => (name, Some(BoutView::new(round(depth), bout))),
    };
    let before = before(node).iter().map(|below| place(below, depth + 1)).collect();
    Place { name, bout, before }
}

impl<'r> BoutView<'r> {
    fn new(round: &'static str, played: &'r Bout) -> Self {
        let names = played.sides.each_ref().map(|side| shown(&side.bot));
        let forfeits: Vec<_> = forfeits(played).map(|forfeit| shown(&forfeit)).collect();
        let by = (played.by != "games").then(|| format!("by {}", played.by));
        let note = by.into_iter().chain(forfeits.clone()).collect::<Vec<_>>().join("; ");
        Self { round, played, names, note, forfeits: forfeits.join("; ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside::arena::{Bench, CaptainFactory, Clock, royale};

    #[test]
    fn every_bout_is_in_the_bracket_and_in_the_list() {
        let names = ["easy", "hunt", "random", "easy", "random"];
        let bots = names.map(|name| CaptainFactory::from_name(name).expect("built in"));
        let royale = royale(&Bench::new(1, 0), &bots, Clock::Steps).expect("five entrants");
        let text = page(&royale, "<5 bots>", true).unwrap();
        assert_eq!(text.matches("<article class=\"bout\">").count(), 4);
        assert_eq!(text.matches("<h3>final</h3>").count(), 1);
        assert!(text.contains("&#60;5 bots&#62;") && text.contains("a bye"));
        assert!(text.contains("<th scope=\"row\">final<td>"));
        let seconds = page(&royale, "", false).unwrap();
        assert!(!text.contains(".000 – ") && seconds.contains(".000 – "), "seconds have decimals");
    }
}

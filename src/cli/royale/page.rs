//! The page of a knockout: its bracket, and a list of all bouts.

use super::round;
use crate::cli::page::{Head, shown};
use askama::Template;
use broadside::arena::{Bout, Node, Origin, Royale, Third};

#[derive(Template)]
#[template(path = "royale/page.html")]
struct Page {
    head: Head,
    lead: String,
    bracket: Way,
    third_alone: Option<String>,
    /// The unit of costs, as the head of their column.
    cost: &'static str,
    bouts: Vec<Row>,
}

/// A place in the bracket: a bout with the places of both bots, a bye, or a bot that enters.
#[derive(Template)]
#[template(path = "royale/node.html")]
struct Way {
    name: String,
    bout: Option<Card>,
    before: Vec<Way>,
}

/// A bout in the bracket.
struct Card {
    round: &'static str,
    sides: Vec<Contestant>,
    /// What decided the bout, if not the games.
    note: String,
}

struct Contestant {
    name: String,
    score: u32,
    is_winner: bool,
}

/// A bout in the list.
struct Row {
    round: &'static str,
    names: String,
    score: String,
    winner: String,
    by: &'static str,
    cost: String,
    turns: String,
    hits: String,
    forfeits: String,
}

/// Returns the page. `lead` is the sentence below its title.
pub(super) fn page(royale: &Royale, lead: &str, has_steps: bool) -> askama::Result<String> {
    let mut bouts = Vec::new();
    collect(&royale.champion, 0, &mut bouts);
    // From the first round to the final; third place comes before the final.
    bouts.sort_by_key(|(depth, _)| std::cmp::Reverse(*depth));
    let mut rows: Vec<_> = bouts.iter().map(|(depth, bout)| row(round(*depth), bout)).collect();
    let third_alone = match &royale.third {
        Some(Third::Bout(bout)) => {
            rows.insert(rows.len().saturating_sub(1), row("third place", bout));
            None
        }
        Some(Third::Alone(node)) => Some(shown(&node.bot)),
        None => None,
    };
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
        bracket: way(&royale.champion, 0),
        third_alone,
        cost: if has_steps { "Steps" } else { "Seconds" },
        bouts: rows,
    };
    page.render()
}

/// Collects the bouts below a node, each with its distance from the final.
fn collect<'r>(node: &'r Node, depth: usize, bouts: &mut Vec<(usize, &'r Bout)>) {
    match &node.from {
        Origin::Bot(_) => {}
        Origin::Bye(before) => collect(before, depth + 1, bouts),
        Origin::Winner(bout) => {
            bout.sides.iter().for_each(|side| collect(side, depth + 1, bouts));
            bouts.push((depth, bout));
        }
    }
}

fn way(node: &Node, depth: usize) -> Way {
    let name = shown(&node.bot);
    match &node.from {
        Origin::Bot(_) => Way { name, bout: None, before: Vec::new() },
        Origin::Bye(before) => {
            let name = format!("{name}, a bye");
            Way { name, bout: None, before: vec![way(before, depth + 1)] }
        }
        Origin::Winner(bout) => {
            let before = bout.sides.iter().map(|side| way(side, depth + 1)).collect();
            Way { name, bout: Some(card(round(depth), bout)), before }
        }
    }
}

fn card(round: &'static str, bout: &Bout) -> Card {
    let sides = bout.sides.iter().zip(bout.score).enumerate();
    let contestant = |(index, (side, score)): (usize, (&Node, u32))| Contestant {
        name: shown(&side.bot),
        score,
        is_winner: index == bout.winner,
    };
    let by = if bout.by == "games" { String::new() } else { format!("by {}", bout.by) };
    let notes: Vec<_> = [by, forfeits(bout)].into_iter().filter(|note| !note.is_empty()).collect();
    Card { round, sides: sides.map(contestant).collect(), note: notes.join("; ") }
}

fn forfeits(bout: &Bout) -> String {
    let why = bout.sides.iter().zip(&bout.why);
    let said = why.filter_map(|(side, why)| {
        Some(format!("{} forfeits: {}", shown(&side.bot), shown(why.as_ref()?)))
    });
    said.collect::<Vec<_>>().join("; ")
}

fn row(round: &'static str, bout: &Bout) -> Row {
    let [a, b] = &bout.sides;
    let both = |[one, other]: [u32; 2]| format!("{one} – {other}");
    Row {
        round,
        names: format!("{} – {}", shown(&a.bot), shown(&b.bot)),
        score: both(bout.score),
        winner: shown(&bout.sides[bout.winner].bot),
        by: bout.by,
        cost: format!("{} – {}", spent(bout.cost[0]), spent(bout.cost[1])),
        turns: both(bout.turns),
        hits: both(bout.hits),
        forfeits: forfeits(bout),
    }
}

/// Writes a cost. Steps are whole numbers.
fn spent(cost: f64) -> String {
    if cost.fract() == 0.0 { format!("{cost:.0}") } else { format!("{cost:.3}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside::arena::{Bench, CaptainFactory, Clock, royale};

    #[test]
    fn every_bout_stands_in_the_bracket_and_in_the_list() {
        let names = ["easy", "hunt", "random", "easy", "random"];
        let bots = names.map(|name| CaptainFactory::from_name(name).expect("built in"));
        let royale = royale(&Bench::new(1, 0), &bots, Clock::Steps).expect("five entrants");
        let text = page(&royale, "<5 bots>", true).unwrap();
        assert_eq!(text.matches("<article class=\"bout\">").count(), 4);
        assert_eq!(text.matches("<h3>final</h3>").count(), 1);
        assert!(text.contains("&#60;5 bots&#62;") && text.contains("a bye"));
        assert!(text.contains("<th scope=\"row\">final<td>"));
    }
}

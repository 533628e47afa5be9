//! `broadside royale`: a knockout between bots. Two bots play a bout, and the winner goes to the
//! next round. The tree of these bouts is the bracket.

mod page;

use super::arsenal::reported_seed;
use super::bench::{Asking, Play, with_bench};
use super::bots::{BotOption, Bots};
use super::exit::{Exit, Failure, Result};
use super::files::{self, own_file};
use super::one_of::one_of;
use broadside::arena::{Bench, Bout, Clock, Node, Origin, Third, royale};
use broadside::dice::Seed;
use broadside::ports::Ports;
use clap::Args;
use serde_json::json;
use std::io::{self, Write};
use std::iter;
use std::path::PathBuf;
use std::slice;

pub(super) const EXAMPLES: &str = "\
Examples:
  broadside royale --bots easy,medium,hard
  broadside royale --bots easy,medium,hard,density,posterior --seed 1 --clock steps
  broadside royale --bots hard,hard,medium,medium --json
  broadside royale --bots easy,medium,hard --html bracket.html
  broadside royale --bots hard,medium,cmd=./mine,'cmd=python3 yours.py' --records games

If you keep games with --records, this command shows one of them:
`broadside replay games/game-000001.arsenal -o page.html`.

In a knockout, bots meet in pairs, and the winner of a pair goes on. A pair plays a bout of two
games; each bot begins one of them. If each bot wins one game, the bot that spent less on its moves
wins the bout. If both spent the same, the bot that won its game in fewer turns wins the bout. If
that is equal too, the bot that hit more cells wins. If even that is equal, a coin decides.

Exit status: 0 the bracket is printed; 2 usage error; 3 a program cannot be started, or output failed;
130 interrupted.";

/// The options of `broadside royale`.
#[derive(Args, Debug)]
pub(crate) struct Royale {
    #[command(flatten)]
    bots: Bots<Entrants>,

    /// The seed: any whole number. The same seed gives the same pairs of bots, fleets and moves.
    /// Without this option the system chooses a seed, and standard error shows it.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    seed: Option<Seed>,

    /// How the cost of a move is measured. If each side won one game, the lower cost wins the bout.
    #[arg(long, value_name = "CLOCK", value_parser = one_of(CLOCKS), default_value = "time")]
    clock: Clock,

    /// Write the bracket as one JSON object.
    #[arg(long)]
    json: bool,

    /// Write a page of the knockout: its bracket, and all bouts.
    #[arg(long, value_name = "FILE", value_parser = own_file())]
    html: Option<PathBuf>,

    /// Keep each game in this folder as a text for `replay`. Games 1 and 2 are those of the first
    /// bout.
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,

    #[command(flatten)]
    asking: Asking,
}

#[derive(Clone, Debug)]
struct Entrants;

impl BotOption for Entrants {
    const NAME: &'static str = "bots";
    const ALIASES: &'static [&'static str] = &["bot"];
    const HELP: &'static str = "Two to sixteen bots: a list with commas, or this option once for each bot. name=NAME gives a bot another name. cmd=COMMAND is a program of yours, and time=SECONDS is its time limit for each answer. You may name the same bot more than once";
    const IS_REQUIRED: bool = true;
    const IS_LIST: bool = true;
}

const CLOCKS: &[(&str, Clock, &str)] = &[
    ("time", Clock::Time, "Processor time, or elapsed time if a program of yours plays"),
    (
        "steps",
        Clock::Steps,
        "Steps: one for each move, and one for each random number that a move needs. Their number is the same in \
         every run",
    ),
];

pub(super) fn play(options: &Royale, ports: &mut Ports<'_>) -> Result<Exit> {
    let names = &options.bots.names;
    let found = names.len();
    if !(2..=16).contains(&found) {
        let message = format!("expected two to sixteen bots, found {found}");
        return Err(Failure::Options(message));
    }
    let mut roster = options.asking.roster(options.records.as_deref(), names, ports)?;
    // The page may go to the folder of the records, which exists by now.
    files::check_outputs(&[], &[("--html", options.html.as_deref())], &[], ports)?;
    let seed = options.seed.clone().map_or_else(|| reported_seed(ports), Ok)?;
    let bots: Vec<_> = names.iter().map(|name| roster.captain(name)).collect();
    // Programs are measured by elapsed time, so only one bout is played at a time.
    let threads = roster.has_programs().then_some(1);
    let (json, records, clock) = (options.json, options.records.clone(), options.clock);
    let played = Play { seed: seed.clone(), threads, json, records };
    let run = |bench: &Bench<'_>| royale(bench, &bots, clock);
    let (bracket, _) = with_bench(&played, "arsenal", (0, None), &roster, run)?;
    let Some(bracket) = bracket else { return Ok(Exit::Interrupted) };
    if let Some(path) = &options.html {
        let lead = format!("{found} bots, seed {seed}, clock {}.", clock.name());
        let text = page::page(&bracket, &lead, clock == Clock::Steps)?;
        files::save(path, text.as_bytes(), ports)?;
    }
    if json {
        let report = json!({ "seed": seed.to_string(), "bracket": bracket });
        writeln!(ports.out, "{report:#}")?;
        return Ok(Exit::Done);
    }
    writeln!(ports.out, "{} wins", bracket.champion.bot)?;
    tree(ports.out, &bracket.champion, "", "", 0)?;
    match &bracket.third {
        Some(Third::Bout(bout)) => writeln!(ports.out, "third place: {}", score(bout))?,
        Some(Third::Alone(node)) => writeln!(ports.out, "third place: {}", node.bot)?,
        None => {}
    }
    Ok(Exit::Done)
}

/// Prints the part of the bracket that leads to `node`. The first line says how the bot got there,
/// and begins with `first`. All other lines begin with `rest`.
fn tree(out: &mut dyn Write, node: &Node, first: &str, rest: &str, depth: usize) -> io::Result<()> {
    let line = match &node.from {
        Origin::Bot(bot) => bot.clone(),
        Origin::Bye(_) => format!("{}: {}, a bye", round(depth), node.bot),
        Origin::Winner(bout) => format!("{}: {}", round(depth), score(bout)),
    };
    writeln!(out, "{first}{line}")?;
    let before = before(node);
    for (index, below) in before.iter().enumerate() {
        let is_last = index + 1 == before.len();
        let (first, next) = if is_last { ("└── ", "    ") } else { ("├── ", "│   ") };
        tree(out, below, &format!("{rest}{first}"), &format!("{rest}{next}"), depth + 1)?;
    }
    Ok(())
}

/// Returns the nodes from which the bots came to `node`.
fn before(node: &Node) -> &[Node] {
    match &node.from {
        Origin::Bot(_) => &[],
        Origin::Bye(before) => slice::from_ref(before),
        Origin::Winner(bout) => &bout.sides,
    }
}

/// Returns the name of a round. `depth` is 0 for the final, 1 for the round before it, and so on.
const fn round(depth: usize) -> &'static str {
    match depth {
        0 => "final",
        1 => "semi-final",
        2 => "quarter-final",
        _ => "first round",
    }
}

fn score(bout: &Bout) -> String {
    let ([a, b], [x, y]) = (&bout.sides, bout.score);
    let winner = &bout.sides[bout.winner].bot;
    let by = match bout.by {
        "games" => String::new(),
        by => format!(", {winner} by {by}"),
    };
    let result = format!("{} {x}-{y} {}{by}", a.bot, b.bot);
    iter::once(result).chain(forfeits(bout)).collect::<Vec<_>>().join("; ")
}

fn forfeits(bout: &Bout) -> impl Iterator<Item = String> {
    let sides = bout.sides.iter().zip(&bout.why);
    sides.filter_map(|(side, why)| Some(format!("{} forfeits: {}", side.bot, why.as_ref()?)))
}

//! The hard bot.

use super::plan;
use super::Captain;
use crate::ai::{Bits, Budget, Density, Fleets, Gunner};
use crate::dice::Dice;
use crate::rules::arsenal::cells::{Area, Cell, Line};
use crate::rules::arsenal::game::Move;
use crate::rules::arsenal::knowledge::{Knowledge, Openings};

fn env(n: &str, d: f64) -> f64 {
    std::env::var(n).ok().and_then(|x| x.parse().ok()).unwrap_or(d)
}

/// hard
#[derive(Clone, Debug)]
pub struct Hard {
    fleets: Fleets,
    density: Density<u128>,
    alpha: f64,
    radar: f64,
    breadth: usize,
    parity: f64,
}

impl Default for Hard {
    fn default() -> Self {
        let budget = Budget {
            sample: env("N", 1000.0) as usize,
            complete: env("C", 2000.0) as u64,
            cores: 20_000,
        };
        Self {
            fleets: Fleets::new(4, budget),
            density: Density::new(0),
            alpha: env("ALPHA", 0.8),
            radar: env("RADAR", 0.0),
            breadth: env("M", 0.0) as usize,
            parity: env("PAR", 0.0),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Sample {
    ships: [u128; 4],
    all: u128,
    weight: f64,
}

#[derive(Clone, Debug)]
struct Position {
    members: Vec<Sample>,
    hits: u128,
    targets: u128,
    openings: Openings,
    sweeps: u32,
}

#[derive(Clone, Copy, Debug)]
struct Scored {
    play: Move,
    score: f64,
}

fn plogp(p: f64) -> f64 {
    if p > 0.0 { -p * p.log2() } else { 0.0 }
}

impl Hard {
    fn score_all(&self, pos: &Position, out: &mut Vec<Scored>) {
        out.clear();
        let total: f64 = pos.members.iter().map(|m| m.weight).sum();
        let closed = Openings::default();
        let mut hit = [0.0; 100];
        let mut sunk = [[0.0; 4]; 100];
        let mut gain = [0.0; 100];
        let mut base = 0.0;
        for m in &pos.members {
            let rest = m.ships.map(|s| s & !pos.hits);
            let unhit = rest.map(|r| r.count_ones());
            let here = plan::place(unhit);
            let now = plan::turns(here, pos.openings);
            let miss = now - plan::turns(here, closed);
            base += m.weight * miss;
            let afloat = unhit.iter().filter(|u| **u > 0).count();
            for ship in 0..4 {
                if unhit[ship] == 0 {
                    continue;
                }
                let mut next = unhit;
                next[ship] -= 1;
                let sinks = next[ship] == 0;
                let after = Openings { artillery: sinks, torpedo: sinks && afloat == 2 };
                let delta = m.weight * (now - plan::turns(plan::place(next), after) - miss);
                let mut r = rest[ship];
                while r != 0 {
                    let c = r.trailing_zeros() as usize;
                    r &= r - 1;
                    gain[c] += delta;
                    if sinks {
                        sunk[c][ship] += m.weight;
                    } else {
                        hit[c] += m.weight;
                    }
                }
            }
        }
        for c in pos.targets.cells() {
            let i = c as usize;
            let hits = hit[i] + sunk[i].iter().sum::<f64>();
            let mut h = plogp(hit[i] / total) + plogp(1.0 - (hits / total).min(1.0));
            for s in sunk[i] {
                h += plogp(s / total);
            }
            let mut score = (base + gain[i]) / total + self.alpha * h;
            if (c / 10 + c % 10) % 2 == 0 {
                score += self.parity;
            }
            if let Some(cell) = Cell::from_index(c) {
                out.push(Scored { play: Move::Fire(cell), score });
            }
        }
        if pos.sweeps > 0 {
            for area in Area::all() {
                if area.set() & pos.hits != 0 || area.set() & pos.targets == 0 {
                    continue;
                }
                let found: f64 = pos
                    .members
                    .iter()
                    .filter(|m| m.all & area.set() != 0)
                    .map(|m| m.weight)
                    .sum::<f64>()
                    / total;
                let h = plogp(found) + plogp((1.0 - found).max(0.0));
                out.push(Scored {
                    play: Move::Radar(area),
                    score: base / total + self.alpha * h - self.radar,
                });
            }
        }
        if pos.openings.artillery {
            for area in Area::all() {
                self.wide(pos, Move::Artillery(area), area.set(), total, out);
            }
        }
        if pos.openings.torpedo {
            for line in Line::all() {
                self.wide(pos, Move::Torpedo(line), line.set(), total, out);
            }
        }
    }

    fn wide(&self, pos: &Position, play: Move, cells: u128, total: f64, out: &mut Vec<Scored>) {
        let cells = cells & pos.targets;
        if cells == 0 {
            return;
        }
        let mut keys: Vec<(u128, f64)> = Vec::with_capacity(pos.members.len());
        let mut gain = 0.0;
        for m in &pos.members {
            let (key, after, openings, place) = outcome(m, pos.hits, cells);
            let _ = after;
            let now = plan::turns(
                plan::place(m.ships.map(|s| (s & !pos.hits).count_ones())),
                pos.openings,
            );
            gain += m.weight * (now - plan::turns(place, openings));
            keys.push((key, m.weight));
        }
        keys.sort_unstable_by_key(|k| k.0);
        let mut h = 0.0;
        for g in keys.chunk_by(|a, b| a.0 == b.0) {
            h += plogp(g.iter().map(|x| x.1).sum::<f64>() / total);
        }
        out.push(Scored { play, score: gain / total + self.alpha * h });
    }

    fn deep(&self, pos: &Position, scored: Scored, buffer: &mut Vec<Scored>) -> f64 {
        let total: f64 = pos.members.iter().map(|m| m.weight).sum();
        let (cells, radar) = match scored.play {
            Move::Fire(c) => (c.set(), false),
            Move::Artillery(a) => (a.set(), false),
            Move::Torpedo(l) => (l.set(), false),
            Move::Radar(a) | Move::Smoke(a) => (a.set(), true),
        };
        let mut keyed: Vec<(u128, Openings, u128, Sample)> = pos
            .members
            .iter()
            .map(|m| {
                if radar {
                    (u128::from(m.all & cells != 0), Openings::default(), 0, *m)
                } else {
                    let (key, hits, openings, _) = outcome(m, pos.hits, cells & pos.targets);
                    (key, openings, hits, *m)
                }
            })
            .collect();
        keyed.sort_by_key(|k| k.0);
        let mut value = scored.score;
        for group in keyed.chunk_by(|a, b| a.0 == b.0) {
            let members: Vec<Sample> = group.iter().map(|g| g.3).collect();
            let weight: f64 = members.iter().map(|m| m.weight).sum();
            let next = Position {
                hits: pos.hits | group[0].2,
                targets: if radar {
                    if group[0].0 == 0 { pos.targets & !cells } else { pos.targets }
                } else {
                    pos.targets & !cells
                },
                openings: group[0].1,
                sweeps: pos.sweeps - u32::from(radar),
                members,
            };
            if next.members.iter().all(|m| m.all & !next.hits == 0) {
                continue;
            }
            self.score_all(&next, buffer);
            let best = buffer.iter().map(|s| s.score).fold(f64::NEG_INFINITY, f64::max);
            value += weight / total * best;
        }
        value
    }
}

/// key, new hits, openings after, place after
fn outcome(m: &Sample, hits: u128, cells: u128) -> (u128, u128, Openings, usize) {
    let new = m.all & cells & !hits;
    let mut key = new;
    let mut unhit = [0; 4];
    let mut afloat = 0;
    let mut sunk = 0;
    for ship in 0..4 {
        let before = m.ships[ship] & !hits;
        if before == 0 {
            continue;
        }
        afloat += 1;
        let after = before & !new;
        unhit[ship] = after.count_ones();
        if after == 0 {
            sunk += 1;
            key |= 1 << (100 + ship);
        }
    }
    let left = afloat - sunk;
    let openings = Openings { artillery: sunk > 0, torpedo: sunk > 0 && left == 1 };
    (key, new, openings, plan::place(unhit))
}

impl Captain for Hard {
    fn choose(&mut self, known: &Knowledge<'_>, dice: &mut dyn Dice) -> Move {
        self.fleets.refresh(known.chart, dice);
        let chart = known.chart;
        let members: Vec<Sample> = self
            .fleets
            .iter()
            .map(|f| {
                let ships = [f[0], f[1], f[2], f[3]];
                let all = ships.iter().fold(0, |a, b| a | b);
                Sample { ships, all, weight: chart.likelihood(&all) }
            })
            .collect();
        if members.is_empty() {
            return Move::fire_at(self.density.aim(chart, dice));
        }
        let pos = Position {
            members,
            hits: *chart.hits(),
            targets: chart.targets(),
            openings: known.openings,
            sweeps: known.sweeps,
        };
        let mut scored = Vec::new();
        self.score_all(&pos, &mut scored);
        scored.sort_by(|a, b| b.score.total_cmp(&a.score));
        if self.breadth > 1 {
            let mut buffer = Vec::new();
            scored.truncate(self.breadth);
            for s in &mut scored {
                s.score = self.deep(&pos, *s, &mut buffer);
            }
            scored.sort_by(|a, b| b.score.total_cmp(&a.score));
        }
        scored.first().map_or_else(|| Move::fire_at(chart.targets().first()), |s| s.play)
    }
}

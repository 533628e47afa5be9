//! The integration tests: cases as data, laws as properties, and the binary as users run it.

mod address;
mod attacks;
mod binary;
mod book;
mod bounded;
mod cards;
mod cluster;
mod colours;
mod console;
mod controls;
mod dice;
mod draws;
mod ebnf;
mod editors;
mod environment;
mod explained;
#[cfg(target_os = "linux")]
mod fair;
mod fair_pilot;
mod first_bot;
mod foreign;
mod games;
#[cfg(unix)]
mod grade;
mod grammar;
mod hand_over;
mod harness;
mod house;
#[cfg(unix)]
mod junk;
#[cfg(unix)]
mod kept_games;
mod kills;
mod lab;
mod lab_generate;
mod lab_shrink;
mod lane;
mod laws;
#[cfg(target_os = "linux")]
mod line_bots;
mod lines;
mod lsp;
mod manual;
mod matching;
mod model;
mod optimum;
mod overlong;
mod own_bot;
mod packages;
mod programs;
#[cfg(unix)]
mod prompt;
mod public_api;
mod random_calls;
mod random_scripts;
mod readme;
mod replay;
mod replayed_programs;
mod round_trip;
mod schemas;
mod scripts;
mod self_play;
#[cfg(unix)]
mod shells;
mod signature;
mod table;
mod tools;
#[cfg(unix)]
mod tournament;
#[cfg(unix)]
mod verify;
mod verify_ai;
mod verify_shards;

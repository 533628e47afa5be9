//! The integration tests of the library, the program and the documents. They use signals, links and
//! shells, so they are for Unix only. `.ci/windows` runs other tests.

#![cfg(unix)]

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
mod foreign;
mod games;
mod grade;
mod grammar;
mod hand_over;
mod harness;
mod house;
mod junk;
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
mod outputs;
mod overlong;
mod own_bot;
mod packages;
mod programs;
mod prompt;
mod random_calls;
mod random_scripts;
mod readme;
mod replay;
mod replayed_programs;
mod round_trip;
mod schemas;
mod scripts;
mod self_play;
mod shells;
mod signature;
mod skip;
mod table;
mod tools;
mod tournament;
mod verify;
mod verify_ai;
mod verify_shards;

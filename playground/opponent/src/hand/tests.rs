use super::*;
use serde_json::Value;

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn begun() -> Hand {
    let mut hand = Hand::new("small", 2, "3").unwrap();
    hand.end();
    hand
}

#[test]
fn the_page_gets_nothing_that_the_fog_hides() {
    let mut hand = begun();
    let view = parsed(&hand.view());
    let known: Vec<[i64; 3]> = serde_json::from_value(view["known"].clone()).unwrap();
    let seen: Vec<(i64, i64, String)> = serde_json::from_value(view["seen"].clone()).unwrap();
    let is_known =
        |row, col| known.iter().any(|run| run[0] == row && (run[1]..=run[2]).contains(&col));
    assert!(seen.iter().all(|(row, col, _)| is_known(*row, *col)), "{seen:?}");
    assert!(!view["script"].as_str().unwrap().contains("[playerB]"));
    let over = parsed(&hand.resign());
    assert_eq!(over["seen"].as_array().unwrap().len(), 14);
    assert!(over["script"].as_str().unwrap().contains("[playerB]"));
}

/// In an earlier version, a player who placed ships again and again saw all ships of the AI.
#[test]
fn other_places_are_offered_only_before_the_machine_has_ships() {
    let firsts = (0..20).map(|seed| Hand::new("small", 2, &seed.to_string()).unwrap());
    let (mut first, mut second) = (0, 0);
    for mut hand in firsts {
        let is_first = hand.opening.first == hand.game.person();
        let view = parsed(&hand.view());
        assert_eq!(view["may_place"], is_first, "{view}");
        let again = parsed(&hand.place());
        assert_eq!(again["own"] != view["own"], is_first, "{again}");
        *(if is_first { &mut first } else { &mut second }) += 1;
    }
    assert!(first > 0 && second > 0, "{first} {second}");
}

#[test]
fn a_refused_order_has_the_message_of_the_terminal() {
    let mut hand = Hand::new("small", 2, "3").unwrap();
    let view = parsed(&hand.shoot("0 CAR", 99, 0));
    let said = view["said"].as_array().unwrap().last().unwrap();
    assert!(said.as_str().unwrap().starts_with("refused: the board has rows 0 to 11"), "{said}");
}

/// Returns a game in which both fleets are placed and nothing is hit yet.
fn unhurt() -> Hand {
    let games = (0..).map(|seed: u32| {
        let mut hand = Hand::new("small", 1, &seed.to_string()).unwrap();
        hand.end();
        hand
    });
    let is_unhurt = |hand: &mut Hand| {
        let view = parsed(&hand.view());
        let own = view["own"].as_array().unwrap();
        own.iter().all(|ship| !ship["health"].as_str().unwrap().contains('0'))
            && view["enemy"].as_array().unwrap().len() == 4
    };
    games.into_iter().find_map(|mut hand| is_unhurt(&mut hand).then_some(hand)).unwrap()
}

fn last_message(view: &str) -> String {
    let said =
        parsed(view)["said"].as_array().and_then(|said| said.last()?.as_str().map(str::to_owned));
    said.unwrap_or_default()
}

/// In an earlier version, a click let the ship with the shortest range shoot, even if the player
/// chose another ship.
#[test]
fn only_the_chosen_ship_shoots() {
    let mut hand = unhurt();
    assert_eq!(
        last_message(&hand.shoot("", 9, 7)),
        "choose one of your ships first, then the field"
    );
    let far = last_message(&hand.shoot("0 DES", 11, 11));
    assert!(far.starts_with("refused: too far: destroyer 0 "), "{far}");
    let shot = last_message(&hand.shoot("0 CAR", 11, 11));
    assert!(shot.starts_with("your carrier 0 "), "{shot}");
}

#[test]
fn a_shot_at_a_field_seen_to_be_empty_needs_a_second_click() {
    let mut hand = unhurt();
    let view = parsed(&hand.view());
    let own: Vec<i64> = ["row", "col"].map(|key| view["own"][0][key].as_i64().unwrap()).into();
    let runs: Vec<[i64; 3]> = serde_json::from_value(view["known"].clone()).unwrap();
    let run = runs.iter().find(|run| (run[0] - own[0]).abs() > 1).unwrap();
    let at = [run[0], run[1]].map(|place| i32::try_from(place).unwrap());
    let asked = last_message(&hand.shoot("0 CAR", at[0], at[1]));
    assert!(asked.starts_with("you see nothing there: click"), "{asked}");
    let shot = last_message(&hand.shoot("0 CAR", at[0], at[1]));
    assert!(shot.starts_with("your carrier 0 "), "{shot}");
}

#[test]
fn the_lists_show_the_true_fleet_at_the_end() {
    let view = parsed(&begun().resign());
    assert!(
        view["enemy"].as_array().unwrap().iter().all(|ship| ship["health"].is_string()),
        "{view}"
    );
}

#[test]
fn hints_play_a_game_to_its_end_and_a_rematch_keeps_the_score() {
    let mut hand = begun();
    for _ in 0..4000 {
        hand.hint();
        if parsed(&hand.follow())["is_over"] == true {
            break;
        }
    }
    let view = parsed(&hand.view());
    assert_eq!(view["is_over"], true);
    let script = String::from_utf8(hand.script()).unwrap();
    assert!(script.matches("[playerB]").count() >= 2);
    let again = parsed(&hand.rematch("17"));
    assert_eq!((again["is_over"].clone(), again["seed"].clone()), (false.into(), "17".into()));
    assert!(again["score"].as_str().unwrap().starts_with("you have won"));
}

#[test]
fn a_ship_is_offered_its_moves() {
    let hand = begun();
    let offer = parsed(&hand.offers("0 CRU"));
    let ways = offer["ways"].as_array().unwrap();
    assert_eq!(ways.len(), 3);
    assert!(ways.iter().all(|way| way["place"].is_null() != way["why"].is_null()));
    assert_eq!(parsed(&hand.offers("9 CRU")), Value::Null);
    assert_eq!(offer["shoots"], true);
}

#[test]
fn fresh_ships_are_whole() {
    let view = parsed(&Hand::new("small", 2, "3").unwrap().view());
    for ship in view["own"].as_array().unwrap() {
        let length = usize::try_from(ship["length"].as_u64().unwrap()).unwrap();
        assert_eq!(ship["health"], "1".repeat(length), "{ship}");
    }
}

/// Returns whether a ship is offered a move, and if not, why.
fn offered(hand: &Hand, ship: &str, way: &str) -> (bool, String) {
    let offer = parsed(&hand.offers(ship));
    let ways = offer["ways"].as_array().cloned().unwrap_or_default();
    let found = ways.into_iter().find(|one| one["sign"] == way).unwrap_or_default();
    (!found["place"].is_null(), found["why"].as_str().unwrap_or_default().to_owned())
}

/// Moves each ship forward as often as this move is offered. Returns how many of these moves are
/// refused.
fn sail_ahead(hand: &mut Hand) -> usize {
    let mut refused = 0;
    for ship in ["0 CAR", "0 BAT", "0 CRU", "0 DES"] {
        for _ in 0..9 {
            if !offered(hand, ship, "F").0 {
                break;
            }
            let view = parsed(&hand.sail(ship, "F"));
            let said = view["said"].as_array().and_then(|said| said.last()?.as_str()).unwrap();
            if said.starts_with("refused") {
                refused += 1;
                let (is_offered, why) = offered(hand, ship, "F");
                assert!(!is_offered && why.starts_with("refused: "), "{ship}: {why}");
            }
        }
    }
    refused
}

#[test]
fn a_move_that_was_refused_is_not_offered_again_in_the_turn() {
    let refused = (0..40).any(|seed| {
        let mut hand = Hand::new("small", 2, &seed.to_string()).unwrap();
        (0..6).any(|_| {
            hand.end();
            sail_ahead(&mut hand) > 0
        })
    });
    assert!(refused, "nothing was refused");
}

#[test]
fn the_view_has_the_rules_and_messages_name_the_buttons_of_the_page() {
    let mut hand = Hand::new("small", 2, "7").unwrap();
    let view = parsed(&hand.shoot("0 CAR", 5, 5));
    let said = view["said"].as_array().and_then(|said| said.last()?.as_str()).unwrap();
    assert!(said.ends_with("“End turn” ends your turn"), "{said}");
    assert_eq!(view["rules"]["goal"], "Sink their 4 ships to win.");
    assert!(view["rules"]["draws"].as_str().unwrap().starts_with("A draw: "));
    hand.end();
    for _ in 0..60 {
        let view = parsed(&hand.hint());
        assert!(!view.to_string().contains("`."), "{view}");
        hand.follow();
    }
}

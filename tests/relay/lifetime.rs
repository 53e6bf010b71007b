//! Wills, sessions, and what is forgotten when.

use super::*;

fn with_will(client: &str, delay: u32, session: u32) -> Connect {
    let mut connect = connect(client);
    connect.last_will = Some(will(&topic('A', "here/red"), b"", delay));
    connect.properties.session_expiry_interval = Some(session);
    connect
}

/// Returns a world with a client that is there and will be missed, and one who watches.
fn pair(delay: u32, session: u32) -> (World, ConnectionId, ConnectionId) {
    let mut world = World::new();
    let red = world.connect(with_will("red", delay, session));
    world.subscribe(red, &topic('A', "#"));
    let black = world.enter("black", 'A');
    world.publish(red, retained(&topic('A', "here/red"), "yes"));
    assert_eq!(messages(&world.take(black)).len(), 1);
    (world, red, black)
}

fn texts(world: &mut World, id: ConnectionId) -> Vec<String> {
    messages(&world.take(id)).into_iter().map(|(_, text, _)| text).collect()
}

#[test]
fn the_will_clears_the_presence_of_a_lost_client() {
    let (mut world, red, black) = pair(0, 0);
    world.close(red);
    assert_eq!(texts(&mut world, black), [""]);
    assert_eq!(world.relay.counts().retained, 0);
}

#[test]
fn a_client_that_says_goodbye_leaves_no_will_unless_it_asks_for_it() {
    let (mut world, red, black) = pair(0, 0);
    world.send(red, Disconnect::new_normal());
    world.close(red);
    assert!(texts(&mut world, black).is_empty());
    let (mut world, red, black) = pair(0, 0);
    world.send(red, Disconnect::new(Reason::DisconnectWithWillMessage));
    assert_eq!(texts(&mut world, black), [""]);
    world.close(red);
    assert!(texts(&mut world, black).is_empty(), "once");
}

#[test]
fn a_delayed_will_waits_and_is_dropped_when_the_client_continues_its_session() {
    let (mut world, red, black) = pair(5, 30);
    world.close(red);
    world.wait(4 * SECOND);
    assert!(texts(&mut world, black).is_empty());
    let again = world.connect(Connect { clean_start: false, ..with_will("red", 5, 30) });
    world.subscribe(again, &topic('A', "#"));
    world.wait(10 * SECOND);
    assert!(texts(&mut world, black).is_empty());
    world.close(again);
    world.wait(5 * SECOND);
    assert_eq!(texts(&mut world, black), [""]);
}

#[test]
fn the_end_of_the_session_ends_the_delay_of_a_will() {
    let (mut world, red, black) = pair(5, 0);
    world.close(red);
    assert_eq!(texts(&mut world, black), [""], "the session ends with its connection");
    let (mut world, red, black) = pair(5, 30);
    world.close(red);
    world.connect(with_will("red", 5, 30));
    assert_eq!(texts(&mut world, black), [""], "a clean start ends it too");
}

#[test]
fn sessions_outlive_their_connections_by_a_minute_at_most() {
    let mut world = World::new();
    let id = world.open();
    match &world.ask(id, with_will("red", 0, u32::MAX))[..] {
        [Packet::Connack(connack)] => {
            assert_eq!(connack.properties.session_expiry_interval, Some(MAX_WILL_DELAY));
            assert!(!connack.session_present);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_will_for_a_room_that_the_client_is_not_in_is_dropped() {
    let (mut world, _, black) = pair(0, 0);
    let stranger = world.connect(with_will("stranger", 0, 0));
    world.close(stranger);
    assert!(texts(&mut world, black).is_empty());
}

#[test]
fn a_second_connection_of_a_client_takes_over() {
    let (mut world, red, black) = pair(0, 0);
    let again = world.connect(with_will("red", 0, 0));
    world.assert_closed(red, Reason::SessionTakenOver);
    assert_eq!(texts(&mut world, black), [""], "the will comes before the new connection");
    world.subscribe(again, &topic('A', "#"));
    world.publish(again, retained(&topic('A', "here/red"), "yes"));
    assert_eq!(texts(&mut world, black), ["yes"]);
}

#[test]
fn a_silent_client_is_lost_after_one_and_a_half_of_its_keep_alive() {
    let (mut world, red, black) = pair(0, 0);
    world.wait(80 * SECOND);
    assert_eq!(world.ask(black, Packet::Pingreq), [Packet::Pingresp]);
    world.wait(11 * SECOND);
    world.assert_closed(red, Reason::KeepAliveTimeout);
    assert_eq!(texts(&mut world, black), [""]);
}

#[test]
fn the_relay_sets_a_keep_alive_for_clients_that_have_none() {
    for (asked, expected) in [(0, Some(KEEP_ALIVE)), (60, None), (3600, Some(KEEP_ALIVE))] {
        let mut world = World::new();
        let id = world.open();
        match &world.ask(id, Connect::new("a".into(), asked))[..] {
            [Packet::Connack(connack)] => assert_eq!(connack.properties.server_keep_alive, expected),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_connection_without_connect_is_closed_without_a_word() {
    let mut world = World::new();
    let id = world.open();
    world.bytes(id, b"\x10");
    world.wait(CONNECT_TIME + SECOND);
    let output = world.relay.take(id, MAX_PACKET);
    assert!(output.closes && output.bytes.is_empty());
}

#[test]
fn a_room_dies_a_day_after_its_people_have_left() {
    let mut world = World::new();
    let red = world.enter("red", 'A');
    world.publish(red, retained(&topic('A', "line/red"), "h2e2"));
    world.close(red);
    world.wait(ROOM_LIFE - SECOND);
    let black = world.connect(connect("black"));
    assert_eq!(messages(&world.ask(black, subscribe(&topic('A', "#"), options()))).len(), 1);
    world.close(black);
    world.wait(ROOM_LIFE - SECOND);
    assert_eq!(world.relay.counts().rooms, 1, "the day begins anew");
    world.wait(2 * SECOND);
    assert_eq!(world.relay.counts(), Default::default());
}

#[test]
fn an_empty_room_without_retained_messages_dies_at_once() {
    let mut world = World::new();
    let red = world.enter("red", 'A');
    assert_eq!(world.relay.counts().rooms, 1);
    world.close(red);
    assert_eq!(world.relay.counts(), Default::default());
    // The will that clears the last retained message ends the room too.
    let (mut world, red, black) = pair(5, 30);
    world.close(red);
    world.close(black);
    assert_eq!((world.relay.counts().rooms, world.relay.counts().wills), (1, 1));
    world.wait(6 * SECOND);
    assert_eq!(world.relay.counts(), Default::default());
}

#[test]
fn retained_messages_expire() {
    let mut world = World::new();
    let red = world.enter("red", 'A');
    let mut message = retained(&topic('A', "line/red"), "h2e2");
    message.properties.message_expiry_interval = Some(60);
    world.publish(red, message.clone());
    world.wait(20 * SECOND);
    let black = world.connect(connect("black"));
    let answers = world.ask(black, subscribe(&topic('A', "#"), options()));
    match answers.last() {
        Some(Packet::Publish(publish)) => assert_eq!(publish.properties.message_expiry_interval, Some(40)),
        other => panic!("{other:?}"),
    }
    world.wait(40 * SECOND);
    assert_eq!(world.relay.counts().retained, 0);
    message.properties.message_expiry_interval = Some(0);
    world.publish(red, message);
    assert_eq!(world.relay.counts().retained, 0);
}

#[test]
fn shutting_down_tells_all_clients_and_publishes_no_will() {
    let (mut world, red, black) = pair(0, 0);
    let waiting = world.open();
    world.relay.shut_down(world.now);
    world.relay.check();
    assert!(world.relay.is_full() && world.relay.open(world.now, ()).is_none());
    world.assert_closed(red, Reason::ServerShuttingDown);
    let packets = world.take(black);
    assert!(matches!(&packets[..], [Packet::Disconnect(_)]), "{packets:?}");
    assert!(world.relay.take(waiting, MAX_PACKET).closes);
}

//! The bounds of a client, and of all clients together.

use super::*;

#[test]
fn a_client_that_sends_too_often_is_closed() {
    let mut world = World::new();
    let id = world.enter("a", 'A');
    // CONNECT and SUBSCRIBE count too.
    for _ in 2..BURST {
        assert_eq!(world.ask(id, Packet::Pingreq), [Packet::Pingresp]);
    }
    world.now += SECOND;
    for _ in 0..10 {
        assert_eq!(world.ask(id, Packet::Pingreq), [Packet::Pingresp], "ten a second go on for ever");
    }
    world.send(id, Packet::Pingreq);
    world.assert_closed(id, Reason::MessageRateTooHigh);
}

#[test]
fn bytes_one_by_one_without_end_close_the_connection_too() {
    let mut world = World::new();
    let id = world.enter("a", 'A');
    world.bytes(id, &[0x30, 0x80]);
    let mut count = 0;
    while !world.relay.take(id, MAX_PACKET).closes {
        world.bytes(id, &[]);
        count += 1;
        assert!(count < 1000);
    }
    assert!(count > 500);
}

#[test]
fn a_client_is_in_four_rooms_at_most() {
    let mut world = World::new();
    let id = world.connect(connect("a"));
    for letter in ('A'..).take(MAX_ROOMS) {
        assert_eq!(world.subscribe(id, &topic(letter, "#")), [Code::GrantedQoS0]);
    }
    assert_eq!(world.subscribe(id, &topic('Z', "#")), [Code::QuotaExceeded]);
    assert_eq!(
        world.subscribe(id, &topic('A', "say/+")),
        [Code::GrantedQoS0],
        "a room that it is in already"
    );
    for peer in MAX_ROOMS + 1..MAX_FILTERS {
        assert_eq!(world.subscribe(id, &topic('A', &format!("say/{peer}"))), [Code::GrantedQoS0]);
    }
    assert_eq!(world.subscribe(id, &topic('A', "say/last")), [Code::QuotaExceeded]);
    assert_eq!(world.subscribe(id, &topic('A', "#")), [Code::GrantedQoS0], "a subscription that there is");
}

#[test]
fn a_room_has_a_limit_of_connections_and_of_retained_messages() {
    let mut world = World::new();
    let mut last = world.enter("0", 'A');
    for client in 1..MAX_CONNECTIONS_PER_ROOM {
        last = world.enter(&client.to_string(), 'A');
    }
    let more = world.connect(connect("more"));
    assert_eq!(world.subscribe(more, &topic('A', "#")), [Code::QuotaExceeded]);
    for peer in 0..MAX_RETAINED_PER_ROOM {
        world.now += SECOND;
        let message = retained(&topic('A', &format!("line/{peer}")), "x");
        assert_eq!(world.publish(last, message), PubackReasonCode::Success);
    }
    let mut put = |peer: &str, text: &'static str| world.publish(last, retained(&topic('A', peer), text));
    assert_eq!(put("line/more", "x"), PubackReasonCode::QuotaExceeded);
    assert_eq!(put("line/0", "y"), PubackReasonCode::Success, "in place of another");
    assert_eq!(put("line/0", ""), PubackReasonCode::Success);
    assert_eq!(put("line/more", "x"), PubackReasonCode::Success);
}

#[test]
fn when_there_are_too_many_rooms_the_one_that_was_left_first_goes() {
    let mut world = World::of(Limits::for_rooms(2));
    for letter in ['A', 'B'] {
        let id = world.enter("a", letter);
        world.publish(id, retained(&topic(letter, "line/a"), "x"));
        world.close(id);
        world.wait(SECOND);
    }
    let third = world.enter("c", 'C');
    let reader = world.connect(connect("b"));
    assert_eq!(messages(&world.ask(reader, subscribe(&topic('B', "#"), options()))).len(), 1, "B stays");
    let another = world.connect(connect("d"));
    assert_eq!(world.subscribe(another, &topic('D', "#")), [Code::QuotaExceeded], "people are in both rooms");
    world.close(third);
    assert_eq!(world.subscribe(another, &topic('D', "#")), [Code::GrantedQoS0]);
}

#[test]
fn connections_are_limited() {
    let mut world = World::of(Limits::for_rooms(1));
    let ids: Vec<_> = (0..4).map(|_| world.open()).collect();
    assert!(world.relay.is_full() && world.relay.open(world.now, ()).is_none());
    world.close(ids[0]);
    assert!(!world.relay.is_full());
}

#[test]
fn retained_bytes_are_limited_and_empty_rooms_make_place() {
    let limits = Limits { retained_bytes: 10_000, ..Limits::for_rooms(10) };
    let mut world = World::of(limits);
    let mut fill = |letter: char| {
        let id = world.enter(&format!("of {letter}"), letter);
        let codes = ["line/a", "line/b", "line/c"]
            .map(|rest| world.publish(id, retained(&topic(letter, rest), vec![7; MAX_PAYLOAD])));
        (id, codes)
    };
    let (first, codes) = fill('A');
    assert_eq!(codes, [PubackReasonCode::Success; 3]);
    let (_, codes) = fill('B');
    assert_eq!(codes[..2], [PubackReasonCode::Success, PubackReasonCode::QuotaExceeded]);
    world.close(first);
    let (_, codes) = {
        let id = world.enter("of C", 'C');
        (
            id,
            ["line/a", "line/b"]
                .map(|rest| world.publish(id, retained(&topic('C', rest), vec![7; MAX_PAYLOAD]))),
        )
    };
    assert_eq!(codes, [PubackReasonCode::Success; 2]);
    assert_eq!(world.relay.counts().rooms, 2, "the room that was left is gone");
}

#[test]
fn a_slow_reader_is_closed_and_leaves_its_will() {
    let mut world = World::new();
    let red = world.enter("red", 'A');
    let mut slow = connect("slow");
    slow.last_will = Some(will(&topic('A', "here/slow"), b"", 0));
    let slow = world.connect(slow);
    world.subscribe(slow, &topic('A', "#"));
    let mut count = 0;
    let got_will = loop {
        world.now += SECOND / 10;
        let answers = world.ask(red, publish(&topic('A', "say/red"), vec![0; MAX_PAYLOAD]));
        let topics = messages(&answers).into_iter().map(|(topic, ..)| topic);
        if topics.clone().any(|each| each == topic('A', "here/slow")) {
            break count;
        }
        count += 1;
        assert!(count < 1000, "its queue has no end");
    };
    assert!(got_will > 100, "a full room's retained messages fit");
    let last = world.take(slow);
    assert_eq!(last.len(), 1, "what waited is dropped");
    match &last[0] {
        Packet::Disconnect(last) => assert_eq!(last.reason_code, Reason::QuotaExceeded),
        other => panic!("{other:?}"),
    }
}

#[test]
fn when_too_much_waits_for_all_those_with_most_of_it_are_closed() {
    let mut world = World::of(Limits { queued_bytes: 40_000, ..Limits::for_rooms(10) });
    let red = world.enter("red", 'A');
    let (quick, slow) = (world.enter("quick", 'A'), world.enter("slow", 'A'));
    for _ in 0..40 {
        world.now += SECOND / 10;
        world.ask(red, publish(&topic('A', "say/red"), vec![0; MAX_PAYLOAD]));
        assert_eq!(world.take(quick).len(), 1);
    }
    world.assert_closed(slow, Reason::QuotaExceeded);
}

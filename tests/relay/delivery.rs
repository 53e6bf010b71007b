//! The delivery of messages.

use super::*;

#[test]
fn two_clients_in_a_room_hear_each_other_and_nobody_else_does() {
    let mut world = World::new();
    let (red, black, other) = (world.enter("red", 'A'), world.enter("black", 'A'), world.enter("other", 'B'));
    let say = topic('A', "say/red");
    assert_eq!(world.publish(red, publish(&say, "h2e2")), PubackReasonCode::Success);
    let expected = [(say, "h2e2".to_owned(), false)];
    assert_eq!(messages(&world.take(black)), expected);
    assert!(world.take(other).is_empty());
}

#[test]
fn publishers_get_their_own_messages_unless_no_local_is_set() {
    let mut world = World::new();
    let client = world.connect(connect("a"));
    let say = publish(&topic('A', "say/a"), "x");
    world.ask(client, subscribe(&topic('A', "#"), options()));
    assert_eq!(messages(&world.ask(client, say.clone())).len(), 1);
    world.ask(client, subscribe(&topic('A', "#"), SubscriptionOptions { no_local: true, ..options() }));
    assert!(world.ask(client, say).is_empty());
}

#[test]
fn retained_messages_go_to_new_subscribers_with_the_retain_flag() {
    let mut world = World::new();
    let red = world.enter("red", 'A');
    world.publish(red, retained(&topic('A', "line/red"), "first"));
    world.publish(red, retained(&topic('A', "line/red"), "second"));
    world.publish(red, retained(&topic('A', "here/red"), "yes"));
    world.publish(red, publish(&topic('A', "line/red"), "not retained"));
    let black = world.connect(connect("black"));
    let got = messages(&world.ask(black, subscribe(&topic('A', "#"), options())));
    let message = |rest: &str, text: &str| (topic('A', rest), text.to_owned(), true);
    assert_eq!(got, [message("line/red", "second"), message("here/red", "yes")]);
    let lines = messages(&world.ask(black, subscribe(&topic('A', "line/+"), options())));
    assert_eq!(lines, [message("line/red", "second")]);
}

#[test]
fn live_messages_have_the_retain_flag_only_if_asked_for() {
    let mut world = World::new();
    let red = world.enter("red", 'A');
    let plain = world.enter("plain", 'A');
    let kept = world.connect(connect("kept"));
    let as_published = SubscriptionOptions { retain_as_published: true, ..options() };
    world.ask(kept, subscribe(&topic('A', "#"), as_published));
    world.publish(red, retained(&topic('A', "here/red"), "yes"));
    assert!(!messages(&world.take(plain))[0].2);
    assert!(messages(&world.take(kept))[0].2);
}

#[test]
fn retain_handling_says_when_retained_messages_are_sent() {
    let mut world = World::new();
    let red = world.enter("red", 'A');
    world.publish(red, retained(&topic('A', "here/red"), "yes"));
    let black = world.connect(connect("black"));
    let mut count = |handling| {
        let options = SubscriptionOptions { retain_handling: handling, ..options() };
        messages(&world.ask(black, subscribe(&topic('A', "#"), options))).len()
    };
    assert_eq!(count(RetainHandling::DoNotSend), 0);
    assert_eq!(count(RetainHandling::SendAtSubscribeIfNotExist), 0, "the subscription exists");
    assert_eq!(count(RetainHandling::SendAtSubscribe), 1);
}

#[test]
fn an_empty_retained_message_clears_the_topic() {
    let mut world = World::new();
    let red = world.enter("red", 'A');
    let black = world.enter("black", 'A');
    world.publish(red, retained(&topic('A', "here/red"), "yes"));
    world.publish(red, retained(&topic('A', "here/red"), ""));
    let texts: Vec<_> = messages(&world.take(black)).into_iter().map(|(_, text, _)| text).collect();
    assert_eq!(texts, ["yes", ""], "those who are there are told");
    assert_eq!(world.relay.counts().retained, 0);
}

#[test]
fn overlapping_subscriptions_bring_a_message_once() {
    let mut world = World::new();
    let (red, black) = (world.enter("red", 'A'), world.enter("black", 'A'));
    for filter in ["+/+", "say/+", "say/red", "say/#", "+/red"] {
        assert_eq!(world.subscribe(black, &topic('A', filter)), [Code::GrantedQoS0], "{filter}");
    }
    world.publish(red, publish(&topic('A', "say/red"), "x"));
    assert_eq!(messages(&world.take(black)).len(), 1);
}

#[test]
fn after_unsubscribing_a_client_is_no_longer_in_the_room() {
    let mut world = World::new();
    let (red, black) = (world.enter("red", 'A'), world.enter("black", 'A'));
    let leave =
        Unsubscribe::new(Pid::default(), vec![TopicFilter::try_from(topic('A', "#").as_str()).expect("ok")]);
    let mut codes = || match &world.ask(black, leave.clone())[..] {
        [Packet::Unsuback(unsuback)] => unsuback.topics.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(codes(), [UnsubscribeReasonCode::Success]);
    assert_eq!(codes(), [UnsubscribeReasonCode::NoSubscriptionExisted]);
    world.publish(red, publish(&topic('A', "say/red"), "x"));
    assert!(world.take(black).is_empty());
    let code = world.publish(black, publish(&topic('A', "say/black"), "x"));
    assert_eq!(code, PubackReasonCode::NotAuthorized);
}

#[test]
fn properties_of_a_message_arrive_with_it() {
    let mut world = World::new();
    let (red, black) = (world.enter("red", 'A'), world.enter("black", 'A'));
    let mut message = publish(&topic('A', "say/red"), "x");
    message.properties.content_type = Some("text/plain".into());
    message.properties.correlation_data = Some(Bytes::from_static(b"7"));
    world.send(red, message.clone());
    assert_eq!(world.take(black), [Packet::Publish(message)]);
}

#[test]
fn a_client_gets_no_packet_larger_than_it_accepts() {
    let mut world = World::new();
    let red = world.enter("red", 'A');
    let mut small = connect("small");
    small.properties.max_packet_size = Some(200);
    let small = world.connect(small);
    world.subscribe(small, &topic('A', "#"));
    world.publish(red, publish(&topic('A', "say/red"), vec![7; 500]));
    world.publish(red, publish(&topic('A', "say/red"), "short"));
    assert_eq!(messages(&world.take(small)).len(), 1);
}

#[test]
fn packets_may_be_split_and_joined_anywhere() {
    let mut world = World::new();
    let id = world.open();
    let packets: [Packet; 3] = [
        connect("a").into(),
        subscribe(&topic('A', "#"), options()).into(),
        publish(&topic('A', "say/a"), "text").into(),
    ];
    let bytes: Vec<u8> =
        packets.iter().flat_map(|packet| packet.encode().expect("ok").as_ref().to_vec()).collect();
    for byte in &bytes {
        world.bytes(id, &[*byte]);
    }
    assert_eq!(messages(&world.take(id)).len(), 1);
    let joined = world.open();
    world.bytes(joined, &bytes);
    assert_eq!(world.take(joined).len(), 3);
}

//! Refusals and their reason codes.

use super::*;

#[test]
fn the_relay_announces_what_it_can_do() {
    let mut world = World::new();
    let id = world.open();
    let answers = world.ask(id, connect(""));
    let [Packet::Connack(Connack { session_present: false, properties, .. })] = &answers[..] else {
        panic!("{answers:?}")
    };
    assert_eq!(properties.max_qos, Some(QoS::Level1));
    assert_eq!(properties.max_packet_size, Some(MAX_PACKET as u32));
    assert_eq!(properties.topic_alias_max, Some(0));
    assert_eq!(properties.shared_subscription_available, Some(false));
    assert_eq!(properties.subscription_id_available, Some(false));
    assert_eq!(properties.assigned_client_id.as_ref().map(|id| id.len()), Some(16));
    let other = world.open();
    let others = world.ask(other, connect(""));
    assert_ne!(answers, others, "no two clients get the same id");
}

#[test]
fn messages_with_other_topics_are_refused() {
    let mut world = World::new();
    let id = world.enter("a", 'A');
    let long = format!("say/{}", "p".repeat(44));
    for rest in ["", "say", "say/", "say/a/b", "sing/a", "say/ä", "say/a b", "SAY/a", &long] {
        let code = world.publish(id, publish(&topic('A', rest), "x"));
        assert_eq!(code, PubackReasonCode::TopicNameInvalid, "{rest}");
    }
    world.wait(5 * SECOND);
    let mut others = vec!["a".to_owned(), "$SYS/a".to_owned(), room('A')];
    others.push(format!("chuhe/1/{}/say/a", "A".repeat(21)));
    others.push(format!("chuhe/1/{}/say/a", "A".repeat(23)));
    others.push(format!("chuhe/2/{}/say/a", "A".repeat(22)));
    others.push(format!("/chuhe/1/{}/say/a", "A".repeat(22)));
    for topic in others {
        assert_eq!(world.publish(id, publish(&topic, "x")), PubackReasonCode::TopicNameInvalid, "{topic}");
    }
    let peer = format!("say/{}", "p".repeat(43));
    assert_eq!(world.publish(id, publish(&topic('A', &peer), "x")), PubackReasonCode::Success);
    world.refused(publish("a", "x"), Reason::TopicNameInvalid);
}

#[test]
fn a_client_publishes_only_into_its_rooms() {
    let mut world = World::new();
    let id = world.enter("a", 'A');
    let message = publish(&topic('B', "say/a"), "x");
    assert_eq!(world.publish(id, message.clone()), PubackReasonCode::NotAuthorized);
    world.refused(message, Reason::NotAuthorized);
}

#[test]
fn subscriptions_that_do_not_lie_in_one_room_are_refused() {
    let mut world = World::new();
    let id = world.connect(connect("a"));
    let all = format!("chuhe/1/{}", "A".repeat(22));
    for filter in ["#", "+/#", "chuhe/#", "chuhe/1/#", "chuhe/1/+/#", "chuhe/1/+/say/a", "$SYS/#", &all] {
        assert_eq!(world.subscribe(id, filter), [Code::NotAuthorized], "{filter}");
    }
    for rest in ["", "+", "say", "sing/+", "say/a/b", "say/a/#", "+/+/+"] {
        assert_eq!(world.subscribe(id, &topic('A', rest)), [Code::TopicFilterInvalid], "{rest}");
    }
    let shared = format!("$share/group/{}", topic('A', "#"));
    assert_eq!(world.subscribe(id, &shared), [Code::SharedSubscriptionNotSupported]);
    assert_eq!(world.relay.counts().rooms, 0);
    let mut with_id = subscribe(&topic('Z', "#"), options());
    with_id.properties.subscription_id = Some(7.try_into().expect("a small number"));
    world.refused(with_id, Reason::SubscriptionIdentifiersNotSupported);
}

#[test]
fn one_refused_filter_leaves_the_others_of_its_packet() {
    let mut world = World::new();
    let id = world.connect(connect("a"));
    let mut both = subscribe("#", options());
    both.topics.append(&mut subscribe(&topic('A', "#"), options()).topics);
    match &world.ask(id, both)[..] {
        [Packet::Suback(suback)] => assert_eq!(suback.topics, [Code::NotAuthorized, Code::GrantedQoS0]),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_said_once_is_never_retained() {
    let mut world = World::new();
    let id = world.enter("a", 'A');
    let message = retained(&topic('A', "say/a"), "x");
    assert_eq!(world.publish(id, message), PubackReasonCode::NotAuthorized);
    let message = Publish { retain: true, ..publish(&topic('Z', "say/a"), "x") };
    world.refused(message, Reason::RetainNotSupported);
    let mut with_will = connect("b");
    with_will.last_will = Some(will(&topic('A', "say/b"), b"x", 0));
    world.refused_connect(with_will, ConnectReasonCode::RetainNotSupported);
}

#[test]
fn too_large_messages_and_packets_are_refused() {
    let mut world = World::new();
    let id = world.enter("a", 'A');
    let say = topic('A', "say/a");
    assert_eq!(world.publish(id, publish(&say, vec![0; MAX_PAYLOAD])), PubackReasonCode::Success);
    assert_eq!(world.publish(id, publish(&say, vec![0; MAX_PAYLOAD + 1])), PubackReasonCode::QuotaExceeded);
    world.refused(publish(&topic('Z', "say/a"), vec![0; MAX_PAYLOAD + 1]), Reason::PacketTooLarge);
    world.refused(publish(&topic('Z', "say/a"), vec![0; MAX_PACKET]), Reason::PacketTooLarge);
    // The length in the fixed header is enough.
    let id = world.enter("b", 'A');
    world.bytes(id, &[0x30, 0xff, 0x7f]);
    world.assert_closed(id, Reason::PacketTooLarge);
    let mut large = connect("c");
    large.password = Some(vec![0; MAX_PACKET].into());
    world.refused_connect(large, ConnectReasonCode::PacketTooLarge);
    let mut with_will = connect("d");
    with_will.last_will = Some(will(&topic('A', "here/d"), &[0; MAX_PAYLOAD + 1], 0));
    world.refused_connect(with_will, ConnectReasonCode::PacketTooLarge);
}

#[test]
fn what_the_relay_does_not_do_is_refused() {
    let mut world = World::new();
    let say = topic('Z', "say/a");
    let exact = Publish { qos_pid: QosPid::Level2(Pid::default()), ..publish(&say, "x") };
    world.refused(exact, Reason::QoSNotSupported);
    let mut aliased = publish(&say, "x");
    aliased.properties.topic_alias = Some(1);
    world.refused(aliased, Reason::TopicAliasInvalid);
    world.refused(publish("", "x"), Reason::ProtocolError);
    world.refused(Auth::new_success(), Reason::ProtocolError);
    world.refused(connect("again"), Reason::ProtocolError);
    world.refused(Packet::Pingresp, Reason::ProtocolError);
}

#[test]
fn clients_of_other_protocols_are_refused_in_their_own_language() {
    let mut world = World::new();
    let v4 = world.open();
    world.bytes(v4, b"\x10\x0d\0\x04MQTT\x04\x02\0\x3c\0\x01a");
    let output = world.relay.take(v4, MAX_PACKET);
    assert_eq!((&output.bytes[..], output.closes), (&[0x20, 2, 0, 1][..], true));
    let v3 = world.open();
    world.bytes(v3, b"\x10\x0f\0\x06MQIsdp\x03\x02\0\x3c\0\x01a");
    assert_eq!(world.relay.take(v3, MAX_PACKET).bytes[..], [0x20, 2, 0, 1]);
    let v6 = world.open();
    world.bytes(v6, b"\x10\x0e\0\x04MQTT\x06\x02\0\x3c\0\0\x01a");
    match &world.take(v6)[..] {
        [Packet::Connack(connack)] => {
            assert_eq!(connack.reason_code, ConnectReasonCode::UnsupportedProtocolVersion);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn bad_connects_are_refused_with_a_reason() {
    let mut world = World::new();
    world.refused_connect(connect(&"a".repeat(65)), ConnectReasonCode::ClientIdentifierNotValid);
    let mut authenticated = connect("a");
    authenticated.properties.auth_method = Some("SCRAM-SHA-1".into());
    world.refused_connect(authenticated, ConnectReasonCode::BadAuthMethod);
    let mut with_will = connect("a");
    with_will.last_will = Some(will("somewhere", b"x", 0));
    world.refused_connect(with_will, ConnectReasonCode::TopicNameInvalid);
    let mut exact = will(&topic('A', "here/a"), b"x", 0);
    exact.qos = QoS::Level2;
    let mut with_will = connect("a");
    with_will.last_will = Some(exact);
    world.refused_connect(with_will, ConnectReasonCode::QoSNotSupported);
    let mut named = connect("a");
    named.username = Some("someone".into());
    named.password = Some(Bytes::from_static(b"secret"));
    world.connect(named);
}

#[test]
fn garbage_closes_the_connection() {
    let mut world = World::new();
    for bytes in [&b"\0"[..], b"\0\0", b"GET / HTTP/1.1\r\n\r\n", b"\xff\xff\xff\xff\xff\xff", b"\xc0\0"] {
        let id = world.open();
        world.bytes(id, bytes);
        let output = world.relay.take(id, MAX_PACKET);
        assert!(output.closes && output.bytes.is_empty(), "{bytes:?}");
        world.close(id);
    }
    let malformed: [&[u8]; 6] = [
        b"\xc0\x01\0",                      // PINGREQ with a body
        b"\x32\x06\0\x01a\0\0\0",           // packet identifier 0
        b"\x30\x05\0\x01a\x7f\0",           // properties that end too late
        b"\x30\x04\0\x02\xc3\x28",          // no UTF-8
        b"\x82\x0a\0\x01\0\0\x03a/b\x04\0", // no subscription options
        b"\xf0\x01\xff",                    // no reason code
    ];
    for bytes in malformed {
        let id = world.enter("a", 'A');
        world.bytes(id, bytes);
        let packets = world.take(id);
        let reason = match packets.last() {
            Some(Packet::Disconnect(last)) => last.reason_code,
            other => panic!("{bytes:?}: {other:?}"),
        };
        assert!([Reason::MalformedPacket, Reason::ProtocolError].contains(&reason), "{bytes:?}: {reason:?}");
        world.close(id);
    }
}

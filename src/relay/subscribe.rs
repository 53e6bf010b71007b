//! Subscriptions: which filters are granted, and which retained messages they bring.

use crate::connection::Subscription;
use crate::limits::{MAX_CONNECTIONS_PER_ROOM, MAX_FILTERS, MAX_ROOMS};
use crate::packets::{Refusal, encode};
use crate::relay::{ConnectionId, Relay, Wake};
use crate::topic::{Filter, RoomName};
use mqtt_proto::v5::{
    DisconnectReasonCode, RetainHandling, Suback, Subscribe, SubscribeReasonCode as Code,
    SubscriptionOptions, Unsuback, Unsubscribe, UnsubscribeReasonCode,
};
use std::time::Duration;

impl<W: Wake> Relay<W> {
    /// Answers SUBSCRIBE, then sends the retained messages that it asks for.
    pub(crate) fn subscribe(
        &mut self,
        now: Duration,
        id: ConnectionId,
        subscribe: Subscribe,
    ) -> Result<(), Refusal> {
        if subscribe.properties.subscription_id.is_some() {
            return Err(DisconnectReasonCode::SubscriptionIdentifiersNotSupported.into());
        }
        let mut codes = Vec::new();
        let mut granted = Vec::new();
        for (text, options) in &subscribe.topics {
            codes.push(match self.add_subscription(id, text, *options) {
                Ok((room, filter, is_new)) => {
                    let sends = match options.retain_handling {
                        RetainHandling::SendAtSubscribe => true,
                        RetainHandling::SendAtSubscribeIfNotExist => is_new,
                        RetainHandling::DoNotSend => false,
                    };
                    granted.extend(sends.then_some((room, filter)));
                    Code::GrantedQoS0
                }
                Err(code) => code,
            });
        }
        self.send(id, encode(Suback::new(subscribe.pid, codes)));
        for (room, filter) in granted {
            self.send_retained(now, id, room, &filter);
        }
        Ok(())
    }

    /// Adds a subscription, or changes the options of one that there is. Returns its room, its filter and whether it is new.
    fn add_subscription(
        &mut self,
        id: ConnectionId,
        text: &str,
        options: SubscriptionOptions,
    ) -> Result<(RoomName, Filter, bool), Code> {
        let (name, filter) = Filter::read(text)?;
        let Some(client) = self.connections.get_mut(&id).and_then(|connection| connection.client_mut())
        else {
            return Err(Code::UnspecifiedError);
        };
        if let Some(subscription) = client.subscriptions.iter_mut().find(|each| *each.text == *text) {
            subscription.options = options;
            return Ok((name, filter, false));
        }
        let is_in = client.is_in(name);
        if client.subscriptions.len() >= MAX_FILTERS || (!is_in && client.rooms().len() >= MAX_ROOMS) {
            return Err(Code::QuotaExceeded);
        }
        if !is_in {
            self.enter_room(id, name)?;
        }
        if let Some(client) = self.connections.get_mut(&id).and_then(|connection| connection.client_mut()) {
            let subscription =
                Subscription { text: text.into(), room: name, filter: filter.clone(), options };
            client.subscriptions.push(subscription);
        }
        Ok((name, filter, true))
    }

    fn enter_room(&mut self, id: ConnectionId, name: RoomName) -> Result<(), Code> {
        let is_new = !self.rooms.contains_key(&name);
        if is_new && self.rooms.len() >= self.limits.rooms && !self.evict_room(None) {
            return Err(Code::QuotaExceeded);
        }
        let room = self.rooms.entry(name).or_default();
        if room.members.len() >= MAX_CONNECTIONS_PER_ROOM {
            return Err(Code::QuotaExceeded);
        }
        room.members.push(id);
        room.empty_since = None;
        Ok(())
    }

    fn send_retained(&mut self, now: Duration, id: ConnectionId, room: RoomName, filter: &Filter) {
        let Some(room) = self.rooms.get(&room) else { return };
        let wanted =
            room.retained.iter().filter(|(key, message)| filter.matches(key) && !message.is_expired(now));
        let packets: Vec<_> = wanted.map(|(_, message)| message.packet(now)).collect();
        for packet in packets {
            self.send(id, packet);
        }
    }

    /// Answers UNSUBSCRIBE. A client without a subscription in a room leaves it.
    pub(crate) fn unsubscribe(&mut self, now: Duration, id: ConnectionId, unsubscribe: Unsubscribe) {
        let codes = unsubscribe.topics.iter().map(|text| self.remove_subscription(now, id, text)).collect();
        self.send(id, encode(Unsuback::new(unsubscribe.pid, codes)));
    }

    fn remove_subscription(&mut self, now: Duration, id: ConnectionId, text: &str) -> UnsubscribeReasonCode {
        let none = UnsubscribeReasonCode::NoSubscriptionExisted;
        let Some(client) = self.connections.get_mut(&id).and_then(|connection| connection.client_mut())
        else {
            return none;
        };
        let Some(index) = client.subscriptions.iter().position(|each| *each.text == *text) else {
            return none;
        };
        let room = client.subscriptions.remove(index).room;
        if !client.is_in(room) {
            self.leave_room(now, id, room);
        }
        UnsubscribeReasonCode::Success
    }
}

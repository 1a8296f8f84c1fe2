-- Live coverage (25.11) looks for tickets that were brought out of a version by hand: few, among all events there ever were.
create index ticket_event_moved on ticket_event (((event ->> 'from')::bigint), ticket_id) where type = 'move';

-- Messages are read by the time they came, which is not always the order of their rows.
create index notice_received on notice (recipient_id, created_at desc, id desc);
drop index notice_recipient;

-- Who called this person in for advice or to sign (25.5); null for everybody else.
alter table ticket_task add column added_by bigint references app_user;

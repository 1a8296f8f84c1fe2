-- The audit logs are signed with a key that the database does not hold, row by row and in sealed runs (SYS-134).

-- The id of a row of an audit log. It is given out under a lock that ends with the transaction, so that whoever takes the
-- lock alone knows that no lower id is still to come.
create function audited_id(log text) returns bigint language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(7203914, hashtext(log));
  return nextval(log || '_id_seq');
end $$;

do $$
declare
  log text;
  next bigint;
begin
  foreach log in array array['operation_log', 'login_log', 'frontend_log'] loop
    execute format('select last_value + 1 from %s', pg_get_serial_sequence(log, 'id')) into next;
    execute format('alter table %I alter column id drop identity', log);
    execute format('create sequence %I start with %s owned by %I.id', log || '_id_seq', next, log);
    execute format('alter table %I alter column id set default audited_id(%L)', log, log);
  end loop;
end $$;

-- Rows are no longer chained one by one: every write would wait for the one before it. Each is signed by itself, and
-- sealed together with its neighbours soon after. Rows from before have prev_hash and hash instead.
alter table operation_log
  alter column prev_hash drop not null,
  alter column hash drop not null,
  add column key_id text,
  add column mac text,
  add constraint operation_log_signed check ((mac is null) = (key_id is null) and (mac is null) = (hash is not null));

-- The events of all tickets in one order, so that a run of them can be sealed. `hash` is the code of the row under `key_id`;
-- rows from before have their plain hash and no key.
create sequence ticket_event_id_seq;
alter table ticket_event
  add column id bigint not null default nextval('ticket_event_id_seq'),
  add column key_id text;
alter sequence ticket_event_id_seq owned by ticket_event.id;
alter table ticket_event alter column id set default audited_id('ticket_event');
create unique index ticket_event_order on ticket_event (id);

-- A run of rows of a log under one code that covers them and the seal before.
create table audit_seal (
  log text not null check (log in ('operation_log', 'ticket_event', 'login_log', 'frontend_log')),
  -- From 1 without gaps. The first covers no rows but what was sealed and archived before there was a key.
  no integer not null check (no > 0),
  -- Every row after the seal before, up to and with this id.
  to_id bigint not null,
  rows integer not null check (rows >= 0),
  -- Rows under this seal and all before it.
  total bigint not null,
  -- SHA-256 of the rows.
  digest text not null,
  -- Rows up to this id were there before there was a key, and need not be signed.
  unsigned_to bigint not null,
  prev_mac text not null,
  key_id text not null,
  mac text not null,
  created_at timestamptz not null,
  primary key (log, no)
);
create index audit_seal_rows on audit_seal (log, to_id);
create trigger audit_seal_append_only before update or delete on audit_seal
  for each row execute function refuse_change();

-- What is archived from now on ends with a seal of the new kind, and the operation log is archived like the others.
alter table log_archive drop constraint log_archive_log_to_id_fkey;
create or replace function refuse_unarchived() returns trigger language plpgsql as $$
begin
  if exists (select from operation_log_archive where old.id between from_id and to_id)
    or exists (select from log_archive where log = 'operation_log' and old.id between from_id and to_id) then
    return old;
  end if;
  raise exception 'table % is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Meeting the same fault again counts it; nothing else of a row ever changes, and nothing once it is sealed.
create or replace function refuse_rewriting() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'count' - 'at') is distinct from (to_jsonb(old) - 'count' - 'at')
    or new.count < old.count or exists (select from audit_seal where log = 'frontend_log' and to_id >= old.id)
    or exists (select from log_seal where log = 'frontend_log' and to_id >= old.id) then
    raise exception 'table % is append-only', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Removes rows that an archive names, as the owner of the tables: the role of the server may not delete from these logs.
-- The triggers of the tables refuse every row that no archive names.
create function remove_archived(log text, first_id bigint, last_id bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  removed bigint;
begin
  if log not in ('operation_log', 'login_log', 'frontend_log') then
    raise exception '% is not archived', log;
  end if;
  execute format('delete from %I where id between $1 and $2', log) using first_id, last_id;
  get diagnostics removed = row_count;
  return removed;
end $$;

-- Logs that only grow, and the seals and archives that keep them honest.

-- The id of a row of an audit log. It is given out under a lock that ends with the transaction, so that whoever takes the
-- lock alone knows that no lower id is still to come.
create function audited_id(log text) returns bigint language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(7203914, hashtext(log));
  return nextval(log || '_id_seq');
end $$;

-- `POST /api/system/dept/{id}/move/`: calls of the same endpoint, whatever row they were about.
create function endpoint_of(method text, path text) returns text language sql immutable parallel safe as $$
  select method || ' ' || regexp_replace(path, '/\d+(?=/|$)', '/{id}', 'g')
$$;

-- What a browser says about itself, in a word. The order matters: most call themselves by several names.
create function agent_browser(agent text) returns text language sql immutable parallel safe as $$
  select case
    when agent ~* 'edg(e|a|ios)?/' then 'Edge'
    when agent ~* 'opr/|opera' then 'Opera'
    when agent ~* '(firefox|fxios)/' then 'Firefox'
    when agent ~* 'micromessenger' then 'WeChat'
    when agent ~* '(chrome|crios|chromium)/' then 'Chrome'
    when agent ~* 'version/[\d.]+.*safari/' then 'Safari'
    else split_part(split_part(agent, ' ', 1), '/', 1)
  end
$$;

create function agent_system(agent text) returns text language sql immutable parallel safe as $$
  select case
    when agent ~* 'windows' then 'Windows'
    when agent ~* 'harmony' then 'HarmonyOS'
    when agent ~* 'android' then 'Android'
    when agent ~* 'iphone|ipad|ipod' then 'iOS'
    when agent ~* 'mac os|macintosh' then 'macOS'
    when agent ~* 'kylin|uos' then 'Kylin'
    when agent ~* 'linux' then 'Linux'
    else ''
  end
$$;

create function refuse_unsealed() returns trigger language plpgsql as $$
begin
  if exists (select from log_archive where log = tg_table_name and old.id between from_id and to_id) then
    return old;
  end if;
  raise exception 'table % is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Meeting the same fault again counts it; nothing else of a row ever changes, and nothing once it is sealed.
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'count' - 'at') is distinct from (to_jsonb(old) - 'count' - 'at')
    or new.count < old.count or exists (select from audit_seal where log = 'frontend_log' and to_id >= old.id)
    or exists (select from log_seal where log = 'frontend_log' and to_id >= old.id) then
    raise exception 'table % is append-only', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create function refuse_unarchived() returns trigger language plpgsql as $$
begin
  if exists (select from operation_log_archive where old.id between from_id and to_id)
    or exists (select from log_archive where log = 'operation_log' and old.id between from_id and to_id) then
    return old;
  end if;
  raise exception 'table % is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create sequence login_log_id_seq;

create table login_log (
  id bigint default audited_id('login_log') primary key,
  user_id bigint references app_user (id),
  username text not null,
  success boolean not null,
  reason text not null,
  ip text not null,
  agent text not null,
  at timestamptz not null
);
comment on table login_log is 'Sign-ins and failed attempts.';
alter sequence login_log_id_seq owned by login_log.id;
create index login_log_ip on login_log (ip, at) where not success;
create index login_log_user on login_log (user_id, at desc);
-- A wrong code counts towards the lock like a wrong password (LOG-02).
create index login_log_failed on login_log (username, id desc) where reason in ('password', 'totp');
create index login_log_failed_at on login_log (at) where reason in ('password', 'totp');
create index login_log_time on login_log (at desc, id desc);
create index login_log_address on login_log (ip, at desc);
-- Where somebody signed in from before: failures elsewhere do not lock them out there.
create index login_log_place on login_log (username, ip, at desc) where success;
-- Failures of one name from one address.
create index login_log_password_place on login_log (username, ip, id desc) where reason = 'password';
create trigger login_log_append_only before update on login_log
  for each row execute function refuse_change();
create trigger login_log_archived before delete on login_log
  for each row execute function refuse_unsealed();

create sequence frontend_log_id_seq;

create table frontend_log (
  id bigint default audited_id('frontend_log') primary key,
  fingerprint text not null,
  -- Who met it first.
  user_id bigint not null references app_user (id),
  path text not null,
  level text not null,
  message text not null,
  stack text not null,
  version text not null,
  agent text not null,
  count integer not null default 1,
  first_at timestamptz not null,
  at timestamptz not null,
  constraint frontend_log_level_known check (level in ('error', 'warning'))
);
comment on table frontend_log is 'Errors of pages, one row for the same error within 24 hours (60.9).';
alter sequence frontend_log_id_seq owned by frontend_log.id;
create index frontend_log_fingerprint on frontend_log (fingerprint, id desc);
create index frontend_log_recent on frontend_log (at desc, id desc);
create trigger frontend_log_append_only before update on frontend_log
  for each row execute function refuse_rewriting();
create trigger frontend_log_archived before delete on frontend_log
  for each row execute function refuse_unsealed();

create sequence operation_log_id_seq;

create table operation_log (
  id bigint default audited_id('operation_log') primary key,
  user_id bigint,
  module text not null,
  method text not null,
  path text not null,
  status integer not null,
  code integer,
  duration_ms integer not null,
  ip text not null,
  agent text not null,
  request_id text not null,
  -- JSON with secrets masked, cut off when long (SYS-92).
  request text,
  at timestamptz not null,
  -- Of rows from before rows were signed one by one.
  prev_hash text,
  hash text,
  -- Before and after of what a call changed: JSON with secrets masked (60.9, SYS-02).
  diff text,
  -- The key under which the row is signed.
  key_id text,
  -- The signature of the row.
  mac text,
  constraint operation_log_signed check (((mac is null) = (key_id is null)) and ((mac is null) = (hash is not null)))
);
comment on table operation_log is 'Every call that is not a GET, signed and sealed (SYS-91, SYS-94).';
alter sequence operation_log_id_seq owned by operation_log.id;
create index operation_log_user on operation_log (user_id, id desc);
create index operation_log_recent on operation_log (at desc, id desc);
create index operation_log_request on operation_log (request_id);
create trigger operation_log_append_only before update on operation_log
  for each row execute function refuse_change();
create trigger operation_log_archived before delete on operation_log
  for each row execute function refuse_unarchived();

create table operation_log_archive (
  id bigint generated by default as identity primary key,
  from_id bigint not null,
  to_id bigint not null,
  rows integer not null,
  -- The chain enters with one hash and leaves with the other (SYS-94).
  prev_hash text not null,
  last_hash text not null,
  file_name text not null,
  -- SHA-256 of the file.
  file_hash text not null,
  created_at timestamptz not null,
  constraint operation_log_archive_rows_positive check (rows > 0),
  constraint operation_log_archive_ordered check (from_id <= to_id)
);
comment on table operation_log_archive is 'Rows of the operation log that were written to a file and removed, before logs were archived alike (SYS-91).';
create trigger operation_log_archive_append_only before delete or update on operation_log_archive
  for each row execute function refuse_change();

create table log_seal (
  id bigint generated by default as identity primary key,
  log text not null,
  -- Everything after the seal before, up to and with this id.
  to_id bigint not null,
  rows integer not null,
  prev_hash text not null,
  hash text not null,
  created_at timestamptz not null,
  constraint log_seal_log_known check (log in ('login_log', 'frontend_log')),
  constraint log_seal_rows_positive check (rows > 0),
  constraint log_seal_log_to_id_unique unique (log, to_id)
);
comment on table log_seal is 'Seals of the sign-in and frontend logs from before there was a signing key.';
create trigger log_seal_append_only before delete or update on log_seal
  for each row execute function refuse_change();

create table log_archive (
  id bigint generated by default as identity primary key,
  log text not null,
  from_id bigint not null,
  to_id bigint not null,
  rows integer not null,
  file_name text not null,
  -- SHA-256 of the file.
  file_hash text not null,
  created_at timestamptz not null,
  constraint log_archive_rows_positive check (rows > 0)
);
comment on table log_archive is 'Sealed log rows that were written to a file before they were removed.';
create index log_archive_newest on log_archive (log, to_id desc);
create trigger log_archive_append_only before delete or update on log_archive
  for each row execute function refuse_change();

create table audit_seal (
  log text not null,
  -- From 1 without gaps. The first covers no rows but what was sealed and archived before there was a key.
  no integer not null,
  -- Every row after the seal before, up to and with this id.
  to_id bigint not null,
  rows integer not null,
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
  constraint audit_seal_pkey primary key (log, no),
  constraint audit_seal_log_known check (log in ('operation_log', 'ticket_event', 'login_log', 'frontend_log')),
  constraint audit_seal_no_positive check (no > 0),
  constraint audit_seal_rows_not_negative check (rows >= 0)
);
comment on table audit_seal is 'Seals of runs of log rows, each under one signed code that covers the seal before.';
create index audit_seal_rows on audit_seal (log, to_id);

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
create trigger audit_seal_append_only before delete or update on audit_seal
  for each row execute function refuse_change();

-- Accounts as a record of the shell (60.1), and what people keep about themselves (10.3).

-- The codes of a dictionary are texts everywhere else.
alter table app_user alter column gender drop default;
alter table app_user alter column gender type text using gender::text;
alter table app_user alter column gender set default '0';

-- An account is written by the shell and gets its password in the same transaction; '!' fits no password.
alter table app_user alter column password_hash set default '!';
alter table app_user alter column password_changed_at set default 'epoch';

-- Default payee; the account number is sealed.
alter table app_user add column bank_name text not null default '';
alter table app_user add column bank_account text not null default '';

create unique index app_user_mobile on app_user (mobile) where state and deleted_at is null and mobile <> '';
create index app_user_name on app_user (name_pinyin);

-- When a live connection of the session was last seen; null while there is none.
alter table session add column line_seen_at timestamptz;
create index session_standing on session (last_seen_at desc) where revoked_at is null;

-- Failures of the last minutes, to tell which accounts are locked.
create index login_log_failure_at on login_log (at) where reason = 'password';

-- Content types somebody does not want pushed; no row means pushed. Tickets always are.
create table notice_mute (
  user_id bigint not null references app_user (id),
  content_type text not null check (content_type <> 'TICKET'),
  primary key (user_id, content_type)
);

-- An entry of the white list opens a call only when a second person has confirmed it, reading only, for at most 365 days (SYS-132).
alter table white_list
  add column confirmed_by bigint references app_user,
  add column confirmed_at timestamptz,
  add check (confirmed_at is null or (method = '0' and expires_at <= (confirmed_at at time zone 'Asia/Shanghai')::date + 365));
drop trigger white_list_revision on white_list;
create trigger white_list_revision after insert or delete or update of url, method, need_login, data_scope_on, expires_at, state, deleted_at, confirmed_at
  on white_list for each statement execute function bump_revision('whiteList');

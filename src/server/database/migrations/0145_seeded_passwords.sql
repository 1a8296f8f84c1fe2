-- The hash of the password that a step of the seed gave to its accounts: whoever still has it can be signed in by anybody
-- who has read the manual, whatever the account is called by now (SYS-133).
alter table seed_run add column password_hash text;
-- One hash was made for all of them; who changed the password since has another time.
update seed_run set password_hash = (
  select password_hash from app_user where is_demo and password_changed_at = created_at order by id limit 1)
where name = 'bureau';

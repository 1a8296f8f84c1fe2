-- Whether a window takes open tasks is asked of the organisation in memory now.
drop trigger substitute_organisation on substitute;
create trigger substitute_organisation after insert or delete or update of user_id, substitute_id, from_at, until_at, types, below, takes_open
  on substitute for each statement execute function bump_revision('organisation');

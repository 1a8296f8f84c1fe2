-- SYS-131: the last word on administrators who would lead, deputise or stand in; the server says so before, with the person's name.
create function is_administrator(person bigint) returns boolean language sql stable as $$
  select exists (select from user_role m join role r on r.id = m.role_id
    where m.user_id = person and r.key in ('sysAdmin', 'securityAdmin', 'auditor'))
$$;

create function refuse_administrator(person bigint) returns void language plpgsql as $$
begin
  if is_administrator(person) then
    raise exception 'user % is an administrator (SYS-131)', person using errcode = '23514', constraint = 'separation';
  end if;
end $$;

create function department_separation() returns trigger language plpgsql as $$
declare person bigint;
begin
  if tg_op = 'INSERT' or new.leader_id is distinct from old.leader_id then
    perform refuse_administrator(new.leader_id);
  end if;
  foreach person in array coalesce(new.deputy_ids, '{}') loop
    if tg_op = 'INSERT' or not (person = any(coalesce(old.deputy_ids, '{}'))) then
      perform refuse_administrator(person);
    end if;
  end loop;
  return new;
end $$;
create trigger department_separation before insert or update of leader_id, deputy_ids on department
  for each row execute function department_separation();

create function substitute_separation() returns trigger language plpgsql as $$
begin
  perform refuse_administrator(new.substitute_id);
  return new;
end $$;
create trigger substitute_separation before insert or update of substitute_id on substitute
  for each row execute function substitute_separation();

-- The other way round: whoever leads or deputises becomes no administrator.
create function user_role_separation() returns trigger language plpgsql as $$
begin
  if exists (select from role r where r.id = new.role_id and r.key in ('sysAdmin', 'securityAdmin', 'auditor'))
    and exists (select from department d where d.deleted_at is null and (d.leader_id = new.user_id or new.user_id = any(d.deputy_ids))) then
    raise exception 'user % leads a department (SYS-131)', new.user_id using errcode = '23514', constraint = 'separation';
  end if;
  return new;
end $$;
create trigger user_role_separation before insert or update of role_id, user_id on user_role
  for each row execute function user_role_separation();

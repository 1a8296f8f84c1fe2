-- Roles, menus and buttons as records; which role is shown which menu (60.2, 60.4).

-- A choice of dictionary dataScope, as records keep one.
alter table role drop constraint role_data_scope_check;
alter table role alter column data_scope type text using data_scope::text;
alter table role add check (data_scope in ('0', '1', '2', '3', '4'));
alter table role alter column scope_dept_ids drop not null;

alter table menu rename column path to web_path;
alter table menu rename column status to state;
alter table menu drop column is_link;
alter table menu alter column name set default 'custom.' || gen_random_uuid();
-- Leads out of the product; a frame shows what it points at inside.
alter table menu add column is_link boolean generated always as (link_url <> '' and not is_iframe) stored;
-- Comes with the product: its path, target and permissions follow the release.
alter table menu add column built_in boolean not null default false;
alter table menu add column remark text;
alter table menu add column created_at timestamptz;
alter table menu add column created_by bigint;
alter table menu add column updated_at timestamptz;
alter table menu add column updated_by bigint;
alter table menu add column version integer not null default 1;
alter table menu add column deleted_at timestamptz;
drop index menu_path;
create unique index menu_path on menu (web_path) where web_path <> '' and deleted_at is null;
create index menu_parent on menu (parent);
-- Nothing but a catalogue is without a target, and a target is one thing (SYS-41).
update menu set component = web_path, component_name = web_path, built_in = true where not is_catalog;
update menu set built_in = true where is_catalog;
alter table menu add constraint menu_target check (
  case when is_catalog then component = '' and link_url = '' and not is_iframe
    else (component = '') <> (link_url = '') and (is_iframe is false or link_url <> '') end);

-- The buttons of a menu: permissions with a name, and what they call.
alter table permission add column menu_id bigint references menu;
alter table permission add column name text not null default '';
alter table permission add column name_en text not null default '';
alter table permission add column api text not null default '';
alter table permission add column method text not null default '0' check (method in ('0', '1', '2', '3'));
alter table permission add column remark text;
alter table permission add column created_at timestamptz;
alter table permission add column created_by bigint;
alter table permission add column updated_at timestamptz;
alter table permission add column updated_by bigint;
alter table permission add column version integer not null default 1;
alter table permission add column deleted_at timestamptz;
alter table permission add column built_in boolean not null default false;
update permission set built_in = true;
create index permission_menu on permission (menu_id);

-- Which menus a role is shown. A page also asks for one of its permissions; one that is open to everybody needs no row.
create table role_menu (
  role_id bigint not null references role,
  menu_id bigint not null references menu,
  primary key (role_id, menu_id)
);
create index role_menu_menu on role_menu (menu_id);

-- SYS-23: granting a button grants its menu, whoever grants it.
create function grant_menu_of_button() returns trigger language plpgsql as $$
begin
  insert into role_menu (role_id, menu_id)
  select new.role_id, m.id from permission p join menu m on not m.is_catalog and m.deleted_at is null
    and (m.id = p.menu_id or (m.built_in and p.value = any(m.permissions)))
  where p.id = new.permission_id
  on conflict do nothing;
  return null;
end $$;
create trigger role_permission_menu after insert on role_permission
  for each row execute function grant_menu_of_button();
-- A page that comes with a release is shown to the roles that hold one of its permissions.
create function grant_shipped_menu() returns trigger language plpgsql as $$
begin
  insert into role_menu (role_id, menu_id)
  select distinct g.role_id, new.id from role_permission g join permission p on p.id = g.permission_id
  where p.value = any(new.permissions)
  on conflict do nothing;
  return null;
end $$;
create trigger menu_shipped after insert on menu
  for each row when (new.built_in and not new.is_catalog) execute function grant_shipped_menu();

insert into role_menu (role_id, menu_id)
select distinct g.role_id, m.id from menu m join permission p on p.value = any(m.permissions)
  join role_permission g on g.permission_id = p.id where not m.is_catalog;

create trigger role_menu_access after insert or update or delete on role_menu
  for each statement execute function bump_revision('access');

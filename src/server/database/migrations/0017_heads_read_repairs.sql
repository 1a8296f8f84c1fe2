-- Heads read the repairs and inspections of their own departments; a bureau that is set up later gets this with its roles.
insert into role_permission (role_id, permission_id)
select r.id, p.id from role r, permission p
where r.key = 'deptLeader' and r.built_in and r.deleted_at is null and p.value in ('maintenance:Search', 'maintenance:Retrieve')
on conflict do nothing;

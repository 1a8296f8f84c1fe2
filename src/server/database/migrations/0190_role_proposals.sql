-- Changes of roles wait with all other proposals (SYS-24): what waited still waits, by the rules of that table.
insert into proposal (kind, subject, content, basis, name, name_en, seats, proposed_by, proposed_at, expires_at)
select 'role', 'role:' || r.id,
  jsonb_build_object('id', r.id, 'menus', to_jsonb(p.menus), 'buttons', to_jsonb(p.buttons), 'version', p.role_version),
  'v' || p.role_version, r.name, r.name_en, array['securityAdmin'], p.proposed_by, p.proposed_at, p.proposed_at + interval '30 days'
from role_proposal p join role r on r.id = p.role_id and r.version = p.role_version and r.deleted_at is null;
drop table role_proposal;

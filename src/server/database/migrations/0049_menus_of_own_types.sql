-- Types of the bureau's own that are published already stand in the menu as those that come now do.
insert into menu (parent, name, title, title_en, icon, sort, web_path, component, component_name, permissions, built_in, state, created_at, updated_at)
select c.id, '/workflow/applications/' || w.key, v.basics ->> 'name', v.basics ->> 'nameEn', v.basics ->> 'icon', 900,
  '/workflow/applications/' || w.key, '/workflow/applications/{type}', '/workflow/applications/{type}',
  array[w.key || ':Create', w.key || ':Register'], true, w.status = 'published', w.created_at, w.created_at
from workflow w
  join workflow_version v on v.id = w.current_version_id
  cross join lateral (select m.id from menu m where m.name in ('catalogue.' || w.group_key, 'catalogue.workflow') and m.deleted_at is null
    order by m.name = 'catalogue.workflow' limit 1) c
where not w.is_shipped and w.deleted_at is null and v.basics is not null
on conflict (name) do nothing;
update permission p set menu_id = m.id from menu m
where m.name = '/workflow/applications/' || split_part(p.value, ':', 1) and p.value like 'cst\_%';

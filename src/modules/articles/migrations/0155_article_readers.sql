-- Who has read what: one line for each article and person (ART-02).
create table article_read (
  article_id bigint not null references article on delete cascade,
  user_id bigint not null references app_user,
  read_at timestamptz not null,
  primary key (article_id, user_id)
);

-- The readers' list: pinned ones first, then the newest.
create index article_for_readers on article ((pinned_until is not null) desc, publish_at desc, id desc)
  where state = 'published' and deleted_at is null;

-- The page was the editors'; from now on it is shown to everybody who may read articles.
insert into role_menu (role_id, menu_id)
select distinct g.role_id, m.id from menu m join permission p on p.value = 'article:Search'
  join role_permission g on g.permission_id = p.id
where m.name = '/publicarticles' and m.built_in and m.deleted_at is null
on conflict do nothing;

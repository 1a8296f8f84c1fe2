-- Sentences that people keep for their decisions (20.8); those of the whole bureau are entries of dictionaries.
create table quick_phrase (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  action text not null check (action in ('approve', 'return', 'reject')),
  text text not null check (length(text) between 1 and 100),
  created_at timestamptz not null,
  unique (user_id, action, text)
);

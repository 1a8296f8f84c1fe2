-- Kinds of equipment that people keep in the catalogue of their applications.

create table asset_favourite (
  user_id bigint not null references app_user (id),
  item_id bigint not null references standard_item (id),
  created_at timestamptz not null,
  primary key (user_id, item_id)
);
comment on table asset_favourite is 'Items of the standards that somebody keeps at the front of the catalogue.';

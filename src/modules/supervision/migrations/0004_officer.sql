-- The supervision officer who follows an item.
alter table supervision_item add column officer_id bigint references app_user (id);
create index supervision_item_officer on supervision_item (officer_id, due_date) where officer_id is not null and deleted_at is null;

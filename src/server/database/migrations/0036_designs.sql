-- Workflows designed in the product (20.9): one draft beside the published version, names as data, deletion.
alter table workflow_version
  -- Names, texts and who may start it; not part of the content hash, for no decision looks at them.
  add column basics json,
  -- Of a draft: how often it was saved.
  add column revision int not null default 1,
  -- Of a draft: number of the version it began from.
  add column based_on int,
  -- Came with the program, not from an administrator.
  add column is_shipped boolean not null default false,
  add column updated_at timestamptz,
  add column updated_by bigint references app_user,
  add foreign key (published_by) references app_user;
update workflow_version v set is_shipped = true, updated_at = v.created_at from workflow w where w.id = v.workflow_id and w.is_shipped;
create unique index workflow_version_draft on workflow_version (workflow_id) where status = 'draft';

create or replace function workflow_version_keep() returns trigger language plpgsql as $$
begin
  if old.status = 'draft' and tg_op = 'UPDATE' then return new; end if;
  if tg_op = 'UPDATE' and new.status <> 'draft'
    and (new.workflow_id, new.version_no, new.definition::text, new.form::text, new.content_hash, new.basics::text)
      is not distinct from (old.workflow_id, old.version_no, old.definition::text, old.form::text, old.content_hash, old.basics::text) then
    return new;
  end if;
  if tg_op = 'DELETE' and old.status = 'draft' then return old; end if;
  raise exception 'workflow version % is immutable', old.id using errcode = 'restrict_violation';
end $$;

alter table workflow add column deleted_at timestamptz;
-- The key of a deleted workflow is free again: it has no tickets (WFD-06).
alter table workflow drop constraint workflow_key_key;
create unique index workflow_key on workflow (key) where deleted_at is null;

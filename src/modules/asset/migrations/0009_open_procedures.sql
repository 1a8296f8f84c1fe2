-- An asset is in one procedure at once: on its way to another department, or in a request to scrap it.

alter table asset_transfer drop constraint asset_transfer_state_known;
alter table asset_transfer add constraint asset_transfer_state_known check (state in ('requested', 'released', 'done', 'refused', 'cancelled'));
alter table asset_scrap drop constraint asset_scrap_state_known;
alter table asset_scrap add constraint asset_scrap_state_known check (state in ('requested', 'reviewed', 'approved', 'disposed', 'refused', 'cancelled'));

-- A transfer that can no longer be received, and one of an asset whose disposal is asked for, ends here with a line in the log.
with ended as (
  update asset_transfer t set state = 'cancelled', version = t.version + 1
  from asset a where a.id = t.asset_id and t.state in ('requested', 'released') and t.deleted_at is null
    and (a.holder_id is distinct from t.from_holder_id or a.dept_id <> t.from_dept_id or a.state not in ('idle', 'inUse', 'repairing')
      or exists (select 1 from asset_scrap s where s.asset_id = a.id and s.state in ('requested', 'reviewed', 'approved') and s.deleted_at is null))
  returning t.asset_id)
insert into asset_log (asset_id, action, before, after, note, at)
select asset_id, 'cancelTransfer', '{}'::jsonb, '{}'::jsonb, '', now() from ended order by asset_id;

create table asset_procedure (
  asset_id bigint not null references asset (id),
  kind text not null,
  procedure_id bigint not null,
  constraint asset_procedure_kind_known check (kind in ('transfer', 'scrap'))
);
comment on table asset_procedure is 'The open procedure of an asset, kept by the tables of transfers and of requests to scrap.';
create unique index asset_procedure_open on asset_procedure (asset_id);

insert into asset_procedure (asset_id, kind, procedure_id)
select asset_id, 'transfer', id from asset_transfer where state in ('requested', 'released') and deleted_at is null
union all select asset_id, 'scrap', id from asset_scrap where state in ('requested', 'reviewed', 'approved') and deleted_at is null;

create function keep_asset_procedure() returns trigger language plpgsql as $$
declare
  called text := tg_argv[0];
  is_open boolean := new.deleted_at is null and new.state in ('requested', 'released', 'reviewed', 'approved');
begin
  if not is_open then
    delete from asset_procedure where asset_id = new.asset_id and kind = called and procedure_id = new.id;
  elsif not exists (select 1 from asset_procedure where asset_id = new.asset_id and kind = called and procedure_id = new.id) then
    insert into asset_procedure (asset_id, kind, procedure_id) values (new.asset_id, called, new.id);
  end if;
  return null;
end $$;
create trigger asset_transfer_procedure after insert or update of state, deleted_at on asset_transfer
  for each row execute function keep_asset_procedure('transfer');
create trigger asset_scrap_procedure after insert or update of state, deleted_at on asset_scrap
  for each row execute function keep_asset_procedure('scrap');

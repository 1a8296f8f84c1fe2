-- A card under repair points at its work order, and so does every entry of its log that a repair led to.

alter table asset add column work_order_id bigint;
alter table asset_log add column work_order_id bigint;
alter table asset add constraint asset_order_of_repair check (work_order_id is null or state = 'repairing');
create index asset_log_work_order on asset_log (work_order_id, at desc) where work_order_id is not null;

create function end_asset_work_order() returns trigger language plpgsql as $$
begin
  if new.state <> 'repairing' then new.work_order_id := null; end if;
  return new;
end $$;
create trigger asset_work_order_ends before update of state on asset for each row execute function end_asset_work_order();

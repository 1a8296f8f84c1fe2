-- Materials that are switched off, and reusable ones that areas give back to the store.

alter table canteen_material add column is_used boolean not null default true;
comment on column canteen_material.is_used is 'What is switched off is neither received nor issued, nor checked; what is left of it is scrapped or counted.';

-- No check of what is switched off.
create or replace view material_check_item as
  select id, check_state as state, name, category, location, check_cycle_days, last_checked_on, next_check_on,
    remark, created_at, created_by, updated_at, updated_by, version, deleted_at
  from canteen_material where check_cycle_days is not null and is_used;

alter table material_doc drop constraint material_doc_kind;
alter table material_doc add constraint material_doc_kind check (kind in ('receipt', 'issue', 'return', 'scrap', 'count'));
alter table material_doc drop constraint material_doc_complete;
alter table material_doc add constraint material_doc_complete check (case kind when 'issue' then area is not null and person_id is not null
  when 'return' then area is not null
  when 'scrap' then scrap_reason is not null and coalesce(origin in ('store', 'area'), false) and (origin = 'area') = (area is not null)
  else true end);
create view material_return as select * from material_doc where kind = 'return';
alter view material_return alter column kind set default 'return';

alter table material_use_entry add column is_return boolean not null default false;
comment on column material_use_entry.is_return is 'It left the area for the store; everything else that left an area was scrapped there.';

create or replace view material_entry as
  select e.id, m.id as material_id, m.category, e.type, e.qty::integer as qty, e.value,
    (case when e.type in ('otherOut', 'scrapOut', 'lossOut', 'surplusIn', 'returnIn') then -e.value else 0 end)::numeric(14, 2) as cost,
    e.item_qty_after::integer as qty_after, e.at, e.doc_no, e.reason, e.by_user
  from shared_store_entry e join canteen_material m on m.stock_item_id = e.item_id where e.store = 'materials';

create or replace view material_breakage as
  with moves as (
    select m.id as material_id, date_trunc('month', e.doc_date)::date as month, e.qty as change, case when e.type = 'scrapOut' then -e.qty else 0 end as scrapped
    from shared_store_entry e join canteen_material m on m.stock_item_id = e.item_id where e.store = 'materials' and m.reusable
    union all
    select u.material_id, date_trunc('month', u.on_day)::date, u.qty, case when u.is_return then 0 else greatest(0, -u.qty) end from material_use_entry u),
  sums as (
    select material_id, month, sum(change) as change, sum(scrapped) as scrapped from moves group by 1, 2
    union all select 0, month, sum(change), sum(scrapped) from moves group by 2),
  months as (
    select s.material_id, g.month::date as month
    from (select material_id, min(month) as first from sums group by 1) s
      cross join lateral generate_series(s.first::timestamp, (select max(month) from moves)::timestamp, interval '1 month') g (month)),
  held as (
    select n.material_id, n.month, coalesce(s.scrapped, 0) as scrapped, coalesce(s.change, 0) as change,
      sum(coalesce(s.change, 0)) over (partition by n.material_id order by n.month) as closing
    from months n left join sums s on s.material_id = n.material_id and s.month = n.month)
  select to_char(month, 'YYYYMM')::bigint * 10000000 + case when material_id = 0 then 9999999 else material_id end as id, to_char(month, 'YYYY-MM') as month,
    case when material_id = 0 then 'all' else 'one' end as scope, nullif(material_id, 0) as material_id,
    (closing - change)::integer as opening, closing::integer as closing, ((closing - change + closing) / 2)::numeric(12, 1) as average,
    scrapped::integer as scrapped, round(200 * scrapped / nullif(closing - change + closing, 0), 2)::numeric(8, 2) as rate
  from held;

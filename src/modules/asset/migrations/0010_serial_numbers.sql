-- Serial numbers are the same in capitals and small letters. Cards that differed by case only stay as they are; no further one joins them.

alter table asset add column sn_key text;
update asset a set sn_key = lower(btrim(a.sn))
  where a.sn <> '' and a.deleted_at is null and a.category in ('computer', 'communication', 'police')
    and not exists (select 1 from asset o where o.category = a.category and lower(btrim(o.sn)) = lower(btrim(a.sn)) and o.deleted_at is null and o.id < a.id);
create unique index asset_sn_key on asset (category, sn_key) where sn_key is not null and deleted_at is null;

create function set_asset_sn_key() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.sn <> old.sn or new.category <> old.category then
    new.sn_key := case when new.sn <> '' and new.category in ('computer', 'communication', 'police') then lower(btrim(new.sn)) end;
  end if;
  return new;
end $$;
create trigger asset_sn_key before insert or update of sn, category on asset for each row execute function set_asset_sn_key();

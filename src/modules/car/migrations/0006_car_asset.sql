-- A car is an asset of the bureau: its card is put up for scrapping with it (40.1).

alter table car add column asset_id bigint references asset (id);
create unique index car_asset_once on car (asset_id) where deleted_at is null;

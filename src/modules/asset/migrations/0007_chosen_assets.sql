-- A count may be of assets that were chosen one by one.

alter table asset_count add column assets jsonb;

-- 10.6: data of a period, as a sheet or for other programs.
alter table export_job
  add column format text not null default 'xlsx',
  -- The first and the last day of the rows; null: without an end.
  add column from_day date,
  add column to_day date,
  add constraint export_job_format_known check (format in ('xlsx', 'csv', 'json')),
  add constraint export_job_period_in_order check (from_day <= to_day);

-- Who rated a repair; null for the rating that silence gives (MNT-05).

alter table work_order add column rated_by bigint references app_user (id);
update work_order set rated_by = applicant_id where rating is not null and not is_default_rating and ticket_id is not null;
create index work_order_unrated on work_order (applicant_id, verified_at desc) where is_default_rating;

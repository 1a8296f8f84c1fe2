-- Carried days leave the old year when they enter the new one (LEV-03).

alter table leave_quota add column carried_over numeric(4,1);
comment on column leave_quota.carried_over is 'Days that left for the following year; empty before that year began.';

-- What was copied becomes moved: no more than the old year had left, no less than the new year has spent. A year is both old and new,
-- so its two columns are written one after the other; what a year has left does not depend on what came to it unspent.
with pair as (
  select own.id, least(own.carried, greatest(0, last.total + last.carried_used - last.used - last.pending)) as covered
  from leave_quota last join leave_quota own
    on own.user_id = last.user_id and own.leave_type = last.leave_type and own.year = last.year + 1 and own.deleted_at is null
  where last.deleted_at is null and last.leave_type = 'annual' and own.carried > 0)
update leave_quota q set carried = greatest(pair.covered, q.carried_used, q.used + q.pending - q.total) from pair where q.id = pair.id;

update leave_quota last set carried_over = least(own.carried, greatest(0, last.total + last.carried_used - last.used - last.pending))
from leave_quota own
where own.user_id = last.user_id and own.leave_type = last.leave_type and own.year = last.year + 1 and own.deleted_at is null
  and last.deleted_at is null and last.leave_type = 'annual' and own.carried > 0;

-- INV-08: nothing is promised twice, also not to the following year.
alter table leave_quota drop constraint leave_quota_covers;
alter table leave_quota add constraint leave_quota_covers check ((total + carried) >= (used + pending + coalesce(carried_over, 0)));
alter table leave_quota add constraint leave_quota_carried_over_not_negative check (carried_over >= 0);

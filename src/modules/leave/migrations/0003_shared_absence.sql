-- What others read of absences.

create view shared_absence as
  select user_id, period, kind, ticket_id from absence;
comment on view shared_absence is 'Who is away when, as other modules read it: days and hours of the bureau.';

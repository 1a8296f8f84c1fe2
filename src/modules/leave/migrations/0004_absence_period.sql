-- Who is away in a month is read by the period alone.
create index absence_by_period on absence using gist (period);

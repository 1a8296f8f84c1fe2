-- FIN-71: one person, one kind, one day only once across tickets.
create table subsidy_day (
  user_id bigint not null references app_user,
  subsidy_type text not null,
  day date not null,
  ticket_id bigint not null,
  primary key (user_id, subsidy_type, day)
);
create index subsidy_day_ticket on subsidy_day (ticket_id);
create index subsidy_day_month on subsidy_day (user_id, day);

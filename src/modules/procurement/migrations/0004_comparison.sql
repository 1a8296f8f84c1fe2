-- PRC-13: what comparisons came to, from their submission on.

create table comparison_sum (
  ticket_id bigint primary key,
  dept_id bigint not null references department (id),
  category text not null,
  amount numeric(14,2) not null,
  counted_on date not null,
  is_live boolean not null
);
comment on table comparison_sum is 'Amounts of comparisons by department and category, so that no purchase is cut into pieces (PRC-13).';
create index comparison_sum_window on comparison_sum (dept_id, category, counted_on) where is_live;

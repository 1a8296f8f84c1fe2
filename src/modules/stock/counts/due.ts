/**
 * Day on which an item has to be counted again, in SQL; null while nothing of it is on hand. Days by class are read once a
 * statement.
 */
export const countDueOf = (item: string): string =>
  `(case when exists (select from stock_balance held where held.item_id = ${item}.id and held.on_hand > 0)
    then coalesce(${item}.counted_on, (${item}.created_at at time zone 'Asia/Shanghai')::date) + case ${item}.count_class
      when 'A' then (select stock_count_days('A')) when 'B' then (select stock_count_days('B')) else (select stock_count_days('C')) end end)`

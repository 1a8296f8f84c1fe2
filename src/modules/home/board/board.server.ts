/** Counts and rates of the whole bureau for a board that everybody can see (10.2): nothing that leads to a person or a ticket. */
import { sql } from 'kysely'
import { addDays, momentText, yearPercent } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Board } from './board.types.ts'

/** Days of the chart. */
const SHOWN_DAYS = 14
/** Days over which approval times are averaged. */
const SPEED_DAYS = 30

type Figures = Omit<Board['figures'], 'yearPassed'>

export async function readBoard(unit: UnitOfWork): Promise<Board> {
  const [now, today] = [unit.clock.now(), unit.clock.today()]
  const midnight = (day: string) => sql`(${day}::date::timestamp at time zone 'Asia/Shanghai')`
  const { rows } = await sql<Figures>`
    select
      (select count(*)::int from shared_ticket where status in ('running', 'handling') and deleted_at is null) as running,
      (select count(distinct ticket_id)::int from shared_ticket_task where kind = 'approve' and status = 'open' and due_at < ${now}) as late,
      (select count(*)::int from shared_ticket_task where kind = 'approve' and decided_at >= ${midnight(today)} and decided_at <= ${now}) as decided_today,
      (select count(*)::int from shared_ticket where submitted_at >= ${midnight(today)} and submitted_at <= ${now} and deleted_at is null) as filed_today,
      (select round((avg(extract(epoch from decided_at - opened_at)) / 3600)::numeric, 1)::float8 from shared_ticket_task
        where kind = 'approve' and decided_at >= ${midnight(addDays(today, 1 - SPEED_DAYS))} and decided_at <= ${now}) as hours,
      (select round(100 * sum(used) / nullif(sum(approved + adjust), 0), 1)::float8 from shared_budget_line where year = ${Number(today.slice(0, 4))} and deleted_at is null) as spent,
      (select round(100 * sum(frozen) / nullif(sum(approved + adjust), 0), 1)::float8 from shared_budget_line where year = ${Number(today.slice(0, 4))} and deleted_at is null) as frozen,
      (select count(*)::int from shared_car where status = 'inUse' and deleted_at is null) as cars_out,
      (select count(*)::int from shared_car where status = 'idle' and deleted_at is null) as cars_idle,
      (select count(*)::int from shared_work_order where finished_at is null and closed_at is null and not is_cancelled and deleted_at is null) as repairs,
      (select count(*)::int from shared_work_order where finished_at >= ${midnight(addDays(today, 1 - SPEED_DAYS))} and finished_at <= ${now} and deleted_at is null) as repairs_done`.execute(
    unit.db,
  )
  const { rows: days } = await sql<Board['days'][number]>`
    select to_char(d.day, 'YYYY-MM-DD') as day, count(k.decided_at)::int as decided
    from generate_series(${addDays(today, 1 - SHOWN_DAYS)}::date, ${today}::date, interval '1 day') d (day)
    left join shared_ticket_task k on k.kind = 'approve' and k.decided_at >= (d.day::timestamp at time zone 'Asia/Shanghai')
      and k.decided_at < ((d.day + interval '1 day')::timestamp at time zone 'Asia/Shanghai')
    group by d.day order by d.day`.execute(unit.db)
  const [figures] = rows
  if (figures === undefined) throw new Error('the figures of the board are one row')
  return { at: momentText(now), figures: { ...figures, yearPassed: yearPercent(today) }, days }
}

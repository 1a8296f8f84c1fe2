/** The days of the work calendar that are not what their weekday says (60.7). */
import { sql } from 'kysely'
import type { CalendarDay, DayKind } from '#src/define/calendar.ts'
import { addDays, dayOf, parseMoment, weekdayOf } from '#src/define/days.ts'
import { type Problem, RuleError, ValidationError } from '#src/define/problem.ts'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'
import { ticketDeadlines } from '#src/define/services.ts'

const SATURDAY = 6

/** The days of a year, in order. */
export async function daysOf(unit: UnitOfWork, year: number): Promise<readonly CalendarDay[]> {
  const { rows } = await sql<CalendarDay>`
    select day::text as day, kind, name, name_en from calendar_day where day between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date order by day`.execute(
    unit.db,
  )
  return rows
}

/** Years before and after the present one in which date pickers mark days. */
const YEARS_AROUND = 2

/** The days of a year and of those around it, in order. */
export async function daysAround(unit: UnitOfWork, year: number): Promise<readonly CalendarDay[]> {
  const { rows } = await sql<CalendarDay>`
    select day::text as day, kind, name, name_en from calendar_day
    where day between ${`${year - YEARS_AROUND}-01-01`}::date and ${`${year + YEARS_AROUND}-12-31`}::date order by day`.execute(
    unit.db,
  )
  return rows
}

/** What makes no sense, by place in the list: only a weekend can be worked instead, and each day comes once. */
function problemsOf(
  days: readonly { readonly day: string; readonly kind: DayKind | null }[],
): Record<string, Problem[]> {
  const problems: Record<string, Problem[]> = {}
  const seen = new Set<string>()
  for (const [index, { day, kind }] of days.entries()) {
    if (kind === 'makeup' && weekdayOf(day) < SATURDAY)
      problems[`days.${index}.kind`] = [{ key: 'calendar.notWeekend', params: [day] }]
    if (seen.has(day)) problems[`days.${index}.day`] = [{ key: 'check.duplicate' }]
    seen.add(day)
  }
  return problems
}

/** Marks days, or with the kind null makes them ordinary again. What is due in open tickets moves with them, in the same transaction; work orders follow by their own job. */
export async function markDays(
  unit: UnitOfWork,
  days: readonly (Omit<CalendarDay, 'kind'> & { readonly kind: DayKind | null })[],
): Promise<{ marked: number }> {
  const problems = problemsOf(days)
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
  const named = days.map((one) => one.day)
  const before = await sql<CalendarDay>`
    select day::text as day, kind, name, name_en from calendar_day where day = any(${named}::date[]) order by day for update`.execute(
    unit.db,
  )
  await sql`delete from calendar_day where day = any(${days.filter((one) => one.kind === null).map((one) => one.day)}::date[])`.execute(
    unit.db,
  )
  await sql`
    insert into calendar_day (day, kind, name, name_en)
    select c.day, c.kind, c.name, c."nameEn" from jsonb_to_recordset(${JSON.stringify(days.filter((one) => one.kind !== null))}::jsonb)
      as c(day date, kind text, name text, "nameEn" text)
    on conflict (day) do update set kind = excluded.kind, name = excluded.name, name_en = excluded.name_en`.execute(
    unit.db,
  )
  const kindsBefore = new Map(before.rows.map(({ day, kind }) => [day, kind]))
  const moved = await unit
    .service(ticketDeadlines)
    .follow(
      new Map(named.map((day) => [day, kindsBefore.get(day) ?? null])),
      new Map(days.map(({ day, kind }) => [day, kind])),
    )
  unit.traced({ record: 'workCalendar', id: 0, before: { days: before.rows }, after: { days, moved } })
  unit.changed('workCalendar', null)
  return { marked: days.length }
}

/** Takes the holidays of one year as those of another that has none yet: by date, the worked weekends only where the date is a weekend again. */
export async function copyYear(unit: UnitOfWork, from: number, to: number): Promise<{ marked: number }> {
  if ((await daysOf(unit, to)).length > 0) throw new RuleError('calendar.notEmpty', to)
  const source = await daysOf(unit, from)
  if (source.length === 0) throw new RuleError('calendar.empty', from)
  const days = source.flatMap((one) => {
    const day = `${to}${one.day.slice(4)}`
    // 29 February of a year that has none would become 1 March.
    const isThere = dayOf(parseMoment(`${day} 12:00:00`) ?? new Date(0)) === day
    return isThere && (one.kind === 'holiday' || weekdayOf(day) >= SATURDAY) ? [{ ...one, day }] : []
  })
  return markDays(unit, days)
}

/** Days between two warnings. */
const WARN_EVERY = 7
const WARNING = 'calendar.missing'

/** In December system administrators are told, once a week, when nobody has entered the holidays of the coming year: it would have weekends only. */
export const warnOfMissingCalendar: JobDefinition = {
  name: 'workCalendar.missing',
  every: { at: '08:30', missed: 'once' },
  async run(unit) {
    const today = unit.clock.today()
    if (!today.slice(5).startsWith('12-')) return
    const next = Number(today.slice(0, 4)) + 1
    if ((await daysOf(unit, next)).length > 0) return
    const since = parseMoment(`${addDays(today, 1 - WARN_EVERY)} 00:00:00`)
    const { rows } = await sql<{ id: number }>`
      select u.id from app_user u join user_role m on m.user_id = u.id join role r on r.id = m.role_id
      where r.key = 'sysAdmin' and r.state and u.state and u.deleted_at is null
        and not exists (select 1 from notice n where n.recipient_id = u.id and n.title->>'key' = ${WARNING} and n.created_at >= ${since})`.execute(
      unit.db,
    )
    if (rows.length === 0) return
    unit.notify({
      to: rows.map((row) => row.id),
      contentType: 'REMIND',
      title: { key: WARNING, params: [next] },
      link: `/system/config?tab=calendar&year=${next}`,
    })
  },
}

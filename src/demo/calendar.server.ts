import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { calendarAround } from './holidays.ts'

/** Writes the work calendar of the demo around the day of the seed. */
export async function seedCalendar(unit: UnitOfWork): Promise<void> {
  const days = calendarAround(unit.clock.today())
  await sql`
    insert into calendar_day (day, kind, name, name_en)
    select c.day, c.kind, c.name, c.name_en
    from json_to_recordset(${JSON.stringify(days)}::json) as c(day date, kind text, name text, name_en text)
    on conflict (day) do nothing`.execute(unit.db)
}

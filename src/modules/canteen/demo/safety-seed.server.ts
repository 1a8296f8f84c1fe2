/** The food safety book of the demo canteen, every check up to the day before done. */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { checkStateOf } from '../materials/checks.server.ts'
import { dueDays } from '../safety/cycle.ts'

/** Name, kind, place, cycle in days, limits in degrees, and the days until it is due. */
const items = [
  ['从业人员晨检', 'health', '更衣室', 1, null, null, 0],
  ['餐饮具消毒', 'disinfection', '洗消间', 1, null, null, 0],
  ['1号冷藏柜温度', 'temperature', '切配间', 1, '0', '8', 0],
  ['1号冷冻柜温度', 'temperature', '库房', 1, '-30', '-12', 0],
  ['食品安全日检查', 'inspection', '食堂', 1, null, null, 0],
  ['食品安全周排查', 'inspection', '食堂', 7, null, null, 2],
  ['食品安全月调度', 'inspection', '食堂', 30, null, null, 12],
  ['健康证：戚厨师', 'certificate', null, null, null, null, 25],
  ['健康证：云帮厨', 'certificate', null, null, null, null, 200],
] as const

export async function seedSafety(unit: UnitOfWork, by: number): Promise<void> {
  const [today, now] = [unit.clock.today(), unit.clock.now()]
  const rows = items.map(([name, kind, location, cycle, min, max, left]) => {
    const next = addDays(today, left)
    const last = cycle === null ? null : addDays(next, -cycle)
    const state = checkStateOf(next, today, dueDays(cycle))
    return { name, kind, location, cycle, min, max, next, last, state, validTo: kind === 'certificate' ? next : null }
  })
  await sql`
    insert into safety_item (name, kind, location, cycle_days, min_value, max_value, valid_to, last_checked_on, next_check_on, check_state,
      created_at, created_by, updated_at, updated_by)
    select i.name, i.kind, i.location, i.cycle, i.min, i.max, i."validTo", i.last, i.next, i.state, ${now}, ${by}, ${now}, ${by}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as i (name text, kind text, location text, cycle int, min numeric, max numeric, "validTo" date, last date, next date, state text)`.execute(
    unit.db,
  )
  await sql`
    insert into safety_check (safety_id, checked_on, result, value, checked_by, created_at, created_by, updated_at, updated_by)
    select id, last_checked_on, 'ok', case when kind = 'temperature' then round((min_value + max_value) / 2, 1) end, ${by}, ${now}, ${by}, ${now}, ${by}
    from safety_item where last_checked_on is not null order by last_checked_on, id`.execute(unit.db)
}

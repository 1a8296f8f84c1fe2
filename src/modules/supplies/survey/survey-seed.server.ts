/** A survey that is under way in the demo: most people have answered, one takes nothing. */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { stockLedger } from '#src/modules/stock/contract.ts'
import { createSurvey } from './open.server.ts'

const ITEM_NAMES = ['长袖衬衣', '短袖衬衣']
/** Days the survey still runs. */
const OPEN_DAYS = 9

export async function seedSurvey(unit: UnitOfWork): Promise<void> {
  const entries = await unit.service(stockLedger).catalogue(['clothing'])
  const itemIds = ITEM_NAMES.flatMap((title) => entries.find(({ name }) => name === title)?.id ?? [])
  const { rows } = await sql<{ id: number; deptIds: number[] }>`
    select u.id, (select array_agg(d.id order by d.sort, d.id) from shared_department d where d.state and d.deleted_at is null) as dept_ids
    from shared_app_user u where u.username = 'shi22'`.execute(unit.db)
  const [manager] = rows
  if (!manager || itemIds.length === 0) return
  const today = unit.clock.today()
  const { id } = await createSurvey(unit, manager.id, {
    name: `${today.slice(0, 4)}年夏季换装征订`,
    itemIds,
    deptIds: manager.deptIds,
    dueDate: addDays(today, OPEN_DAYS),
  })
  // D10 has not answered, so that the demo has something to confirm.
  await sql`update clothing_survey_line l set confirmed_at = ${unit.clock.now()}, confirmed_by = l.user_id, qty = case when l.user_id % 11 = 0 then 0 else l.qty end
    from shared_department d where l.survey_id = ${id} and d.id = l.dept_id and d.key <> 'D10' and l.user_id % 3 > 0 and l.size is not null`.execute(
    unit.db,
  )
}

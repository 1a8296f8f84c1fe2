/** Opens a survey: who is due which piece, in the size of their measures. */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { RuleError } from '#src/define/problem.ts'
import { reachedBy } from '#src/define/reach.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { type StockItemFigures, stockLedger } from '#src/modules/stock/contract.ts'
import { entitledOf } from '../clothing/entitled.server.ts'
import { sizeFor, sizesOf } from '../clothing/sizes.server.ts'
import { itemTitle } from './read.server.ts'

export interface NewSurvey {
  readonly name: string
  readonly itemIds: readonly number[]
  /** All departments in reach when empty. */
  readonly deptIds: readonly number[]
  readonly dueDate: string
}

interface Member {
  readonly id: number
  readonly deptId: number
  readonly personType: string
}

async function membersOf(unit: UnitOfWork, deptIds: readonly number[]): Promise<readonly Member[]> {
  const { rows } = await sql<Member>`
    select id, dept_id, person_type from shared_app_user where dept_id = any(${[...deptIds]}::bigint[]) and state and deleted_at is null order by id`.execute(
    unit.db,
  )
  return rows
}

/** The departments of a survey: those chosen, or all, within reach. */
async function departmentsFor(unit: UnitOfWork, access: Access, chosen: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from shared_department d where d.state and d.deleted_at is null
      and ${reachedBy(access, 'equipmentClothing:RenewPlan', { department: 'd.id' })}
      and (${chosen.length === 0} or d.id = any(${[...chosen]}::bigint[])) order by d.sort, d.id`.execute(unit.db)
  return rows.map(({ id }) => id)
}

/** Opens a survey and notifies the people asked. @throws RuleError as `createSurvey` */
export async function openSurvey(unit: UnitOfWork, access: Access, given: NewSurvey): Promise<number> {
  const deptIds = await departmentsFor(unit, access, given.deptIds)
  const { id, people } = await createSurvey(unit, access.userId, { ...given, deptIds })
  unit.notify({
    to: people,
    contentType: 'REMIND',
    title: { key: 'supplies.surveyOpen', params: [given.name, given.dueDate] },
    link: '/personal-center?tab=clothing',
  })
  return id
}

/** Two items of one standard would count what a person is due twice. */
function refuseSameStandard(items: readonly StockItemFigures[]): void {
  for (const item of items) {
    const other = items.find(({ id, standardItemId }) => id < item.id && standardItemId === item.standardItemId)
    if (other && item.standardItemId !== null)
      throw new RuleError('supplies.surveySameStandard', itemTitle(other), itemTitle(item)).at('itemIds')
  }
}

/** @throws RuleError where nothing is due, an item is no clothing or the name is taken */
export async function createSurvey(
  unit: UnitOfWork,
  userId: number,
  given: NewSurvey,
): Promise<{ readonly id: number; readonly people: readonly number[] }> {
  if (given.dueDate < unit.clock.today()) throw new RuleError('supplies.surveyPast').at('dueDate')
  const items = await unit.service(stockLedger).items([...new Set(given.itemIds)])
  if (items.length !== new Set(given.itemIds).size || items.some(({ category }) => category !== 'clothing'))
    throw new RuleError('supplies.otherCategory').at('itemIds')
  refuseSameStandard(items)
  const { rows: same } = await sql`select from clothing_survey where name = ${given.name}`.execute(unit.db)
  if (same.length > 0) throw new RuleError('supplies.surveyName', given.name).at('name')
  const members = await membersOf(unit, given.deptIds)
  const ids = members.map(({ id }) => id)
  const standing = new Map(
    (await entitledOf(unit, ids, null, { withGear: false })).map((one) => [`${one.userId}/${one.itemId}`, one]),
  )
  const sizes = await sizesOf(unit, ids)
  const lines = members.flatMap(({ id, deptId, personType }) =>
    items.flatMap((item) => {
      const due = standing.get(`${id}/${item.standardItemId}`)?.left ?? 0
      if (due === 0 || (personType === 'auxiliary' && !item.auxiliary)) return []
      return [
        {
          userId: id,
          deptId,
          itemId: item.id,
          due,
          size: item.sizeList.length === 0 ? '' : sizeFor(item, sizes.get(id)),
        },
      ]
    }),
  )
  if (lines.length === 0) throw new RuleError('supplies.surveyEmpty').at('itemIds')
  const now = unit.clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into clothing_survey (name, item_ids, dept_ids, due_date, created_at, created_by, updated_at)
    values (${given.name}, ${items.map(({ id }) => id)}::bigint[], ${[...given.deptIds]}::bigint[], ${given.dueDate}::date, ${now}, ${userId}, ${now}) returning id`.execute(
    unit.db,
  )
  const surveyId = rows[0]?.id ?? 0
  await sql`
    insert into clothing_survey_line (survey_id, user_id, dept_id, item_id, due_qty, qty, size)
    select ${surveyId}::bigint, "userId", "deptId", "itemId", "due", "due", "size"
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as given("userId" bigint, "deptId" bigint, "itemId" bigint, "due" int, "size" text)`.execute(
    unit.db,
  )
  return { id: surveyId, people: [...new Set(lines.map((line) => line.userId))] }
}

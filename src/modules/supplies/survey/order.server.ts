/** What follows from a survey: reminders, and demands by item and size. */
import { type RawBuilder, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { addDays } from '#src/define/days.ts'
import { listOf, RuleError } from '#src/define/problem.ts'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'
import { purchaseDemands, stockLedger } from '#src/modules/stock/contract.ts'
import { lockWhole } from './answer.server.ts'
import { linesOf, totalsOf } from './read.server.ts'

/** Days before the end on which people are reminded by themselves. */
const REMIND_BEFORE_DAYS = [3, 1, 0]

async function remindWhere(unit: UnitOfWork, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ name: string; dueDate: string; people: number[] }>`
    select s.name, s.due_date, array_agg(distinct l.user_id) as people from clothing_survey s join clothing_survey_line l on l.survey_id = s.id and l.confirmed_at is null
    where s.state = 'open' and ${which} group by s.id order by s.id`.execute(unit.db)
  for (const { name, dueDate, people } of rows)
    unit.notify({
      to: people,
      contentType: 'REMIND',
      title: { key: 'supplies.surveyOpen', params: [name, dueDate] },
      link: '/personal-center?tab=clothing',
    })
  return rows.reduce((sum, { people }) => sum + people.length, 0)
}

/** Everybody who has not answered, at most once a day. @throws RuleError `supplies.surveyReminded` */
export async function remindSurvey(unit: UnitOfWork, access: Access, id: number): Promise<number> {
  await lockWhole(unit, access, id)
  const today = unit.clock.today()
  const { rows } = await sql`
    update clothing_survey set reminded_on = ${today}::date, updated_at = ${unit.clock.now()} where id = ${id} and reminded_on is distinct from ${today}::date returning id`.execute(
    unit.db,
  )
  if (rows.length === 0) throw new RuleError('supplies.surveyReminded')
  return remindWhere(unit, sql`s.id = ${id}`)
}

/** A survey ends with demands for what the stores do not have; unknown sizes have to be settled first. */
export async function orderSurvey(unit: UnitOfWork, access: Access, id: number) {
  const survey = await lockWhole(unit, access, id)
  const items = await unit.service(stockLedger).items(survey.itemIds)
  const totals = totalsOf(items, await linesOf(unit, [id]))
  const unknown = totals.filter(({ size }) => size === null)
  if (unknown.length > 0)
    throw new RuleError('supplies.surveyUnknown', listOf(unknown.map(({ name, spread }) => `${name} × ${spread}`)))
  const wanted = totals.filter(({ toOrder }) => toOrder > 0)
  await unit.service(purchaseDemands).open(
    wanted.map(({ itemId, size, toOrder }) => {
      const item = items.find((one) => one.id === itemId)
      return {
        ticketId: null,
        lineKey: null,
        itemId,
        size: size ?? '',
        itemName: item?.name ?? '',
        spec: item?.spec ?? '',
        unit: item?.unit ?? '',
        qty: toOrder,
        needAt: null,
        deptId: access.departmentId,
        reason: survey.name,
      }
    }),
  )
  const now = unit.clock.now()
  await sql`update clothing_survey set state = 'ordered', ordered_at = ${now}, updated_at = ${now} where id = ${id}`.execute(
    unit.db,
  )
  return { demands: wanted.length, pieces: wanted.reduce((sum, { toOrder }) => sum + toOrder, 0) }
}

export async function cancelSurvey(unit: UnitOfWork, access: Access, id: number): Promise<void> {
  await lockWhole(unit, access, id)
  await sql`update clothing_survey set state = 'cancelled', updated_at = ${unit.clock.now()} where id = ${id}`.execute(
    unit.db,
  )
}

/** Reminds of surveys that end soon; a day that was missed is not made up for, the next reminder reaches those who have still not answered. */
export const surveyJobs: readonly JobDefinition[] = [
  {
    name: 'supplies.remindSurveys',
    every: { at: '09:10', missed: 'skip' },
    async run(unit) {
      const days = REMIND_BEFORE_DAYS.map((before) => addDays(unit.clock.today(), before))
      await remindWhere(
        unit,
        sql`s.due_date = any(${days}::date[]) and s.reminded_on is distinct from ${unit.clock.today()}::date`,
      )
    },
  },
]

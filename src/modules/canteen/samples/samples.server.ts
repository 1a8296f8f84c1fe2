/** Retained samples: entered once, kept for 48 hours, struck with a reason (CAN-03, CAN-04). */
import { sql } from 'kysely'
import { addDays, momentText, parseMoment } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import { changing } from '#src/define/records/rows.server.ts'
import type { JobDefinition, RecordServer, UnitOfWork } from '#src/define/server.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { lockMenu } from '../orders/ledger.server.ts'
import { endOf, type MealType, mealTimes } from '../orders/times.ts'
import { KEEP_HOURS } from './sample-record.ts'
import type { MissingSample } from './samples.types.ts'

const HOUR = 3_600_000
const PLACE = '/restaurant/canteenMenu?tab=samples'
/** Days back in which a missing sample is looked for: later ones are history. */
const MISSING_DAYS = 2

async function lockSample(unit: UnitOfWork, id: number) {
  const sample = await unit.db.selectFrom('dish_sample').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (sample === undefined || sample.struckAt !== null) throw new RuleError('version.conflict')
  return sample
}

export const sampleServer: RecordServer = {
  computed: {
    date: '(select m.date from menu_plan m where m.id = r.menu_id)',
    mealType: '(select m.meal_type from menu_plan m where m.id = r.menu_id)',
    state: `case when r.struck_at is not null then 'struck' when r.discarded_at is not null then 'discarded'
      when r.discard_at <= now() then 'due' else 'kept' end`,
  },
  async beforeCreate(values, unit, { userId }) {
    const menu = await lockMenu(unit, Number(values.menuId))
    if (menu === null || menu.state === 'draft') throw new RuleError('canteen.sampleMenu').at('menuId')
    if (!rowsOf(menu.dishes as never).some(({ dishId }) => Number(dishId) === Number(values.dishId)))
      throw new RuleError('canteen.sampleDish').at('dishId')
    const sampledAt = parseMoment(String(values.sampledAt))
    if (sampledAt === null || sampledAt > unit.clock.now()) throw new RuleError('meal.inFuture').at('sampledAt')
    if (String(values.sampledAt).slice(0, 10) !== menu.date)
      throw new RuleError('canteen.sampleDay', menu.date).at('sampledAt')
    return { ...values, sampledBy: userId, discardAt: momentText(new Date(sampledAt.getTime() + KEEP_HOURS * HOUR)) }
  },
  actions: {
    async discard({ id }, _values, unit, { userId }) {
      const sample = await lockSample(unit, id)
      if (sample.discardedAt !== null) throw new RuleError('version.conflict')
      if (unit.clock.now() < sample.discardAt) throw new RuleError('rule.CAN-04', KEEP_HOURS)
      await changing(unit, 'dish_sample', { discardedAt: unit.clock.now(), discardedBy: userId }, userId)
        .where('id', '=', id)
        .execute()
    },
    async strike({ id }, { reason }, unit, { userId }) {
      await lockSample(unit, id)
      await changing(
        unit,
        'dish_sample',
        { struckAt: unit.clock.now(), struckBy: userId, strikeReason: String(reason) },
        userId,
      )
        .where('id', '=', id)
        .execute()
    },
  },
}

interface Missing {
  readonly menuId: number
  readonly date: string
  readonly mealType: MealType
  readonly dishes: readonly string[]
  readonly isReminded: boolean
}

/** Lunches and dinners that are over, with their dishes of which no sample is kept (CAN-03). */
async function missing(unit: UnitOfWork): Promise<readonly Missing[]> {
  const today = unit.clock.today()
  const { rows } = await sql<Missing>`
    select m.id as menu_id, m.date, m.meal_type, m.samples_told as is_reminded, jsonb_agg(d.name order by d.id) as dishes
    from menu_plan m cross join lateral jsonb_array_elements(coalesce(m.dishes, '[]')) l (line) join dish d on d.id = (l.line ->> 'dishId')::bigint
    where m.date between ${addDays(today, -MISSING_DAYS)}::date and ${today}::date and m.meal_type in ('lunch', 'dinner')
      and m.state in ('published', 'closed') and m.deleted_at is null
      and not exists (select from dish_sample s where s.menu_id = m.id and s.dish_id = d.id and s.struck_at is null)
    group by m.id order by m.date desc, m.id desc`.execute(unit.db)
  const times = mealTimes(unit.settings)
  return rows.filter(({ date, mealType }) => endOf(times, date, mealType) <= unit.clock.now())
}

export async function missingSamples(unit: UnitOfWork): Promise<readonly MissingSample[]> {
  return (await missing(unit)).map(({ isReminded: _isReminded, ...meal }) => meal)
}

/** Tells of a meal without samples once it is over, and of samples whose 48 hours are over, each once. */
export async function remindSamples(unit: UnitOfWork): Promise<void> {
  const people = await unit.usersWithRole('canteenManager')
  for (const { menuId, date, mealType, dishes } of (await missing(unit)).filter(({ isReminded }) => !isReminded)) {
    await sql`update menu_plan set samples_told = true where id = ${menuId}`.execute(unit.db)
    unit.notify({
      to: people,
      contentType: 'REMIND',
      title: {
        key: 'canteen.samplesMissing',
        params: [date, { dictionary: 'mealType', value: mealType }, dishes.length],
      },
      link: PLACE,
    })
  }
  const { rows } = await sql`
    update dish_sample set discard_told = true where discard_at <= ${unit.clock.now()}::timestamptz and discarded_at is null and struck_at is null
      and not discard_told returning id`.execute(unit.db)
  if (rows.length === 0) return
  unit.changed('dishSample', null)
  unit.notify({
    to: people,
    contentType: 'REMIND',
    title: { key: 'canteen.samplesDue', params: [rows.length, KEEP_HOURS] },
    link: PLACE,
  })
}

export const sampleJobs: readonly JobDefinition[] = [
  { name: 'canteen.samples', every: { minutes: 10 }, run: remindSamples },
]

/** The food safety book: checks of a cycle, temperatures within limits, certificates with an end; what is missed stays visible. */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import { adding } from '#src/define/records/rows.server.ts'
import type { JobDefinition, RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { fileIdsIn, textIn } from '#src/fields/values.ts'
import { checkStateOf, type OverdueCheck, reportOverdue } from '../materials/checks.server.ts'
import { certificateReminder, countedDay, dueDays, isWithin, missedDays } from './cycle.ts'

const PLACE = '/restaurant/materials?tab=safety'

interface Item extends OverdueCheck {
  readonly kind: string
  readonly cycleDays: number | null
  readonly workdaysOnly: boolean
  readonly minValue: string | null
  readonly maxValue: string | null
  readonly validTo: string | null
  readonly lastCheckedOn: string | null
  readonly checkState: string
  readonly missed: number
  readonly remindedFor: string | null
  readonly remindedDays: number | null
}

const itemColumns = sql`id, name, created_by, kind, cycle_days, workdays_only, min_value, max_value, valid_to, last_checked_on, next_check_on, check_state, missed,
  reminded_for, reminded_days`

const isCountedFor =
  (unit: UnitOfWork, { workdaysOnly }: Pick<Item, 'workdaysOnly'>) =>
  (day: string): boolean =>
    !workdaysOnly || unit.calendar.isWorkday(day)

/** How the item stands today; a fault that is not overdue stays one. */
function stateOf({ cycleDays }: Pick<Item, 'cycleDays'>, next: string, today: string, isFault: boolean): string {
  const found = checkStateOf(next, today, dueDays(cycleDays))
  return isFault && found !== 'overdue' ? 'fault' : found
}

/** Works out anew when the item is due: at the end of the certificate, a cycle after the last check, or today where there was none. */
async function planItem(unit: UnitOfWork, id: number): Promise<void> {
  const item = await lockItem(unit, id)
  const today = unit.clock.today()
  const { validTo, cycleDays, lastCheckedOn } = item
  const next =
    validTo ??
    countedDay(
      lastCheckedOn === null || cycleDays === null ? today : addDays(lastCheckedOn, cycleDays),
      isCountedFor(unit, item),
    )
  await sql`
    update safety_item set next_check_on = ${next}::date, check_state = ${stateOf(item, next, today, item.checkState === 'fault')},
      reminded_days = case when next_check_on is distinct from ${next}::date then null else reminded_days end where id = ${id}`.execute(
    unit.db,
  )
}

async function lockItem(unit: UnitOfWork, id: number): Promise<Item> {
  const { rows } = await sql<Item>`
    select ${itemColumns} from safety_item where id = ${id} and is_used and deleted_at is null for update`.execute(
    unit.db,
  )
  if (rows[0] === undefined) throw new RuleError('canteen.safetyUnused')
  return rows[0]
}

interface Done {
  readonly result: 'ok' | 'fault'
  readonly value?: string | null
  readonly validTo?: string | null
}

/** Writes a check down and begins the next cycle; a fault of a longer cycle leaves the day as it is until it is passed. */
async function store(
  unit: UnitOfWork,
  item: Item,
  { result, value = null, validTo = null }: Done,
  { note, photo }: FormData,
  userId: number,
): Promise<void> {
  const today = unit.clock.today()
  await adding(
    unit,
    'safety_check',
    {
      safetyId: item.id,
      checkedOn: today,
      result,
      value,
      validTo,
      note: textIn(note) || null,
      photo: fileIdsIn(photo),
      checkedBy: userId,
    },
    userId,
  ).execute()
  const { cycleDays } = item
  const isNext = result === 'ok' || cycleDays === 1
  const next =
    validTo ??
    (isNext && cycleDays !== null ? countedDay(addDays(today, cycleDays), isCountedFor(unit, item)) : item.nextCheckOn)
  await sql`
    update safety_item set last_checked_on = case when ${isNext} then ${today}::date else last_checked_on end, next_check_on = ${next}::date,
      valid_to = coalesce(${validTo}::date, valid_to), check_state = ${stateOf(item, next, today, result === 'fault')}, missed = 0,
      reminded_days = case when ${validTo}::date is null then reminded_days end,
      version = version + 1, updated_at = ${unit.clock.now()}, updated_by = ${userId} where id = ${item.id}`.execute(
    unit.db,
  )
  unit.changed('safetyItem', item.id)
  unit.changed('safetyCheck', null)
}

function refuseLimits({ kind, minValue, maxValue }: FormData): void {
  if (kind === 'temperature' && Number(minValue) > Number(maxValue))
    throw new RuleError('canteen.safetyLimits').at('maxValue')
}

export const safetyServer: RecordServer = {
  async beforeCreate(values) {
    refuseLimits(values)
    return { ...values, checkState: 'due', missed: 0 }
  },
  async beforeUpdate(values, row) {
    refuseLimits({ ...values, kind: row.kind as string })
    return values
  },
  async afterWrite(row, unit) {
    if (row.isUsed === true) await planItem(unit, row.id)
  },
  actions: {
    async check({ id }, values, unit, { userId }) {
      const item = await lockItem(unit, id)
      await store(unit, item, { result: values.result === 'ok' ? 'ok' : 'fault' }, values, userId)
    },
    async measure({ id }, values, unit, { userId }) {
      const item = await lockItem(unit, id)
      const value = String(values.value)
      const isOk = isWithin(Number(value), Number(item.minValue), Number(item.maxValue))
      if (!isOk && textIn(values.note) === '')
        throw new RuleError('canteen.safetyOutside', item.minValue ?? '', item.maxValue ?? '').at('note')
      await store(unit, item, { result: isOk ? 'ok' : 'fault', value }, values, userId)
    },
    async renew({ id }, values, unit, { userId }) {
      const item = await lockItem(unit, id)
      const validTo = String(values.validTo)
      if (validTo <= unit.clock.today()) throw new RuleError('canteen.certificatePast').at('validTo')
      await store(unit, item, { result: 'ok', validTo }, values, userId)
    },
  },
}

interface Move {
  readonly id: number
  readonly next: string
  readonly state: string
  readonly missed: number
  readonly remindedFor: string | null
  readonly remindedDays: number | null
}

/** What a day makes of an item: the days it was missed on, and how it stands now. */
function moveOf(unit: UnitOfWork, item: Item): { readonly missedOn: readonly string[]; readonly move: Move } {
  const today = unit.clock.today()
  const { id, cycleDays, nextCheckOn, remindedFor } = item
  const daily = cycleDays === 1 ? missedDays(nextCheckOn, today, isCountedFor(unit, item)) : null
  const missedOn = daily?.missed ?? (nextCheckOn < today && remindedFor !== nextCheckOn ? [nextCheckOn] : [])
  const next = daily?.next ?? nextCheckOn
  return {
    missedOn,
    move: {
      id,
      next,
      state: stateOf(item, next, today, item.checkState === 'fault'),
      missed: item.missed + missedOn.length,
      remindedFor: missedOn.at(-1) ?? remindedFor,
      remindedDays:
        (item.validTo === null ? null : certificateReminder(item.validTo, today, item.remindedDays)) ??
        item.remindedDays,
    },
  }
}

async function remindCertificates(unit: UnitOfWork, items: readonly Item[]): Promise<void> {
  const today = unit.clock.today()
  const due = items.filter(
    ({ validTo, remindedDays }) => validTo !== null && certificateReminder(validTo, today, remindedDays) !== null,
  )
  if (due.length === 0) return
  const keepers = await unit.usersWithRole('canteenManager')
  for (const { id, name, validTo } of due)
    unit.notify({
      to: keepers,
      contentType: 'REMIND',
      title:
        validTo === today
          ? { key: 'canteen.certificateToday', params: [name] }
          : { key: 'canteen.certificateDue', params: [name, validTo ?? ''] },
      link: `${PLACE}&id=${id}`,
    })
}

/** Each morning: writes down what was missed since, shows what is due, reminds of certificates 30, 7 and 0 days before their end. */
export async function remindSafety(unit: UnitOfWork): Promise<void> {
  const { rows: items } = await sql<Item>`
    select ${itemColumns} from safety_item where is_used and deleted_at is null and next_check_on is not null order by id for update`.execute(
    unit.db,
  )
  if (items.length === 0) return
  const now = unit.clock.now()
  const moves = items.map((item) => ({ item, ...moveOf(unit, item) }))
  const missed = moves.flatMap(({ item, missedOn }) => missedOn.map((day) => ({ id: item.id, day })))
  await sql`
    insert into safety_check (safety_id, checked_on, result, created_at, updated_at)
    select m.id, m.day, 'missed', ${now}::timestamptz, ${now}::timestamptz from jsonb_to_recordset(${JSON.stringify(missed)}::jsonb) as m (id bigint, day date)
    on conflict do nothing`.execute(unit.db)
  await sql`
    update safety_item s set next_check_on = m.next, check_state = m.state, missed = m.missed, reminded_for = m."remindedFor", reminded_days = m."remindedDays"
    from jsonb_to_recordset(${JSON.stringify(moves.map(({ move }) => move))}::jsonb)
      as m (id bigint, next date, state text, missed int, "remindedFor" date, "remindedDays" int) where s.id = m.id`.execute(
    unit.db,
  )
  unit.changed('safetyItem', null)
  if (missed.length > 0) unit.changed('safetyCheck', null)
  await remindCertificates(unit, items)
  // The last day of several is reported: the others stand in the book.
  const overdue = moves.flatMap(({ item, missedOn }) => {
    const day = missedOn.at(-1)
    return day === undefined ? [] : [{ ...item, nextCheckOn: day }]
  })
  await reportOverdue(unit, overdue, {
    title: 'canteen.safetyMissed',
    place: PLACE,
    keyOf: ({ id, nextCheckOn }) => `safety ${id} ${nextCheckOn}`,
  })
}

export const safetyJobs: readonly JobDefinition[] = [
  { name: 'canteen.safety', every: { at: '07:30', missed: 'once' }, run: remindSafety },
]

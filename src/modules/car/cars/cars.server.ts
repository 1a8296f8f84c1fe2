/** Cars: what the archive checks, and the states that are set by hand (40.1, CAR-32, CAR-37, CAR-38). */
import { type SqlBool, sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import { type Problem, RuleError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { compareMoney } from '#src/fields/money/cents.ts'
import { fileIdsIn } from '#src/fields/values.ts'
import { assetLedger } from '#src/modules/asset/contract.ts'
import { nextServiceKm, nextServiceOn } from '../service/next-service.ts'
import { addReading } from './odometer.server.ts'

const vin = /^[A-HJ-NPR-Z0-9]{17}$/

/** Prices above which a use needs a document, in yuan (40.1). */
const priceCaps: Readonly<Record<string, string>> = { lawEnforcement: '180000.00', confidential: '120000.00' }
/** Years after which a car is scrapped without a long reason, and how long the reason is otherwise. */
const SCRAP_AFTER_YEARS = 8
const SCRAP_REASON_CHARACTERS = 20

const latest = (days: readonly string[]): string | null => days.toSorted().at(-1) ?? null

/** The days on which insurance and inspection end: the latest compulsory policy, the latest passed inspection. */
function dueDays(values: FormData): { insuranceDue: string | null; inspectionDue: string | null } {
  const policies = rowsOf(values.insurances).filter(({ kind }) => kind === 'compulsory')
  const inspections = rowsOf(values.inspections).filter(({ result }) => result === 'pass')
  return {
    insuranceDue: latest(policies.map(({ end }) => String(end))),
    inspectionDue: latest(inspections.map(({ validTo }) => String(validTo))),
  }
}

/** @throws RuleError with everything that is wrong, each at its field */
function checkCar(values: FormData): void {
  const problems: Record<string, readonly Problem[]> = {}
  if (!vin.test(String(values.vin))) problems.vin = [{ key: 'car.vinInvalid' }]
  const cap = priceCaps[String(values.carUse)]
  if (cap !== undefined && compareMoney(String(values.price), cap) > 0 && !values.priceDoc)
    problems.priceDoc = [
      { key: 'car.priceAboveCap', params: [{ dictionary: 'carUse', value: String(values.carUse) }, cap] },
    ]
  for (const [index, { start, end }] of rowsOf(values.insurances).entries())
    if (String(end) <= String(start)) problems[`insurances.${index}.end`] = [{ key: 'car.endBeforeStart' }]
  for (const [index, row] of rowsOf(values.inspections).entries())
    if (String(row.validTo) <= String(row.date))
      problems[`inspections.${index}.validTo`] = [{ key: 'car.endBeforeStart' }]
  const first = Object.values(problems)[0]?.[0]
  if (first) throw new RuleError(first.key, ...(first.params ?? [])).among(problems)
}

const normalised = (values: FormData): FormData => ({
  ...values,
  vin: String(values.vin).toUpperCase(),
})

async function setStatus(unit: UnitOfWork, id: number, status: string, reason: string | null): Promise<void> {
  await sql`
    update car set status = ${status}, status_reason = ${reason}::text, updated_at = ${unit.clock.now()}, version = version + 1 where id = ${id}`.execute(
    unit.db,
  )
  unit.changed('car', id)
}

/** @throws RuleError while somebody counts on the car */
async function refuseReserved(unit: UnitOfWork, id: number): Promise<void> {
  await sql`select id from car where id = ${id} for update`.execute(unit.db)
  const { rows } = await sql<{ count: number; no: string }>`
    select count(*)::int as count, min(no) as no from car_trip where car_id = ${id} and state in ('reserved', 'departed', 'overdue')`.execute(
    unit.db,
  )
  if (rows[0] && rows[0].count > 0) throw new RuleError('car.hasTrips', rows[0].count, rows[0].no)
}

interface CarRow {
  readonly id: number
  readonly mileage: number
  readonly buyDate: string
  readonly plateNo: string
  readonly assetId: number | null
}
const rowOf = (row: { id: number } & Record<string, unknown>): CarRow => row as unknown as CarRow

async function scrap(row: CarRow, values: FormData, unit: UnitOfWork): Promise<void> {
  // Before the car is locked (E11).
  if (row.assetId !== null)
    await unit.service(assetLedger).retire(row.assetId, `${row.plateNo} ${String(values.docNo)}`)
  await refuseReserved(unit, row.id)
  const reason = String(values.reason)
  const year = 365.25
  const isOld = addDays(row.buyDate, Math.round(SCRAP_AFTER_YEARS * year)) <= String(values.date)
  if (!isOld && [...reason].length < SCRAP_REASON_CHARACTERS)
    throw new RuleError('car.scrapReason', SCRAP_AFTER_YEARS, SCRAP_REASON_CHARACTERS).at('reason')
  await setStatus(unit, row.id, 'scrapped', `${String(values.docNo)} ${reason}`.slice(0, 300))
}

/** What a car (alias `r`) cost in the quarters of this year that have begun. */
const YEAR_COST = `coalesce((select sum(u.cost) from car_use u where u.car_id = r.id and u.starts_on >= date_trunc('year', now() at time zone 'Asia/Shanghai')::date), 0)::numeric(14,2)`

export const carServer: RecordServer = {
  computed: {
    state: `case when r.status <> 'idle' then r.status
      when exists (select from car_trip t where t.car_id = r.id and t.state in ('departed', 'overdue')) then 'inUse' else 'idle' end`,
    yearCost: YEAR_COST,
    nextServiceKm: nextServiceKm('r'),
    nextServiceOn: nextServiceOn('r'),
  },
  pickable: () => sql<SqlBool>`r.deleted_at is null and r.status <> 'scrapped'`,
  beforeCreate: async (values) => {
    const car = normalised(values)
    checkCar(car)
    return { ...car, ...dueDays(car) }
  },
  beforeUpdate: async (values, row) => {
    const car = normalised(values)
    checkCar(car)
    if (Number(car.mileage) < rowOf(row).mileage)
      throw new RuleError('car.mileageBackward', rowOf(row).mileage).at('mileage')
    return { ...car, ...dueDays(car) }
  },
  async afterWrite(row, unit, access, before) {
    const { id, mileage } = rowOf(row)
    if (before !== null && rowOf(before).mileage === mileage) return
    const at = unit.clock.now()
    await addReading(unit, {
      carId: id,
      at,
      km: mileage,
      source: 'register',
      tripId: null,
      byUser: access.userId > 0 ? access.userId : null,
      photos: fileIdsIn((row as unknown as FormData).mileagePhotos),
      field: 'mileage',
    })
  },
  async beforeRemove(row, unit) {
    const { rows } = await sql`select 1 from car_trip where car_id = ${row.id} limit 1`.execute(unit.db)
    if (rows.length > 0) throw new RuleError('rule.CAR-37')
  },
  actions: {
    async disable(row, values, unit) {
      await refuseReserved(unit, row.id)
      await setStatus(unit, row.id, 'disabled', String(values.reason))
    },
    enable: (row, _values, unit) => setStatus(unit, row.id, 'idle', null),
    scrap: (row, values, unit) => scrap(rowOf(row), values, unit),
  },
}

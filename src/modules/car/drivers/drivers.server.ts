/** Drivers: licences, points and suspensions (40.2, DRV-02, DRV-04). */
import { type SqlBool, sql } from 'kysely'
import { defineHolding } from '#src/define/holdings.ts'
import { secrets } from '#src/define/ledgers.ts'
import { RuleError } from '#src/define/problem.ts'
import type { Base, JobDefinition, RecordServer } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'

/** DRV-02: points at which a driver is suspended, and at which they are warned. */
const SUSPENDED_AT_POINTS = 12
const WARNED_AT_POINTS = 9
/** Days over which the kilometres of a driver are counted. */
const KM_DAYS = 90

/** The licence is sealed in its column, so the few drivers there are are compared one by one. */
async function refuseSecond(base: Base, licenseNo: string, exceptId: number | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('driver_license'))`.execute(base.db)
  const { rows } = await sql<{ name: string; licenseNo: string }>`
    select name, license_no from driver where deleted_at is null and id is distinct from ${exceptId}::bigint`.execute(
    base.db,
  )
  const vault = base.ledger(secrets)
  const other = rows.find((row) => vault.open(row.licenseNo) === licenseNo)
  if (other) throw new RuleError('driver.licenseTwice', other.name).at('licenseNo')
}

/** Name and department of somebody of the bureau are those of their account. */
async function withAccount(values: FormData, base: Base): Promise<FormData> {
  if (String(values.validTo) <= String(values.validFrom)) throw new RuleError('car.endBeforeStart').at('validTo')
  if (typeof values.userId !== 'number') return values
  const { rows } = await sql<{ name: string; deptId: number }>`
    select name, dept_id from shared_app_user where id = ${values.userId} and state and deleted_at is null`.execute(
    base.db,
  )
  if (!rows[0]) throw new RuleError('driver.userUnknown').at('userId')
  return { ...values, ...rows[0] }
}

/** Trips that a driver can no longer take are told to the fleet (DRV-04). */
async function tellOfTrips(base: Base, driverId: number, name: string): Promise<void> {
  const { rows } = await sql<{ count: number; no: string | null }>`
    select count(*)::int as count, min(no) as no from car_trip where driver_id = ${driverId} and state = 'reserved'`.execute(
    base.db,
  )
  const { count = 0, no = null } = rows[0] ?? {}
  if (count === 0) return
  base.notify({
    to: await base.holding('fleetManager'),
    contentType: 'REMIND',
    title: { key: 'driver.tripsToDispatch', params: [name, count, no ?? ''] },
    link: '/carmanagement/car?tab=trips&state=reserved',
  })
}

interface Suspension {
  readonly reason: string
  /** Day on which it ends by itself; null when somebody has to end it. */
  readonly until: string | null
}

async function suspend(base: Base, driverId: number, { reason, until }: Suspension): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    update driver set is_suspended = true, suspend_reason = ${reason}, suspended_until = ${until}::date, updated_at = ${base.clock.now()}, version = version + 1
    where id = ${driverId} returning name`.execute(base.db)
  base.changed('driver', driverId)
  await tellOfTrips(base, driverId, rows[0]?.name ?? '')
}

async function restore(base: Base, driverId: number): Promise<void> {
  await sql`
    update driver set is_suspended = false, suspend_reason = null, suspended_until = null, updated_at = ${base.clock.now()}, version = version + 1
    where id = ${driverId}`.execute(base.db)
  base.changed('driver', driverId)
}

/** DRV-02: with twelve points nobody drives; from nine on the fleet is told. */
async function applyPoints(base: Base, id: number, name: string, points: number): Promise<void> {
  if (points >= SUSPENDED_AT_POINTS) {
    const reason = base.textOf('zhHans', 'car.pointsReached') ?? ''
    await suspend(base, id, { reason, until: null })
  } else if (points >= WARNED_AT_POINTS)
    base.notify({
      to: await base.holding('fleetManager'),
      contentType: 'REMIND',
      title: { key: 'driver.pointsHigh', params: [name, points] },
      link: '/carmanagement/driver',
    })
}

export const driverServer: RecordServer = {
  computed: {
    state: `case when r.is_suspended then 'suspended'
      when exists (select from car_trip t where t.driver_id = r.id and t.state in ('departed', 'overdue')) then 'onTask'
      when exists (select from shared_absence a where a.user_id = r.user_id and a.kind <> 'travel' and a.period @> (now() at time zone 'Asia/Shanghai')) then 'leave'
      else 'available' end`,
    todayTask: `(select string_agg(to_char(t.start_at at time zone 'Asia/Shanghai', 'HH24:MI') || ' ' || t.to_place, ', ' order by t.start_at) from car_trip t
      where t.driver_id = r.id and t.state in ('reserved', 'departed', 'overdue')
        and (t.start_at at time zone 'Asia/Shanghai')::date <= (now() at time zone 'Asia/Shanghai')::date
        and (t.end_at at time zone 'Asia/Shanghai')::date >= (now() at time zone 'Asia/Shanghai')::date)`,
    km90d: `coalesce((select sum(t.mileage_in - t.mileage_out) from car_trip t where t.driver_id = r.id and t.returned_at > now() - interval '${KM_DAYS} days'), 0)::integer`,
  },
  pickable: () => sql<SqlBool>`r.deleted_at is null and not r.is_suspended`,
  async beforeCreate(values, base) {
    await refuseSecond(base, String(values.licenseNo), null)
    return withAccount(values, base)
  },
  async beforeUpdate(values, row, base) {
    if (typeof values.licenseNo === 'string' && !values.licenseNo.startsWith('*'))
      await refuseSecond(base, values.licenseNo, row.id)
    return withAccount(values, base)
  },
  async afterWrite(row, base, _access, before) {
    const points = Number(row.points)
    if (before === null || Number(before.points) !== points) await applyPoints(base, row.id, String(row.name), points)
  },
  async beforeRemove(row, base) {
    const { rows } = await sql`select 1 from car_trip where driver_id = ${row.id} limit 1`.execute(base.db)
    if (rows.length > 0) throw new RuleError('driver.hasTrips')
  },
  actions: {
    suspend: (row, values, base) =>
      suspend(base, row.id, { reason: String(values.reason), until: String(values.until) }),
    async restore(row, _values, base) {
      if (Number(row.points) >= SUSPENDED_AT_POINTS) throw new RuleError('rule.DRV-02', Number(row.points))
      await restore(base, row.id)
    },
  },
}

/** DRV-04: whoever is switched off drives no more. */
export const driverHolding = defineHolding({
  key: 'driving',
  async find(base, userId) {
    const { rows } = await sql<{ no: string }>`
      select t.no from car_trip t join driver d on d.id = t.driver_id where d.user_id = ${userId} and t.state in ('reserved', 'departed', 'overdue') order by t.start_at`.execute(
      base.db,
    )
    return { count: rows.length, names: rows.map(({ no }) => no) }
  },
  async release(base, userId) {
    const { rows } = await sql<{ id: number }>`
      select id from driver where user_id = ${userId} and deleted_at is null and not is_suspended`.execute(base.db)
    for (const { id } of rows)
      await suspend(base, id, { reason: base.textOf('zhHans', 'car.accountDisabled') ?? '', until: null })
  },
})

/** Suspensions end with their last day. Missed days need no catching up: the state is set by the day. */
export const suspensionJob: JobDefinition = {
  name: 'car.endSuspensions',
  every: { at: '00:20' },
  async run(base) {
    const { rows } = await sql<{ id: number }>`
      select id from driver where is_suspended and suspended_until < ${base.clock.today()}::date and points < ${SUSPENDED_AT_POINTS} order by id for update`.execute(
      base.db,
    )
    for (const { id } of rows) await restore(base, id)
  },
}

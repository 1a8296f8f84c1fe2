/** Drivers: licences, points and suspensions (40.2, DRV-02, DRV-04). */
import { type SqlBool, sql } from 'kysely'
import { defineHolding } from '#src/define/holdings.ts'
import { RuleError } from '#src/define/problem.ts'
import type { JobDefinition, RecordServer, UnitOfWork } from '#src/define/server.ts'
import { secrets } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'

/** DRV-02: points at which a driver is suspended, and at which they are warned. */
const SUSPENDED_AT_POINTS = 12
const WARNED_AT_POINTS = 9
/** Days over which the kilometres of a driver are counted. */
const KM_DAYS = 90

/** The licence is sealed in its column, so the few drivers there are are compared one by one. */
async function refuseSecond(unit: UnitOfWork, licenseNo: string, exceptId: number | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('driver_license'))`.execute(unit.db)
  const { rows } = await sql<{ name: string; licenseNo: string }>`
    select name, license_no from driver where deleted_at is null and id is distinct from ${exceptId}::bigint`.execute(
    unit.db,
  )
  const vault = unit.service(secrets)
  const other = rows.find((row) => vault.open(row.licenseNo) === licenseNo)
  if (other) throw new RuleError('driver.licenseTwice', other.name).at('licenseNo')
}

/** Name and department of somebody of the bureau are those of their account. */
async function withAccount(values: FormData, unit: UnitOfWork): Promise<FormData> {
  if (String(values.validTo) <= String(values.validFrom)) throw new RuleError('car.endBeforeStart').at('validTo')
  if (typeof values.userId !== 'number') return values
  const { rows } = await sql<{ name: string; deptId: number }>`
    select name, dept_id from shared_app_user where id = ${values.userId} and state and deleted_at is null`.execute(
    unit.db,
  )
  if (!rows[0]) throw new RuleError('driver.userUnknown').at('userId')
  return { ...values, ...rows[0] }
}

/** Trips that a driver can no longer take are told to the fleet (DRV-04). */
async function tellOfTrips(unit: UnitOfWork, driverId: number, name: string): Promise<void> {
  const { rows } = await sql<{ count: number; no: string | null }>`
    select count(*)::int as count, min(no) as no from car_trip where driver_id = ${driverId} and state = 'reserved'`.execute(
    unit.db,
  )
  const { count = 0, no = null } = rows[0] ?? {}
  if (count === 0) return
  unit.notify({
    to: await unit.usersWithRole('fleetManager'),
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

async function suspend(unit: UnitOfWork, driverId: number, { reason, until }: Suspension): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    update driver set is_suspended = true, suspend_reason = ${reason}, suspended_until = ${until}::date, updated_at = ${unit.clock.now()}, version = version + 1
    where id = ${driverId} returning name`.execute(unit.db)
  unit.changed('driver', driverId)
  await tellOfTrips(unit, driverId, rows[0]?.name ?? '')
}

async function restore(unit: UnitOfWork, driverId: number): Promise<void> {
  await sql`
    update driver set is_suspended = false, suspend_reason = null, suspended_until = null, updated_at = ${unit.clock.now()}, version = version + 1
    where id = ${driverId}`.execute(unit.db)
  unit.changed('driver', driverId)
}

/** DRV-02: with twelve points nobody drives; from nine on the fleet is told. */
async function applyPoints(unit: UnitOfWork, id: number, name: string, points: number): Promise<void> {
  if (points >= SUSPENDED_AT_POINTS) {
    const reason = unit.textOf('zhHans', 'car.pointsReached') ?? ''
    await suspend(unit, id, { reason, until: null })
  } else if (points >= WARNED_AT_POINTS)
    unit.notify({
      to: await unit.usersWithRole('fleetManager'),
      contentType: 'REMIND',
      title: { key: 'driver.pointsHigh', params: [name, points] },
      link: '/carmanagement/driver',
    })
}

export const driverServer: RecordServer = {
  computed: {
    empNo: '(select u.emp_no from shared_app_user u where u.id = r.user_id)',
    personType: '(select u.person_type from shared_app_user u where u.id = r.user_id)',
    state: `case when r.is_suspended then 'suspended'
      when exists (select from car_trip t where t.driver_id = r.id and t.state in ('departed', 'overdue')) then 'onTask'
      when exists (select from shared_absence a where a.user_id = r.user_id and a.kind <> 'travel' and a.period @> (now() at time zone 'Asia/Shanghai')) then 'leave'
      else 'available' end`,
    todayTask: `(select string_agg(to_char(t.start_at at time zone 'Asia/Shanghai', 'HH24:MI') || ' ' || t.to_place, ', ' order by t.start_at) from car_trip t
      where t.driver_id = r.id and t.state in ('reserved', 'departed', 'overdue')
        and (t.start_at at time zone 'Asia/Shanghai')::date <= (now() at time zone 'Asia/Shanghai')::date
        and (t.end_at at time zone 'Asia/Shanghai')::date >= (now() at time zone 'Asia/Shanghai')::date)`,
    accidents: '(select count(*) from car_accident a where a.driver_id = r.id and a.deleted_at is null)::integer',
    rating: '(select round(avg(g.score), 1) from car_trip_rating g where g.driver_id = r.id and g.deleted_at is null)',
    km90d: `coalesce((select sum(t.mileage_in - t.mileage_out) from car_trip t where t.driver_id = r.id and t.returned_at > now() - interval '${KM_DAYS} days'), 0)::integer`,
  },
  // Who drives oneself names oneself or a colleague of the department (DRV-05); drivers are chosen by whoever dispatches.
  pickable: (access) =>
    sql<SqlBool>`r.deleted_at is null and not r.is_suspended and (r.user_id = ${access.userId} or (r.self_drive and r.dept_id = ${access.departmentId})
      or exists (select from shared_ticket_task k join shared_ticket t on t.id = k.ticket_id
        where k.assignee_id = ${access.userId} and k.status = 'open' and t.type = 'officialCarAppointment'))`,
  async beforeCreate(values, unit) {
    await refuseSecond(unit, String(values.licenseNo), null)
    return withAccount(values, unit)
  },
  async beforeUpdate(values, row, unit) {
    if (typeof values.licenseNo === 'string' && !values.licenseNo.startsWith('*'))
      await refuseSecond(unit, values.licenseNo, row.id)
    return withAccount(values, unit)
  },
  async afterWrite(row, unit, _access, before) {
    const points = Number(row.points)
    if (before === null || Number(before.points) !== points) await applyPoints(unit, row.id, String(row.name), points)
  },
  async beforeRemove(row, unit) {
    const { rows } = await sql`select 1 from car_trip where driver_id = ${row.id} limit 1`.execute(unit.db)
    if (rows.length > 0) throw new RuleError('driver.hasTrips')
  },
  actions: {
    /** The call stands in the operation log and in the row's history. */
    async reveal(row) {
      return { licenseNo: row.licenseNo }
    },
    suspend: (row, values, unit) =>
      suspend(unit, row.id, { reason: String(values.reason), until: String(values.until) }),
    async restore(row, _values, unit) {
      if (Number(row.points) >= SUSPENDED_AT_POINTS)
        throw new RuleError('rule.DRV-02', Number(row.points), SUSPENDED_AT_POINTS)
      await restore(unit, row.id)
    },
  },
}

/** DRV-04: whoever is switched off drives no more. */
export const driverHolding = defineHolding({
  key: 'driving',
  async find(unit, userId) {
    const { rows } = await sql<{ no: string }>`
      select t.no from car_trip t join driver d on d.id = t.driver_id where d.user_id = ${userId} and t.state in ('reserved', 'departed', 'overdue') order by t.start_at`.execute(
      unit.db,
    )
    return { count: rows.length, names: rows.map(({ no }) => no) }
  },
  async release(unit, userId) {
    const { rows } = await sql<{ id: number }>`
      select id from driver where user_id = ${userId} and deleted_at is null and not is_suspended`.execute(unit.db)
    for (const { id } of rows)
      await suspend(unit, id, { reason: unit.textOf('zhHans', 'car.accountDisabled') ?? '', until: null })
  },
})

/** Suspensions end with their last day. Missed days need no catching up: the state is set by the day. */
export const suspensionJob: JobDefinition = {
  name: 'car.endSuspensions',
  every: { at: '00:20', missed: 'once' },
  async run(unit) {
    const { rows } = await sql<{ id: number }>`
      select id from driver where is_suspended and suspended_until < ${unit.clock.today()}::date and points < ${SUSPENDED_AT_POINTS} order by id for update`.execute(
      unit.db,
    )
    for (const { id } of rows) await restore(unit, id)
  },
}

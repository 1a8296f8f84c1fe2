/** Pool equipment: its calendar, its bookings and the reminders of what is late. */

import { sql } from 'kysely'
import { z } from 'zod'
import type { Access } from '#src/define/access.ts'
import { addDays, momentText, parseMoment } from '#src/define/days.ts'
import { permissionDenied, RuleError } from '#src/define/problem.ts'
import { type RecordServer, route, type UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import type { AssetChoice } from '../asset.types.ts'
import { lockAssets } from '../cards/asset-moves.server.ts'
import { afterReturnOf } from '../contract.ts'
import { nextDocumentNo } from '../document-numbers.server.ts'
import type { BookedPeriod, PoolAsset } from './booking.types.ts'
import {
  cancelBooking,
  handOut,
  refuseOverlap,
  refusePeriod,
  refuseUnbookable,
  takeBack,
} from './booking-moves.server.ts'

const momentOf = (value: FormData[string]): Date => {
  const moment = parseMoment(String(value))
  if (moment === null) throw new Error(`no moment ${String(value)}`)
  return moment
}

interface LateLoan {
  readonly id: number
  readonly userId: number
  readonly assetNo: string
  readonly name: string
  readonly endsAt: Date
}

async function remindOf(unit: UnitOfWork, loans: readonly LateLoan[]): Promise<void> {
  for (const { userId, assetNo, name, endsAt } of loans)
    unit.notify({
      to: [userId],
      contentType: 'REMIND',
      title: { key: 'asset.loanDue', params: [assetNo, name, momentText(endsAt).slice(0, 16)] },
      link: '/personal-center?tab=assets',
    })
  await sql`
    update asset_booking set reminded_at = ${unit.clock.now()}::timestamptz where id = any(${loans.map(({ id }) => id)}::bigint[])`.execute(
    unit.db,
  )
}

const HOURS_BETWEEN_REMINDERS = 24

/** Whoever has pool equipment beyond its end is reminded once a day; one run after a stop reminds once. */
export async function remindLateLoans(unit: UnitOfWork): Promise<void> {
  const { rows } = await sql<LateLoan>`
    select b.id, b.user_id, a.asset_no, a.name, b.ends_at from asset_booking b join asset a on a.id = b.asset_id
    where b.state = 'out' and b.ends_at < ${unit.clock.now()}::timestamptz
      and (b.reminded_at is null or b.reminded_at <= ${unit.clock.now()}::timestamptz - make_interval(hours => ${HOURS_BETWEEN_REMINDERS})) order by b.id`.execute(
    unit.db,
  )
  await remindOf(unit, rows)
}

export const bookingServer: RecordServer = {
  async beforeCreate(values, unit, access) {
    const [startsAt, endsAt] = [momentOf(values.startsAt), momentOf(values.endsAt)]
    refusePeriod(unit, startsAt, endsAt)
    if (startsAt < new Date(unit.clock.now().getTime() - 60_000))
      throw new RuleError('asset.bookingStartsPast').at('startsAt')
    const [row] = await lockAssets(unit, [Number(values.assetId)])
    if (row === undefined) return values
    refuseUnbookable(row, endsAt)
    await refuseOverlap(unit, { assetId: row.id, startsAt, endsAt })
    return {
      ...values,
      no: await nextDocumentNo(unit, 'YY'),
      userId: access.userId,
      deptId: access.departmentId,
      state: 'booked',
    }
  },
  actions: {
    handOut: (row, _values, unit, access) => handOut(unit, access.userId, row.id),
    takeBack: (row, values, unit, access) =>
      takeBack(unit, access, row.id, afterReturnOf(values.after), String(values.note ?? '')),
    async remind(row, _values, unit) {
      const { rows } = await sql<LateLoan>`
        select b.id, b.user_id, a.asset_no, a.name, b.ends_at from asset_booking b join asset a on a.id = b.asset_id where b.id = ${row.id}`.execute(
        unit.db,
      )
      await remindOf(unit, rows)
    },
    async cancel(row, values, unit, access) {
      if (Number(row.userId) !== access.userId && !access.may('asset:Allocate')) throw permissionDenied()
      await cancelBooking(unit, row.id, String(values.reason))
    },
  },
}

const digits = /[%_\\]/g

/** Pool equipment by its number or name, for a booking. */
export const poolOptions = route({
  method: 'GET',
  url: '/api/assets/pool/options/',
  permission: 'assetBooking:Create',
  query: z.object({ search: z.string().max(60).optional(), id: z.coerce.number().int().optional() }),
  async handle({ unit, query }) {
    const search = query.search?.trim() ? `%${query.search.trim().replace(digits, '\\$&')}%` : null
    const { rows } = await sql<AssetChoice>`
      select id, asset_no || ' ' || name || ' ' || model as label from asset
      where deleted_at is null and is_pool and (id = ${query.id ?? null}::bigint or (${query.id ?? null}::bigint is null and state in ('idle', 'inUse')
        and (${search}::text is null or asset_no || ' ' || name || ' ' || model ilike ${search}::text))) order by name, asset_no limit 50`.execute(
      unit.db,
    )
    return rows
  },
})

const MAX_CALENDAR_DAYS = 62

type PeriodRow = Omit<BookedPeriod, 'startsAt' | 'endsAt' | 'person' | 'isOwn' | 'isLate'> & {
  readonly assetId: number
  readonly userId: number
  readonly startsAt: Date
  readonly endsAt: Date
}

const shownPeriod = (row: PeriodRow, person: string, unit: UnitOfWork, access: Access): BookedPeriod => ({
  id: row.id,
  startsAt: momentText(row.startsAt),
  endsAt: momentText(row.endsAt),
  state: row.state,
  person,
  isOwn: row.userId === access.userId,
  isLate: row.state === 'out' && row.endsAt < unit.clock.now(),
})

export const poolCalendar = route({
  method: 'GET',
  url: '/api/assets/pool/',
  permission: 'assetBooking:Search',
  query: z.object({
    from: z.iso.date().optional(),
    days: z.coerce.number().int().min(1).max(MAX_CALENDAR_DAYS).default(14),
  }),
  async handle({ unit, access, query, language }) {
    const from = query.from ?? unit.clock.today()
    const [first, last] = [parseMoment(from), parseMoment(addDays(from, query.days))]
    const { rows: assets } = await sql<Omit<PoolAsset, 'periods'>>`
      select a.id, a.asset_no, a.name, a.model, a.state, r.name as room,
        case when a.service_until < ${from}::date then 'service' when a.inspect_due < ${from}::date then 'inspection' when a.state = 'repairing' then 'repair' end as barred_by
      from asset a left join asset_room r on r.id = a.room_id where a.is_pool and a.deleted_at is null and a.state in ('idle', 'inUse', 'repairing') order by a.name, a.asset_no`.execute(
      unit.db,
    )
    const { rows: periods } = await sql<PeriodRow>`
      select b.id, b.asset_id, b.user_id, b.starts_at, b.ends_at, b.state from asset_booking b
      where b.asset_id = any(${assets.map(({ id }) => id)}::bigint[]) and b.state in ('booked', 'out')
        and (b.during && tstzrange(${first}::timestamptz, ${last}::timestamptz, '[)') or b.state = 'out') order by b.starts_at`.execute(
      unit.db,
    )
    const names = await unit.namesOf(
      periods.map(({ userId }) => userId),
      language,
    )
    return {
      from,
      days: query.days,
      assets: assets.map((asset) => ({
        ...asset,
        periods: periods
          .filter(({ assetId }) => assetId === asset.id)
          .map((row) => shownPeriod(row, names.get(row.userId) ?? '', unit, access)),
      })),
    }
  },
})

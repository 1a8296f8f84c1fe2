/** What the page of seals shows beside its lists: the keeper's day, the calendar of seals out of office, and the register to print. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Access } from '#src/define/access.ts'
import { momentText } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { namedIn, reachedBy } from '#src/define/reach.server.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import type { KeeperDay, KeptUse, RegisterLine, SealOut } from './seal-page.types.ts'

const MAX_OUT = 1000
/** Entries of one seal in a year at most. */
const MAX_LINES = 5000

type Moments = 'readyAt' | 'takeOutFrom' | 'takeOutTo'
type UseRow = Omit<KeptUse, Moments | 'isLate'> & { readonly [M in Moments]: Date | null } & {
  readonly takeOut: boolean
}

async function dayOfKeeper(unit: UnitOfWork, { userId }: Access, language: Language): Promise<KeeperDay> {
  const now = unit.clock.now()
  const { rows } = await sql<UseRow>`
    select u.id, u.version, u.ticket_id, t.no as ticket_no, u.state, s.name as seal, u.doc_title, ${namedIn(language, 'a')} as applicant,
      ${namedIn(language, 'd')} as dept, coalesce(p.mobile, '') as mobile, u.copies, u.pages, u.stamps, u.stamped_count, u.expires_on, u.ready_at,
      u.take_out, u.take_out_from, u.take_out_to, u.take_out_place, ${namedIn(language, 'e')} as escort
    from seal_use u join seal s on s.id = u.seal_id join shared_ticket t on t.id = u.ticket_id join shared_app_user a on a.id = u.applicant_id
      join shared_department d on d.id = u.dept_id left join shared_app_user_personal p on p.id = u.applicant_id
      left join shared_app_user e on e.id = u.escort_id
    where u.state in ('pending', 'takenOut') and u.deleted_at is null and ${userId} in (s.keeper_id, s.backup_keeper_id)
    order by u.state = 'takenOut' desc, u.take_out_to, u.expires_on, u.id`.execute(unit.db)
  const { rows: seals } = await sql<{ id: number; name: string }>`
    select id, name from seal where ${userId} in (keeper_id, backup_keeper_id) and deleted_at is null order by state desc, name`.execute(
    unit.db,
  )
  const text = (moment: Date | null): string | null => (moment === null ? null : momentText(moment))
  const shown = (isMeant: (row: UseRow) => boolean): readonly KeptUse[] =>
    rows.filter(isMeant).map(({ takeOut: _, readyAt, takeOutFrom, takeOutTo, ...row }) => ({
      ...row,
      readyAt: text(readyAt),
      takeOutFrom: text(takeOutFrom),
      takeOutTo: text(takeOutTo),
      isLate: row.state === 'takenOut' && takeOutTo !== null && takeOutTo < now,
    }))
  return {
    today: unit.clock.today(),
    toStamp: shown(({ state, takeOut }) => state === 'pending' && !takeOut),
    toHandOut: shown(({ state, takeOut }) => state === 'pending' && takeOut),
    out: shown(({ state }) => state === 'takenOut'),
    seals,
  }
}

/** Uses (alias `u`) that the reader may see in the register (INV-11). */
const reached = (access: Access, alias: string) =>
  reachedBy(access, 'useSeal:Register', { department: `${alias}.dept_id`, owner: `${alias}.applicant_id` })

async function outIn(unit: UnitOfWork, access: Access, language: Language, month: string): Promise<readonly SealOut[]> {
  const first = `${month}-01`
  const { rows } = await sql<SealOut>`
    select u.id, s.id as seal_id, s.name as seal, ${namedIn(language, 'a')} as applicant, u.take_out_place as place, u.state,
      (o.begins at time zone 'Asia/Shanghai')::date as start_date, (o.ends at time zone 'Asia/Shanghai')::date as end_date
    from seal_use u join seal s on s.id = u.seal_id join shared_app_user a on a.id = u.applicant_id
      cross join lateral (select coalesce(u.handed_out_at, u.take_out_from) as begins,
        coalesce(u.returned_at, case when u.state = 'takenOut' then greatest(u.take_out_to, ${unit.clock.now()}::timestamptz) else u.take_out_to end) as ends) o
    where u.take_out and u.state in ('pending', 'takenOut', 'returned') and u.deleted_at is null and ${reached(access, 'u')}
      and (o.begins at time zone 'Asia/Shanghai')::date < ${first}::date + interval '1 month' and (o.ends at time zone 'Asia/Shanghai')::date >= ${first}::date
    order by s.name, o.begins limit ${MAX_OUT}`.execute(unit.db)
  return rows
}

async function bookOf(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  { sealId, year }: { readonly sealId: number; readonly year: number },
): Promise<readonly RegisterLine[]> {
  const { rows } = await sql<RegisterLine>`
    select r.id, r.register_no, r.stamped_at, r.doc_title, r.send_to, r.copies, r.stamped_count, ${namedIn(language, 'd')} as dept,
      ${namedIn(language, 'a')} as applicant, ${namedIn(language, 'k')} as stamped_by, x.reason as struck_reason
    from seal_entry r join shared_department d on d.id = r.dept_id join shared_app_user a on a.id = r.applicant_id
      join shared_app_user k on k.id = r.stamped_by left join seal_strike x on x.entry_id = r.id
    where r.seal_id = ${sealId} and r.year = ${year} and ${reached(access, 'r')} order by r.no limit ${MAX_LINES}`.execute(
    unit.db,
  )
  return rows
}

export const sealRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/seals/day/',
    permission: 'seal:Update',
    handle: ({ unit, access, language }) => dayOfKeeper(unit, access, language),
  }),
  route({
    method: 'GET',
    url: '/api/seals/out/',
    permission: 'useSeal:Register',
    query: z.strictObject({ month: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/) }),
    handle: ({ unit, access, language, query }) => outIn(unit, access, language, query.month),
  }),
  route({
    method: 'GET',
    url: '/api/seals/book/',
    permission: 'useSeal:Register',
    query: z.strictObject({
      sealId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
      year: z.coerce.number().int().min(2000).max(2100),
    }),
    handle: ({ unit, access, language, query }) => bookOf(unit, access, language, query),
  }),
]

/** Who comes in and leaves: the one writer of visits. Each has its real time, also when it is written down later. */
import { sql } from 'kysely'
import { addDays, dayOf, momentText, parseMoment } from '#src/define/days.ts'
import { type Problem, problemOf, RuleError } from '#src/define/problem.ts'
import { adding, changing } from '#src/define/records/rows.server.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { Area } from '../access.names.ts'
import { type GrantRow, lockGrants } from '../grants/grants.server.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** How long afterwards an entry or an exit may be written down, as after a power cut. */
export const MAX_HOURS_LATE = 72

/** People who come for the day: they leave by the hour the bureau closes. Others stay as long as their grant. */
const forTheDay: readonly string[] = ['visitor', 'contractor']

/** Where a grant lets a person in; who eats may go to the canteen. */
export const areasOf = ({ areas, grantKind }: Pick<GrantRow, 'areas' | 'grantKind'>): readonly string[] =>
  grantKind === 'door' ? areas : [...new Set([...areas, 'canteen'])]

type Checked = Pick<
  GrantRow,
  'name' | 'state' | 'validFrom' | 'validTo' | 'areas' | 'grantKind' | 'revokedAt' | 'activatedAt'
>

/** What speaks against letting a person in at that moment; null for nothing. */
export function entryProblem(grant: Checked, area: string, at: Date): Problem | null {
  const day = dayOf(at)
  if (grant.state === 'pending') return problemOf('access.notActive', grant.name)
  if (grant.revokedAt !== null && grant.revokedAt <= at) return problemOf('access.isRevoked', grant.name)
  // Revoked before it was ever in force.
  if (grant.activatedAt === null) return problemOf('access.isRevoked', grant.name)
  if (day < grant.validFrom) return problemOf('access.notBegun', grant.name, grant.validFrom)
  if (day > grant.validTo) return problemOf('access.isOver', grant.name, grant.validTo)
  return areasOf(grant).includes(area)
    ? null
    : problemOf('access.areaNotGranted', grant.name, { dictionary: 'accessArea', value: area })
}

/** When a person who came in at that moment should have left. */
export function dueAt(grant: Pick<GrantRow, 'visitorType' | 'validTo'>, at: Date, leaveBy: string): Date {
  const day = dayOf(at)
  const endOf = (last: string): Date => parseMoment(`${last} 23:59:59`) ?? at
  if (!forTheDay.includes(grant.visitorType)) return endOf(grant.validTo)
  const closing = parseMoment(`${day} ${leaveBy}`)
  return closing !== null && closing > at ? closing : endOf(day) > at ? endOf(day) : endOf(addDays(day, 1))
}

/** The moment of an entry or exit: now, unless it is written down later. @throws RuleError */
function momentOf(unit: UnitOfWork, at: string | undefined): Date {
  const now = unit.clock.now()
  if (at === undefined) return now
  const moment = parseMoment(at)
  if (moment === null || moment > now) throw new RuleError('access.inFuture').at('at')
  if (now.getTime() - moment.getTime() > MAX_HOURS_LATE * HOUR_MS)
    throw new RuleError('access.tooLate', MAX_HOURS_LATE).at('at')
  return moment
}

interface Entry {
  readonly grantId: number
  readonly area: Area
  readonly method: 'scan' | 'typed' | 'list'
  readonly at?: string | undefined
}

async function refuseOverlap(unit: UnitOfWork, { id, name }: GrantRow, at: Date): Promise<void> {
  const { rows } = await sql<{ enteredAt: Date; leftAt: Date | null }>`
    select entered_at, left_at from access_visit where grant_id = ${id} and (left_at is null or left_at > ${at}::timestamptz)
    order by left_at nulls first limit 1`.execute(unit.db)
  const other = rows[0]
  if (!other) return
  if (other.leftAt === null) throw new RuleError('access.isInside', name, momentText(other.enteredAt))
  throw new RuleError('access.overlaps', name, momentText(other.leftAt)).at('at')
}

/** Lets a person in. @throws RuleError for whatever speaks against it */
export async function enter(unit: UnitOfWork, { grantId, area, method, at }: Entry, by: number): Promise<number> {
  const moment = momentOf(unit, at)
  const [grant] = await lockGrants(unit, [grantId])
  if (grant === undefined) throw new RuleError('access.codeUnknown')
  const problem = entryProblem(grant, area, moment)
  if (problem !== null) throw new RuleError(problem.key, ...(problem.params ?? []))
  await refuseOverlap(unit, grant, moment)
  const { id } = await adding(
    unit,
    'access_visit',
    {
      grantId,
      hostId: grant.hostId,
      deptId: grant.deptId,
      name: grant.name,
      org: grant.org,
      visitorType: grant.visitorType,
      area,
      enteredAt: moment,
      enteredBy: by,
      entryMethod: method,
      dueAt: dueAt(grant, moment, unit.settings.string('access.leaveBy')),
    },
    by,
  )
    .returning('id')
    .executeTakeFirstOrThrow()
  unit.changed('accessVisit', id)
  unit.changed('accessGrant', grantId)
  return id
}

/** Writes down that a person left. */
export async function leave(unit: UnitOfWork, visitId: number, at: string | undefined, by: number): Promise<void> {
  const moment = momentOf(unit, at)
  const { rows } = await sql<{ grantId: number; enteredAt: Date; leftAt: Date | null }>`
    select grant_id, entered_at, left_at from access_visit where id = ${visitId} for update`.execute(unit.db)
  const visit = rows[0]
  if (!visit || visit.leftAt !== null) throw new RuleError('version.conflict')
  if (moment < visit.enteredAt) throw new RuleError('access.leftBefore', momentText(visit.enteredAt)).at('at')
  await changing(unit, 'access_visit', { leftAt: moment, leftBy: by }, by).where('id', '=', visitId).execute()
  unit.changed('accessVisit', visitId)
  unit.changed('accessGrant', visit.grantId)
}

/** Hosts and logistics hear of anyone who is still inside and should have left, once a day until they do. */
export async function askToLeave(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  const { rows } = await sql<{ hostId: number; name: string; dueAt: Date }>`
    update access_visit set late_noticed_at = ${now}::timestamptz where left_at is null and due_at < ${now}::timestamptz
      and coalesce(late_noticed_at <= ${new Date(now.getTime() - DAY_MS)}::timestamptz, true)
    returning host_id, name, due_at`.execute(unit.db)
  if (rows.length === 0) return
  const officers = await unit.usersWithRole('logisticsOfficer')
  for (const { hostId, name, dueAt: due } of rows)
    unit.notify({
      to: [...new Set([hostId, ...officers])],
      contentType: 'REMIND',
      title: { key: 'access.stillInside', params: [name, momentText(due)] },
      link: '/workflow/receive/accessControlDining',
    })
}

export const visitServer: RecordServer = { computed: { isInside: '(r.left_at is null)' } }

/** What the gate of the demo bureau has seen: visits of the days that are over, who is inside, and grants whose time has passed. */
import { sql } from 'kysely'
import { addDays, parseMoment, weekdayOf } from '#src/define/days.ts'
import { adding } from '#src/define/records/rows.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { RowOf } from '#src/define/tables.server.ts'
import { dueAt } from './gate/visits.server.ts'

/** Visits of one person that are kept. */
const VISITS_EACH = 6
const isWeekend = (day: string): boolean => weekdayOf(day) > 5

type Guest = Pick<
  RowOf<'access_grant'>,
  'id' | 'hostId' | 'deptId' | 'name' | 'org' | 'visitorType' | 'areas' | 'validFrom' | 'validTo'
>

interface Stay {
  readonly enteredAt: Date
  readonly leftAt: Date | null
}

/** The days on which a guest came, the last ones of the period. */
function daysOf({ validFrom, validTo }: Guest, today: string): readonly string[] {
  const days: string[] = []
  for (
    let day = validTo < today ? validTo : today;
    day >= validFrom && days.length < VISITS_EACH;
    day = addDays(day, -1)
  )
    if (!isWeekend(day) || validFrom === validTo) days.push(day)
  return days
}

function staysOf(guest: Guest, place: number, today: string, now: Date): readonly Stay[] {
  const at = (day: string, hour: number): Date | null =>
    parseMoment(`${day} ${String(hour).padStart(2, '0')}:${String(10 + (place % 4) * 10)}:00`)
  return daysOf(guest, today).flatMap((day): readonly Stay[] => {
    const [enteredAt, leftAt] = [at(day, 8), at(day, 17)]
    if (enteredAt === null || leftAt === null || enteredAt >= now) return []
    // Of those who came today every other one is still inside.
    if (day === today) return place % 2 === 0 ? [{ enteredAt, leftAt: null }] : []
    return [{ enteredAt, leftAt }]
  })
}

/** After the stories were played: their grants end where their time is over, and their people came and left. */
export async function visitBureau(unit: UnitOfWork): Promise<void> {
  const [now, today] = [unit.clock.now(), unit.clock.today()]
  await sql`update access_grant set state = 'expired' where state = 'active' and valid_to < ${today}::date`.execute(
    unit.db,
  )
  const { rows: guests } = await sql<Guest>`
    select id, host_id, dept_id, name, org, visitor_type, areas, valid_from, valid_to from access_grant
    where state in ('active', 'expired') order by id`.execute(unit.db)
  const { rows: guards } = await sql<{ id: number }>`select id from shared_app_user where username = 'yang15'`.execute(
    unit.db,
  )
  const guard = guards[0]?.id ?? 0
  const leaveBy = unit.settings.string('access.leaveBy')
  const visits = guests.flatMap((guest, place) =>
    staysOf(guest, place, today, now).map(({ enteredAt, leftAt }) => ({
      grantId: guest.id,
      hostId: guest.hostId,
      deptId: guest.deptId,
      name: guest.name,
      org: guest.org,
      visitorType: guest.visitorType,
      area: guest.areas[0] ?? 'building',
      enteredAt,
      enteredBy: guard,
      entryMethod: 'scan',
      dueAt: dueAt(guest, enteredAt, leaveBy),
      leftAt,
      leftBy: leftAt === null ? null : guard,
    })),
  )
  if (visits.length > 0) await adding(unit, 'access_visit', visits, guard).execute()
}

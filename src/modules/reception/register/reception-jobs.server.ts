/** REC-05: lists that are late are asked for on each workday, and supervised in the end. Each run treats what it finds, so that a stop is caught up with once. */
import { sql } from 'kysely'
import { dayOf } from '#src/define/days.ts'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'

/** Workdays after the meal within which the list is filed. */
export const LIST_WORKDAYS = 5
/** Workdays after the meal above which the list is supervised. */
export const SUPERVISED_WORKDAYS = 10

interface Waiting {
  readonly id: number
  readonly ticketId: number
  readonly no: string
  readonly applicantId: number
  readonly letterOrg: string
  readonly mealAt: Date
  readonly remindedOn: string | null
  readonly supervisedOn: string | null
}

/** Workdays since the meal, its own day not counted. */
function workdaysSince(unit: UnitOfWork, mealDay: string): number {
  const today = unit.clock.today()
  if (today <= mealDay) return 0
  return unit.calendar.workdays(mealDay, today) - (unit.calendar.isWorkday(mealDay) ? 1 : 0)
}

/** Reminds the person who has the list to file, once a workday; above ten workdays the office and the supervision officers hear of it, once. */
export async function askForLists(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  // The count does not grow on a day off.
  if (!unit.calendar.isWorkday(today)) return
  const { rows } = await sql<Waiting>`
    select r.id, r.ticket_id, t.no, r.applicant_id, r.letter_org, r.meal_at, r.reminded_on, r.supervised_on
    from reception r join shared_ticket t on t.id = r.ticket_id
    where (r.state = 'served' or r.state = 'approved' and r.place = 'external') and r.deleted_at is null
      and r.meal_at < ${unit.clock.now()}::timestamptz order by r.id for update of r`.execute(unit.db)
  for (const waiting of rows) {
    const mealDay = dayOf(waiting.mealAt)
    const passed = workdaysSince(unit, mealDay)
    if (passed <= LIST_WORKDAYS) continue
    if (waiting.remindedOn !== today) {
      await sql`update reception set reminded_on = ${today}::date where id = ${waiting.id}`.execute(unit.db)
      unit.notify({
        to: await filersOf(unit, waiting),
        contentType: 'REMIND',
        title: { key: 'reception.listLate', params: [waiting.letterOrg, mealDay, LIST_WORKDAYS] },
        link: `/workflow/ticket/${waiting.ticketId}`,
      })
    }
    if (passed > SUPERVISED_WORKDAYS && waiting.supervisedOn === null) {
      await sql`update reception set supervised_on = ${today}::date where id = ${waiting.id}`.execute(unit.db)
      await supervise(unit, waiting, mealDay)
    }
  }
}

/** People who have the task of the list; the applicant where no task is open. */
async function filersOf(unit: UnitOfWork, { ticketId, applicantId }: Waiting): Promise<readonly number[]> {
  const { rows } = await sql<{ assigneeId: number }>`
    select distinct assignee_id from shared_ticket_task where ticket_id = ${ticketId} and state = 'guestList' and status = 'open' and assignee_id is not null`.execute(
    unit.db,
  )
  return rows.length > 0 ? rows.map(({ assigneeId }) => assigneeId) : [applicantId]
}

async function supervise(unit: UnitOfWork, { ticketId, no, letterOrg }: Waiting, mealDay: string): Promise<void> {
  const message = {
    contentType: 'REMIND' as const,
    title: { key: 'reception.supervise' as const, params: [no, letterOrg, mealDay, SUPERVISED_WORKDAYS] },
  }
  const [office, supervisors] = [await unit.usersWithRole('logisticsOfficer'), await unit.usersWithRole('supervisor')]
  if (office.length > 0) unit.notify({ ...message, to: office, link: `/workflow/ticket/${ticketId}` })
  // They may not open every ticket; they learn of what they take up by its number.
  if (supervisors.length > 0) unit.notify({ ...message, to: supervisors })
}

export const receptionJobs: readonly JobDefinition[] = [
  { name: 'reception.lists', every: { at: '08:30', missed: 'once' }, run: askForLists },
]

import { sql } from 'kysely'
import { provideService, type ServiceProvision, taskAssignment } from '#src/define/services.ts'
import type { Services } from '#src/server/app/services.ts'
import { write } from '#src/server/work.ts'
import { engineOf } from '../versions/engine.ts'
import { reassignTasks, ticketsWaitingFor } from './reassign.ts'
import { attendFirst, attendWaiting } from './waiting.ts'

/** Open tasks follow the organisation. `services` are read with the first call, since the ledgers are part of them. */
export function assignmentLedger(services: () => Services): ServiceProvision {
  return provideService(taskAssignment, (unit) => ({
    async departmentChanged(deptId) {
      const engine = engineOf(services())
      const last = await reassignTasks(engine, unit, { department: deptId }, 0)
      await attendFirst(engine, unit)
      if (last === null) return
      await sql`insert into ticket_reassignment (dept_id, after_ticket_id, created_at) values (${deptId}, ${last}, ${unit.clock.now()})`.execute(
        unit.db,
      )
    },
    async personLeft(userId) {
      for (let after: number | null = 0; after !== null; )
        after = await reassignTasks(engineOf(services()), unit, { leaver: userId }, after)
      return ticketsWaitingFor(unit, userId)
    },
  }))
}

/** Takes one page of the oldest change that is not yet done with; false when there is none. */
async function followUp(services: Services): Promise<boolean> {
  return write(services, async (unit) => {
    const {
      rows: [next],
    } = await sql<{ id: number; deptId: number; afterTicketId: number }>`
      select id, dept_id, after_ticket_id from ticket_reassignment order by id limit 1 for update skip locked`.execute(
      unit.db,
    )
    if (!next) return false
    const last = await reassignTasks(engineOf(services), unit, { department: next.deptId }, next.afterTicketId)
    await (last === null
      ? sql`delete from ticket_reassignment where id = ${next.id}`
      : sql`update ticket_reassignment set after_ticket_id = ${last} where id = ${next.id}`
    ).execute(unit.db)
    return true
  })
}

/** Moves the tasks that a change of a department left for after its commit (SYS-33), a page to a transaction, then finds people for the tickets that wait for some (WF-14). */
export async function finishReassignments(services: Services): Promise<void> {
  let isMore = true
  while (isMore) isMore = await followUp(services)
  await attendWaiting(services)
}

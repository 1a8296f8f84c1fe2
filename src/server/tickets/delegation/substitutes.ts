import { sql } from 'kysely'
import { provideService, type ServiceProvision, substitutes } from '#src/define/services.ts'
import { refuseAdministrators } from '#src/server/organisation/separation.ts'

/** Who stands in for whom (WF-11): windows are opened by approved leave and looked at whenever a task is made. */
export const substituteService: ServiceProvision = provideService(substitutes, (unit) => ({
  async activate({ userId, substituteId, from, until, reason, ticketId }) {
    await refuseAdministrators(unit, [substituteId], 'substitute')
    await sql`
      insert into substitute (user_id, substitute_id, from_at, until_at, reason, ticket_id, created_at)
      values (${userId}, ${substituteId}, ${from}, ${until}, ${reason}, ${ticketId}, ${unit.clock.now()})`.execute(
      unit.db,
    )
  },
  async endFor(userId, at) {
    await sql`
      update substitute set until_at = greatest(from_at, ${at}::timestamptz)
      where (user_id = ${userId} or substitute_id = ${userId}) and until_at > ${at}`.execute(unit.db)
  },
  async end(ticketId, at) {
    // A window that had not begun is left empty, so that the history keeps it.
    await sql`
      update substitute set until_at = greatest(from_at, ${at}::timestamptz)
      where ticket_id = ${ticketId} and until_at > ${at}`.execute(unit.db)
  },
}))

import { sql } from 'kysely'
import { liveVisits } from '#machines/ticket/engine/visits.ts'
import { provideService, type ServiceProvision, ticketActions } from '#src/define/services.ts'
import type { Services } from '#src/server/app/services.ts'
import { visibleTo } from '../queries/visibility.ts'
import { lockTicket } from '../ticket.ts'
import { engineOf } from '../versions/engine.ts'
import { bySystem } from './command.ts'
import { entrust } from './copies.ts'
import { dispatch } from './dispatch.ts'
import { openTicket } from './open.ts'

/** What pages of modules decide in tickets. `services` are read with the first call, since the ledgers are part of them. */
export function ticketActionsService(services: () => Services): ServiceProvision {
  return provideService(ticketActions, (unit) => ({
    async lock(ticketId) {
      await lockTicket(unit.db, ticketId)
    },
    async expire(ticketId, rule) {
      const { rows } = await sql<{ visit: number }>`
        select visit from ticket_timer where ticket_id = ${ticketId} and rule = ${rule} order by visit limit 1`.execute(
        unit.db,
      )
      const visit = rows[0]?.visit
      if (visit !== undefined)
        await dispatch(engineOf(services()), unit, ticketId, { type: 'timeout', visit, rule }, bySystem)
    },
    async staff(ticketId, state, personId) {
      const engine = engineOf(services())
      const ticket = await lockTicket(unit.db, ticketId)
      if (ticket === null) return
      const { snapshot } = await openTicket(engine, unit, ticket)
      const visit = liveVisits(snapshot.context).find((live) => live.state === state)
      if (visit === undefined) return
      const people = [{ person: personId, onBehalfOf: null, rule: null }]
      await dispatch(engine, unit, ticketId, { type: 'reassign', visit: visit.id, people }, bySystem)
    },
    entrust: (ticketId, personId, byUser) => entrust(unit, ticketId, personId, byUser),
    async sees(ticketId, access) {
      const { rows } = await sql`select from ticket t where t.id = ${ticketId} and ${visibleTo(access)}`.execute(
        unit.db,
      )
      return rows.length > 0
    },
    async handle(ticketId, { access, language, caller }, values) {
      const origin = { ip: caller.ip, requestId: caller.requestId }
      await dispatch(
        engineOf(services()),
        unit,
        ticketId,
        { type: 'handle', comment: '', formData: values },
        { access, language, origin, revision: null },
      )
    },
  }))
}

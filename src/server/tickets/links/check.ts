import { sql } from 'kysely'
import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { TicketContext, TicketStatus } from '#machines/ticket/engine/vocabulary.ts'
import type { Executor } from '#src/define/server.ts'
import { isTerminal, type Ticket } from '../ticket.ts'

interface Kin {
  readonly id: number
  readonly status: TicketStatus
  readonly parentId: number | null
  readonly revokesId: number | null
  readonly revocationId: number | null
  /** A draft that was taken away. */
  readonly isGone: boolean
  readonly context: TicketContext
}

const isOver = ({ status, isGone }: Kin): boolean => isGone || isTerminal(status)

/** What each visit says of the ticket that was filed for it, against what became of that ticket. */
function childFaults(
  definition: WorkflowDefinition,
  { id, status }: Ticket,
  context: TicketContext,
  kin: readonly Kin[],
): readonly string[] {
  const isUndone = status === 'voided' || context.revokedBy !== undefined
  const named = context.visits.flatMap(({ id: visit, state, outcome, child }) =>
    child === undefined ? [] : [{ visit, state, isLive: outcome === null, ...child }],
  )
  const strays = kin.filter((one) => one.parentId === id && !named.some(({ ticket }) => ticket === one.id))
  return [
    ...strays.map((one) => `I19: no visit knows ticket ${one.id}, which was filed for this one`),
    ...named.flatMap(({ visit, state, isLive, ticket, outcome }) => {
      const child = kin.find((one) => one.id === ticket && one.parentId === id)
      if (child === undefined) return [`I19: visit ${visit} names ticket ${ticket}, which was not filed for it`]
      const waits = definition.states.find(({ key }) => key === state)?.child?.wait ?? false
      const isKept = outcome === child.status || (isUndone && child.status === 'voided')
      if (outcome !== null)
        return isKept ? [] : [`I19: visit ${visit} says ticket ${ticket} was ${outcome}, it is ${child.status}`]
      if (isLive && isOver(child)) return [`I19: visit ${visit} waits for ticket ${ticket}, which is over`]
      if (!isLive && waits && !isOver(child)) return [`I19: nobody waits for ticket ${ticket}, and it goes on`]
      const isLeft = isUndone && (!isOver(child) || child.status === 'completed')
      return isLeft ? [`I19: ticket ${ticket} stands, and what it was filed for is undone`] : []
    }),
  ]
}

/** What the older ticket must know of this one. */
function elderFaults({ id, status, parentId, revokesId }: Ticket, kin: readonly Kin[]): readonly string[] {
  const parent = kin.find((one) => one.id === parentId)
  const places = parent?.context.visits.filter(({ child }) => child?.ticket === id).length ?? 0
  const original = kin.find((one) => one.id === revokesId)
  const isKnown = status === 'completed' ? original?.context.revokedBy === id : original?.revocationId === id
  return [
    ...(parentId !== null && places !== 1 ? [`I19: ticket ${parentId} names this one ${places} times`] : []),
    ...(revokesId !== null && (status === 'completed' || !isTerminal(status)) && !isKnown
      ? [`25.4: ticket ${revokesId} does not know that this one revokes it`]
      : []),
  ]
}

/** Whether tickets that belong together say the same of each other (I19, 25.4): what is wrong, nothing when it is sound. Costs a query only where there are any. */
export async function familyFaults(
  db: Executor,
  definition: WorkflowDefinition,
  ticket: Ticket,
  context: TicketContext,
): Promise<readonly string[]> {
  const { id, parentId, revokesId, revocationId } = ticket
  const elders = [parentId, revokesId, revocationId, context.revokedBy ?? null].filter((one) => one !== null)
  const files = definition.states.some(({ kind }) => kind === 'sub')
  const filed = context.visits.flatMap(({ child }) => child?.ticket ?? [])
  if (elders.length === 0 && !files && filed.length === 0) return []
  const { rows } = await sql<Kin>`
    select id, status, parent_id, revokes_id, revocation_id, deleted_at is not null as is_gone, snapshot -> 'context' as context
    from ticket where id = any(${[...elders, ...filed]}::bigint[]) or parent_id = ${id}`.execute(db)
  const revoker = rows.find((one) => one.id === context.revokedBy)
  const isGranted = context.revokedBy === undefined || (revoker?.revokesId === id && revoker.status === 'completed')
  return [
    ...childFaults(definition, ticket, context, rows),
    ...elderFaults(ticket, rows),
    ...(isGranted ? [] : [`25.4: ticket ${context.revokedBy} was not granted to revoke this one`]),
  ]
}

/** The proofs of a ticket, for anyone who sees it. */
import { sql } from 'kysely'
import { z } from 'zod'
import { momentText } from '#src/define/days.ts'
import { notFound } from '#src/define/problem.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { ticketActions } from '#src/define/services.ts'
import type { PrintProof } from './proof.types.ts'

interface Row {
  readonly id: number
  readonly no: number
  readonly file: readonly number[]
  readonly madeAt: Date
  readonly madeBy: number | null
  readonly verdict: string | null
  readonly note: string | null
  readonly decidedAt: Date | null
}

/** The proofs of the live print, the first one first. */
async function proofsOf(unit: UnitOfWork, ticketId: number): Promise<readonly PrintProof[]> {
  const { rows } = await sql<Row>`
    select p.id, p.no, p.file, p.made_at, p.made_by, p.verdict, p.note, p.decided_at
    from print_proof p join print_order o on o.id = p.order_id
    where o.ticket_id = ${ticketId} and o.state <> 'cancelled' order by p.no`.execute(unit.db)
  const names = await unit.namesOf(rows.map(({ madeBy }) => madeBy))
  return rows.map((row) => ({
    ...row,
    madeAt: momentText(row.madeAt),
    madeBy: names.get(row.madeBy) ?? null,
    decidedAt: row.decidedAt === null ? null : momentText(row.decidedAt),
  }))
}

export const proofRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/printing/proofs/',
    permission: 'signedIn',
    query: z.strictObject({ ticketId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
    async handle({ unit, access, query }) {
      if (!(await unit.service(ticketActions).sees(query.ticketId, access))) throw notFound()
      return proofsOf(unit, query.ticketId)
    },
  }),
]

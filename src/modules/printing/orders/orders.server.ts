/** Prints: the one writer of their proofs, and what is done with them beside their tickets (23.11). */
import { sql } from 'kysely'
import { fileLinks } from '#src/define/fileLinks.ts'
import { RuleError } from '#src/define/problem.ts'
import { changing } from '#src/define/records/rows.server.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import { ticketActions } from '#src/define/services.ts'
import type { RowOf } from '#src/define/tables.server.ts'
import { fileIdsIn } from '#src/fields/values.ts'

export type OrderRow = RowOf<'print_order'>

/** The live print of a ticket, locked; null where it has none. */
export async function findOrderOf(unit: UnitOfWork, ticketId: number): Promise<OrderRow | null> {
  const order = await unit.db
    .selectFrom('print_order')
    .selectAll()
    .where('ticketId', '=', ticketId)
    .where('state', '<>', 'cancelled')
    .forUpdate()
    .executeTakeFirst()
  return order ?? null
}

/** @throws RuleError where the ticket has no live print */
export async function lockOrderOf(unit: UnitOfWork, ticketId: number): Promise<OrderRow> {
  const order = await findOrderOf(unit, ticketId)
  if (order === null) throw new RuleError('wf.stateChanged')
  return order
}

/** Shows the applicant another proof. The print is locked. */
export async function addProof(
  unit: UnitOfWork,
  order: OrderRow,
  file: readonly number[],
  by: number | null,
): Promise<void> {
  await sql`insert into print_proof (order_id, no, file, made_at, made_by)
    values (${order.id}, ${order.proofs + 1}::int, ${[...file]}::bigint[], ${unit.clock.now()}::timestamptz, ${by}::bigint)`.execute(
    unit.db,
  )
  await changing(unit, 'print_order', { state: 'proofing', proofFile: [...file], proofs: order.proofs + 1 })
    .where('id', '=', order.id)
    .execute()
  unit.changed('printOrder', order.id)
}

/** What the applicant says of the last proof: `note` asks for changes, null confirms it. The print is locked. */
export async function decideProof(
  unit: UnitOfWork,
  order: OrderRow,
  note: string | null,
  by: number | null,
): Promise<void> {
  const now = unit.clock.now()
  await sql`update print_proof set verdict = ${note === null ? 'confirmed' : 'revise'}, note = ${note}::text, decided_at = ${now}::timestamptz, decided_by = ${by}::bigint
    where order_id = ${order.id} and no = ${order.proofs}`.execute(unit.db)
  await changing(
    unit,
    'print_order',
    note === null ? { state: 'confirmed', confirmedAt: now, confirmedBy: by } : { state: 'revising' },
  )
    .where('id', '=', order.id)
    .execute()
  unit.changed('printOrder', order.id)
}

/** The print of a row, locked behind its ticket, while it is in that state. @throws RuleError */
async function lockIn(unit: UnitOfWork, id: number, state: OrderRow['state']): Promise<OrderRow> {
  const { rows } = await sql<{ ticketId: number }>`select ticket_id from print_order where id = ${id}`.execute(unit.db)
  const ticketId = rows[0]?.ticketId ?? 0
  await unit.service(ticketActions).lock(ticketId)
  const order = await findOrderOf(unit, ticketId)
  if (order?.id !== id || order.state !== state) throw new RuleError('version.conflict')
  return order
}

export const orderServer: RecordServer = {
  actions: {
    async newProof({ id }, { proofFile }, unit, access) {
      const order = await lockIn(unit, id, 'revising')
      const file = [...fileIdsIn(proofFile)]
      await addProof(unit, order, file, access.userId)
      // Anyone who sees the ticket may look at the proof.
      await unit.service(fileLinks).link(access, 'ticket', order.ticketId, file)
      unit.notify({
        to: [order.applicantId],
        contentType: 'REMIND',
        title: { key: 'printing.newProof', params: [order.jobNames] },
        link: `/workflow/ticket/${order.ticketId}`,
      })
    },
    async takeDown({ id }, _values, unit, { userId }) {
      const order = await lockIn(unit, id, 'delivered')
      if (order.removeAt === null || order.removedOn !== null) throw new RuleError('version.conflict')
      await changing(unit, 'print_order', { removedOn: unit.clock.today() }, userId).where('id', '=', id).execute()
    },
  },
}

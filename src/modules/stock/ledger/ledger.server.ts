import { sql } from 'kysely'
import type { Base } from '#src/define/server.ts'
import type { StockLedger } from '#src/define/stock/stockLedger.ts'
import { expiriesOf, heldSince, valuesOf } from './history.server.ts'
import { issue, partsWhere } from './issue.server.ts'
import { batchesNamed, choicesOf, itemsOf, reservedByTicket } from './items.server.ts'
import { release, reserve } from './reserve.server.ts'
import { returnIn } from './return.server.ts'

/** The stock ledger for other modules (EFF-ISSUE), bound to the caller's transaction. */
export function createStockLedger(base: Base): StockLedger {
  return {
    items: (ids) => itemsOf(base, ids),
    reserve: (order) => reserve(base, order),
    reservedBy: (ticketId) => reservedByTicket(base, ticketId),
    release: (ticketId, keys) => release(base, ticketId, keys),
    choices: (line, ticketId) => choicesOf(base, line, ticketId),
    issue: (order) => issue(base, order),
    issuedBy: (ticketId) => partsWhere(base, sql`i.ticket_id = ${ticketId}`),
    batchesNamed: (given) => batchesNamed(base, given),
    expiriesOf: (batchIds) => expiriesOf(base, batchIds),
    valuesOf: (ticketIds) => valuesOf(base, ticketIds),
    heldSince: (personId, itemIds, day) => heldSince(base, personId, itemIds, day),
    returnIn: (order) => returnIn(base, order),
  }
}

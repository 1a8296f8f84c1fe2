/** A counter from which tests ask for items and hand them out, through the API. */
import { sql } from 'kysely'
import type { Answer, Client, TestApp } from '#tests/harness/app.ts'
import { act, submit, ticketOf, type WireTicket } from '#tests/harness/tickets.ts'
import { openStore } from '#tests/modules/stock/store.ts'

type Form = Readonly<Record<string, unknown>>

/** Properties of an item that decide over its rules. */
export interface ItemGiven {
  readonly name?: string
  readonly category?: string
  readonly isExpiring?: boolean
  readonly oneHolder?: boolean
  readonly controlled?: boolean
  readonly maxPerRequest?: number
  readonly places?: 0 | 1 | 3
}

export async function openCounter(app: TestApp) {
  const store = await openStore(app)
  const people = new Map<string, Promise<Client>>()
  const as = (username: string): Promise<Client> => {
    const known = people.get(username) ?? app.as(username)
    people.set(username, known)
    return known
  }
  const item = async ({ name, isExpiring, places, ...more }: ItemGiven = {}): Promise<number> => {
    const id = await store.item({
      ...(name !== undefined && { name }),
      ...(isExpiring !== undefined && { isExpiring }),
      ...(places !== undefined && { places }),
    })
    await sql`update stock_item set category = ${more.category ?? 'officeSupplies'}, one_holder = ${more.oneHolder ?? false},
      controlled = ${more.controlled ?? false}, max_per_request = ${more.maxPerRequest ?? 20} where id = ${id}`.execute(
      app.database.db,
    )
    return id
  }
  const ask = async (username: string, type: string, lines: readonly Form[], more: Form = {}) =>
    submit(await as(username), type, { reason: '日常办公需要领用', lines, acceptShortage: false, ...more })
  /** Moves the clock, after which everybody signs in anew. */
  const moveClock = (moment: string): void => {
    app.clock.set(new Date(moment))
    people.clear()
  }
  return {
    store,
    moveClock,
    as,
    item,
    ask,
    office: (username: string, lines: readonly Form[], more: Form = {}): Promise<Answer<WireTicket>> =>
      ask(username, 'officeSupplies', lines, { useFor: 'personal', ...more }),
    act: async (username: string, id: number, action: string, formData?: Form, more: Form = {}) =>
      act(await as(username), id, action, { ...(formData && { formData }), ...more }),
    ticket: async (id: number, username = 'pan42') => ticketOf(await as(username), id),
    issued: (ticketId: number) => store.inLedger((ledger) => ledger.issuedBy(ticketId)),
    reserved: (ticketId: number) => store.inLedger((ledger) => ledger.reservedBy(ticketId)),
    available: async (itemId: number) => (await store.figures(itemId))?.available,
    demands: async (ticketId: number) =>
      (
        await sql<{ qty: number; state: string }>`
          select qty::int as qty, state from purchase_demand where ticket_id = ${ticketId} order by id`.execute(
          app.database.db,
        )
      ).rows,
  }
}
export type Counter = Awaited<ReturnType<typeof openCounter>>

/** The code with which what was asked for is fetched: shown by the applicant, said by whoever fetches for somebody else. */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { EffectContext, UnitOfWork } from '#src/define/server.ts'
import { PICKUP_DIGITS } from './fields.ts'

/** Draws of a code before the table is so full that something else is wrong. */
const MAX_DRAWS = 20

/** A code that no other ticket waits under, so that it names one ticket at the counter. */
async function freeCode(unit: UnitOfWork): Promise<string> {
  for (let draw = 0; draw < MAX_DRAWS; draw += 1) {
    const code = String(randomInt(10 ** PICKUP_DIGITS)).padStart(PICKUP_DIGITS, '0')
    const { rows } = await sql`select from supply_pickup where code = ${code} and used_at is null`.execute(unit.db)
    if (rows.length === 0) return code
  }
  throw new Error('no pick-up code is free')
}

/** Gives the ticket a code and tells it to the applicant and to who fetches. */
export async function openPickup({ unit, ticket }: EffectContext): Promise<void> {
  const proxy = ticket.formData.pickupProxyId
  const { rows } = await sql<{ code: string }>`
    insert into supply_pickup (ticket_id, code, created_at) values (${ticket.id}, ${await freeCode(unit)}, ${unit.clock.now()})
    on conflict (ticket_id) do update set used_at = null returning code`.execute(unit.db)
  unit.notify({
    to: [ticket.applicantId, ...(typeof proxy === 'number' ? [proxy] : [])],
    contentType: 'REMIND',
    title: { key: 'supplies.pickup', params: [ticket.no, rows[0]?.code ?? ''] },
    link: `/workflow/ticket/${ticket.id}`,
  })
}

/** Who fetches for somebody else says the code. */
export async function checkPickup({ unit, ticket }: EffectContext): Promise<void> {
  const given = ticket.formData.pickupCode
  const isProxy = typeof ticket.formData.pickupProxyId === 'number'
  if (!isProxy && !given) return
  const { rows } = await sql<{ code: string }>`select code from supply_pickup where ticket_id = ${ticket.id}`.execute(
    unit.db,
  )
  if (rows[0] && given !== rows[0].code)
    throw new RuleError(given ? 'supplies.pickupWrong' : 'supplies.pickupMissing').at('pickupCode')
}

/** The code is of no use any more: everything was handed out, or nothing will be. */
export async function closePickup({ unit, ticket }: Pick<EffectContext, 'unit' | 'ticket'>): Promise<void> {
  await sql`update supply_pickup set used_at = ${unit.clock.now()} where ticket_id = ${ticket.id} and used_at is null`.execute(
    unit.db,
  )
}

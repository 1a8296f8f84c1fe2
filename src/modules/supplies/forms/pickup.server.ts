/** The code with which somebody else fetches what was asked for. */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { EffectContext } from '#src/define/server.ts'
import { PICKUP_DIGITS } from './fields.ts'

/** Gives the ticket a code and tells it to the applicant and to who fetches. */
export async function openPickup({ base, ticket }: EffectContext): Promise<void> {
  const proxy = ticket.formData.pickupProxyId
  if (typeof proxy !== 'number') return
  const code = String(randomInt(10 ** PICKUP_DIGITS)).padStart(PICKUP_DIGITS, '0')
  const { rows } = await sql<{
    code: string
  }>`insert into supply_pickup (ticket_id, code, created_at) values (${ticket.id}, ${code}, ${base.clock.now()})
    on conflict (ticket_id) do update set code = supply_pickup.code returning code`.execute(base.db)
  base.notify({
    to: [ticket.applicantId, proxy],
    contentType: 'REMIND',
    title: { key: 'supplies.pickup', params: [ticket.no, rows[0]?.code ?? code] },
  })
}

/** Who fetches for somebody else says the code. */
export async function checkPickup({ base, ticket }: EffectContext): Promise<void> {
  if (typeof ticket.formData.pickupProxyId !== 'number') return
  const { rows } = await sql<{ code: string }>`select code from supply_pickup where ticket_id = ${ticket.id}`.execute(
    base.db,
  )
  const given = ticket.formData.pickupCode
  if (rows[0] && given !== rows[0].code)
    throw new RuleError(given ? 'supplies.pickupWrong' : 'supplies.pickupMissing').at('pickupCode')
}

/** The quotes of a comparison: written in its form, or those of a selection that was awarded. */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { compareMoney } from '#src/fields/money/cents.ts'
import { idIn, textIn } from '#src/fields/values.ts'

/** A valid quote. */
export interface Offer {
  readonly vendorId: number
  readonly amount: string
}

/** The cheapest first; of equal ones the vendor that is listed first. */
export const byPrice = (offers: readonly Offer[]): readonly Offer[] =>
  offers.toSorted((one, other) => compareMoney(one.amount, other.amount))

/** A selection that was awarded: its winner, and what it offered. */
export interface AwardedSelection {
  readonly vendorId: number
  readonly amount: string
  readonly ceiling: string
  readonly reason: string | null
  readonly isUsed: boolean
}

export async function awardedSelection(
  unit: UnitOfWork,
  id: number,
  ticketId: number | null,
): Promise<AwardedSelection | null> {
  const { rows } = await sql<AwardedSelection>`
    select s.winner_vendor_id as vendor_id, s.award_amount as amount, s.ceiling, s.award_reason as reason,
      exists (select from purchase p where p.selection_id = s.id and p.state <> 'terminated' and p.ticket_id is distinct from ${ticketId}::bigint) as is_used
    from selection s where s.id = ${id} and s.state = 'awarded' and s.deleted_at is null`.execute(unit.db)
  return rows[0] ?? null
}

/** The valid quotes of the form. */
export const offersIn = (form: FormData): readonly Offer[] =>
  rowsOf(form.quotes).flatMap((row) => {
    const [vendorId, amount] = [idIn(row.vendorId), textIn(row.amount)]
    return row.valid === true && vendorId !== null && amount !== '' ? [{ vendorId, amount }] : []
  })

export interface Winner {
  readonly winnerVendorId: number | null
  readonly winnerAmount: string | null
  readonly isDearer: boolean
}

/** Who is to be chosen: the lowest unless the form names another. */
export async function winnerOf(unit: UnitOfWork, form: FormData, ticketId: number | null): Promise<Winner> {
  const selectionId = idIn(form.selectionId)
  if (selectionId !== null) {
    const awarded = await awardedSelection(unit, selectionId, ticketId)
    return {
      winnerVendorId: awarded?.vendorId ?? null,
      winnerAmount: awarded?.amount ?? null,
      isDearer: false,
    }
  }
  const offers = byPrice(offersIn(form))
  const lowest = offers[0]
  const chosen = idIn(form.winnerVendorId) ?? lowest?.vendorId ?? null
  const own = offers.find(({ vendorId }) => vendorId === chosen)
  return {
    winnerVendorId: chosen,
    winnerAmount: own?.amount ?? null,
    isDearer: own !== undefined && lowest !== undefined && compareMoney(own.amount, lowest.amount) > 0,
  }
}

/** The three-way match of payments: never above what was accepted with the agreed advance, nor above the contract (PRC-31, 21.3). */
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { compareMoney, fromCents, toCents } from '#src/fields/money/cents.ts'
import type { PaymentTerms } from '../contract.ts'

/** What claims have spent of the money of an authorisation and ask for. */
export async function drawnOf(unit: UnitOfWork, ticketId: number | null): Promise<string> {
  const { rows } = await sql<{ drawn: string }>`
    select coalesce(sum(used + pending), 0)::numeric(14,2) as drawn from shared_commitment
    where ticket_id = ${ticketId}::bigint and kind = 'purchase' and deleted_at is null`.execute(unit.db)
  return rows[0]?.drawn ?? '0.00'
}

/** What may be paid in all: the accepted value and the agreed advance, at most the contract. */
export function payableAmount(contractAmount: string, acceptedAmount: string, advanceRate: string): string {
  const contract = toCents(contractAmount)
  const advance = (contract * toCents(advanceRate)) / 10_000n
  const most = toCents(acceptedAmount) + advance
  return fromCents(most < contract ? most : contract)
}

/** A claim asks for money of a purchase, under its lock. @throws RuleError `procurement.notSigned`, `procurement.unmatched`, `procurement.payeeBlacklisted` */
export async function matchPayment(unit: UnitOfWork, ticketId: number, hasConsent: boolean): Promise<void> {
  const { rows } = await sql<{
    id: number
    no: string
    contractAmount: string | null
    acceptedAmount: string
    vendorId: number | null
  }>`select id, no, contract_amount, accepted_amount, vendor_id from purchase where ticket_id = ${ticketId} and deleted_at is null for update`.execute(
    unit.db,
  )
  const purchase = rows[0]
  if (purchase === undefined || purchase.contractAmount === null)
    throw new RuleError('procurement.notSigned', purchase?.no ?? '').at('sourceId')
  const terms = await sql<{ advanceRate: string; isBlacklisted: boolean; vendor: string }>`
    select c.advance_rate, v.state = 'blacklisted' as is_blacklisted, v.name as vendor
    from purchase_contract c join vendor v on v.id = c.vendor_id where c.purchase_id = ${purchase.id}`.execute(unit.db)
  const contract = terms.rows[0]
  // PRC-44: the minutes hold the chief's consent.
  if (contract?.isBlacklisted === true && !hasConsent)
    throw new RuleError('procurement.payeeBlacklisted', contract.vendor).at('collectiveMinutes')
  const most = payableAmount(purchase.contractAmount, purchase.acceptedAmount, contract?.advanceRate ?? '0.00')
  const drawn = await drawnOf(unit, ticketId)
  if (compareMoney(drawn, most) > 0)
    throw new RuleError('procurement.unmatched', drawn, most, purchase.contractAmount).at('amount')
}

/** What a payment shows of a signed purchase. */
export async function paymentTerms(unit: UnitOfWork, ticketId: number): Promise<PaymentTerms | null> {
  const { rows } = await sql<PaymentTerms>`
    select p.no as purchase_no, c.contract_no, p.contract_amount, v.name as vendor_name, c.retention_days, p.delivered_on as accepted_on
    from purchase p join purchase_contract c on c.purchase_id = p.id join vendor v on v.id = c.vendor_id
    where p.ticket_id = ${ticketId} and p.deleted_at is null`.execute(unit.db)
  return rows[0] ?? null
}

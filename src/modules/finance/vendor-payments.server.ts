/** Vendors that are paid for what a ticket had delivered (23.11): the bill leaves the budget at once, the cashier pays it. */
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { type ClaimPayments, secrets } from '#src/define/services.ts'
import { budgetLedger } from '#src/modules/budget/contract.ts'
import { claimOf, sourceOf } from './claim-effects.server.ts'
import { saveClaim } from './claim-rows.server.ts'
import { createPayments, type Payee, voidPayments } from './payments.server.ts'

/** The account a vendor is paid on, sealed. @throws RuleError */
async function payeeOf(unit: UnitOfWork, vendorId: number, amount: string): Promise<Payee> {
  const { rows } = await sql<{ name: string; bankName: string; bankAccount: string }>`
    select name, bank_name, bank_account from shared_vendor_account where id = ${vendorId}`.execute(unit.db)
  const vendor = rows[0]
  if (vendor === undefined) throw new RuleError('finance.vendorUnknown').at('vendorId')
  const vault = unit.service(secrets)
  return {
    type: 'corporate',
    name: vendor.name,
    bank: vendor.bankName,
    account: vault.seal(vault.open(vendor.bankAccount)),
    amount,
  }
}

export const vendorPayments: Pick<ClaimPayments, 'payVendor' | 'refundVendor'> = {
  async payVendor(context, vendorId, amount) {
    const claim = { ...claimOf(context), amount }
    const payee = await payeeOf(context.unit, vendorId, amount)
    await context.unit.service(budgetLedger).consume(claim.lineId, amount, sourceOf(context, 'claim.payVendor'))
    await saveClaim(context, claim)
    await createPayments(context, [payee])
  },
  async refundVendor(context) {
    const { rows } = await sql<{ lineId: number; amount: string }>`
      select budget_line_id as line_id, amount from expense_claim where ticket_id = ${context.ticket.id}`.execute(
      context.unit.db,
    )
    const claim = rows[0]
    if (claim === undefined) throw new RuleError('wf.stateChanged')
    const payments = await voidPayments(context)
    await context.unit
      .service(budgetLedger)
      .refund(claim.lineId, claim.amount, { ...sourceOf(context, 'claim.refundVendor'), ...payments })
  },
}

/** Meals of guests whose host department pays: charged to the budget line of their grant (CAN-34). */
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import { changing } from '#src/define/records/rows.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { budgetLedger } from '#src/modules/budget/contract.ts'

interface HostedBill {
  readonly id: number
  readonly month: string
  readonly ticketId: number | null
  readonly budgetLineId: number
  readonly amount: string
}

const columns = sql`id, month, ticket_id, budget_line_id, amount::text as amount`

/** Spends what a bill comes to, once. @throws RuleError of the budget, e.g. `budget.insufficient`, before anything is written */
async function chargeBill(unit: UnitOfWork, bill: HostedBill, by: number): Promise<void> {
  await unit.service(budgetLedger).consume(bill.budgetLineId, bill.amount, {
    ticketId: bill.ticketId,
    effectKey: `canteen.hostedMeals/${bill.id}`,
    note: bill.month,
  })
  await changing(unit, 'meal_bill', { chargedAt: unit.clock.now() }, by).where('id', '=', bill.id).execute()
}

/** Charges the bills of a settlement; answers how many their lines could not pay, which stay open. */
export async function chargeBills(unit: UnitOfWork, settlementId: number, by: number): Promise<number> {
  // Lines are locked in the order of their ids (E11).
  const { rows } = await sql<HostedBill>`
    select ${columns} from meal_bill where settlement_id = ${settlementId} and budget_line_id is not null and amount > 0
    order by budget_line_id, id`.execute(unit.db)
  let open = 0
  for (const bill of rows) {
    try {
      await chargeBill(unit, bill, by)
    } catch (error) {
      // A month is settled also where a line has run out: the bill waits for its money.
      if (!(error instanceof RuleError)) throw error
      open += 1
    }
  }
  return open
}

/** Charges a bill that its line could not pay before. @throws RuleError of the budget; `version.conflict` when it is charged already */
export async function chargeOpenBill(unit: UnitOfWork, id: number, by: number): Promise<void> {
  const { rows } = await sql<HostedBill>`
    select ${columns} from meal_bill where id = ${id} and budget_line_id is not null and charged_at is null and amount > 0 for update`.execute(
    unit.db,
  )
  if (rows[0] === undefined) throw new RuleError('version.conflict')
  await chargeBill(unit, rows[0], by)
}

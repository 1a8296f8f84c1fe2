/** Never called, read by the compiler: what the types of tables refuse, so that a column renamed in its migration alone does not compile. */
import type { Executor } from '#src/define/server.ts'
import type { Changes, Columns, NewRow } from '#src/define/tables.server.ts'

export async function refusedStatements(db: Executor) {
  const card: Columns<'fuel_card', 'balance' | 'updatedAt'> = { balance: '1.20', updatedAt: new Date(0) }
  // @ts-expect-error money is a decimal string
  const amount: Columns<'fuel_card', 'balance'> = { balance: 1.2 }
  // @ts-expect-error a row has no such column
  const renamed: Columns<'fuel_card', 'remainder'> | null = null
  // @ts-expect-error an insert lacks the day, which must have a value
  const added: NewRow<'stock_number'> = { code: 'RK', last: 1 }
  // @ts-expect-error the table refuses the state
  const changed: Changes<'purchase_demand'> = { state: 'lost' }
  // @ts-expect-error a statement asks for a column the table lacks
  await db.selectFrom('fuel_card').select('remainder').execute()
  // @ts-expect-error a statement compares one
  await db.selectFrom('fuel_card').select('id').where('remainder', '=', '1.00').execute()
  return { card, amount, renamed, added, changed }
}

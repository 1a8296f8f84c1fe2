/** The store of the canteen for tests: a vendor, ingredients, deliveries. */
import { sql } from 'kysely'
import type { Client, TestApp } from '#tests/harness/app.ts'
import { type Form, INGREDIENT, type Kitchen, outcome, type Row } from './kitchen.ts'

export const [RECEIPT, ISSUE, WASTE, COUNT, BATCH] = [
  '/api/canteen/ingredient_receipt/',
  '/api/canteen/ingredient_issue/',
  '/api/canteen/ingredient_waste/',
  '/api/canteen/ingredient_count/',
  '/api/canteen/ingredient_batch/',
] as const

export interface Store {
  readonly vendorId: number
  readonly second: Client
  vendor(more?: { validTo?: string | null; canteen?: boolean }): Promise<number>
  ingredient(more?: Form): Promise<number>
  /** One line, or several. */
  receive(lines: readonly Form[], more?: Form): ReturnType<Client['post']>
  batches(ingredientId: number): Promise<readonly { id: number; qty: string; batchNo: string; useBy: string }[]>
  onHand(ingredientId: number): Promise<string>
}

let made = 0

export async function openStore(app: TestApp, kitchen: Kitchen): Promise<Store> {
  const db = app.database.db
  const second = await app.as('xi44')
  const vendor: Store['vendor'] = async ({ validTo = '2030-01-01', canteen = true } = {}) => {
    made += 1
    const papers = validTo === null ? [] : [{ name: '食品经营许可证', validTo, file: null }]
    const { rows } = await sql<{ id: number }>`
      insert into vendor (name, credit_code, legal_person, contact, mobile, bank_name, bank_account, is_canteen, qualifications, created_at, updated_at)
      values (${`试供应商${made}`}, ${`91110000TEST${String(made).padStart(6, '0')}`}, '示例', '示例', '13800000000', '示例银行', 'x', ${canteen},
        ${JSON.stringify(papers)}::jsonb, now(), now()) returning id`.execute(db)
    return rows[0]!.id
  }
  const vendorId = await vendor()
  const store: Store = {
    vendorId,
    second,
    vendor,
    async ingredient(more = {}) {
      made += 1
      const answer = await kitchen.manager.post<Row>(INGREDIENT, {
        name: `试食材${made}`,
        category: 'vegetable',
        unit: 'kg',
        shelfLifeDays: 10,
        minStock: '0',
        maxStock: '99',
        ...more,
      })
      if (answer.code !== 2000) throw new Error(`no ingredient: ${outcome(answer)} ${JSON.stringify(answer.errors)}`)
      return answer.data.id
    },
    receive: (lines, more = {}) =>
      kitchen.manager.post(RECEIPT, {
        vendorId,
        deliveredAt: `${kitchen.today()} 07:00:00`,
        receiver2Id: second.userId,
        lines: lines.map((line) => ({ inspection: 'ok', price: '4.00', produceDate: kitchen.today(), ...line })),
        ...more,
      }),
    batches: (ingredientId) =>
      kitchen.rows(
        sql`select id, qty::text as qty, batch_no, use_by from ingredient_batch where ingredient_id = ${ingredientId} order by id`,
      ),
    async onHand(ingredientId) {
      const { data } = await kitchen.manager.get<{ onHand: string }>(`${INGREDIENT}${ingredientId}/`)
      return data.onHand
    },
  }
  return store
}

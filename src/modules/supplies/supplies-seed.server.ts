/** Demo kits (90-expectations A.5); the tickets are stories of the demo. */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { stockLedger } from '#src/modules/stock/contract.ts'
import { seedClothing } from './clothing/clothing-seed.server.ts'
import { seedSurvey } from './survey/survey-seed.server.ts'

const kits: readonly (readonly [name: string, lines: readonly (readonly [item: string, qty: number])[]])[] = [
  [
    '新进人员办公套装',
    [
      ['中性笔', 5],
      ['笔记本', 2],
      ['档案盒', 2],
      ['订书机', 1],
    ],
  ],
  [
    '外勤执勤包',
    [
      ['强光手电', 1],
      ['防割手套', 1],
    ],
  ],
  [
    '值班防护包',
    [
      ['医用口罩', 20],
      ['创可贴', 1],
    ],
  ],
]

export async function seedSupplies(unit: UnitOfWork): Promise<void> {
  const items = await unit.service(stockLedger).catalogue(['officeSupplies', 'equipment', 'medical'])
  const now = unit.clock.now()
  for (const [name, lines] of kits) {
    const rows = lines.flatMap(([item, qty]) => {
      const found = items.find((one) => one.name === item)
      return found ? [{ itemId: found.id, qty }] : []
    })
    await sql`insert into supply_kit (name, lines, created_at, updated_at) values (${name}, ${JSON.stringify(rows)}::jsonb, ${now}, ${now})`.execute(
      unit.db,
    )
  }
  await seedClothing(unit)
  await seedSurvey(unit)
}

/** The materials of the canteen for tests. */
import { sql } from 'kysely'
import type { Client, TestApp } from '#tests/harness/app.ts'
import { type Form, outcome, type Row } from './kitchen.ts'

export const [
  MATERIAL,
  MATERIAL_RECEIPT,
  MATERIAL_ISSUE,
  MATERIAL_SCRAP,
  MATERIAL_COUNT,
  METER,
  READING,
  CHECK,
  MATERIAL_RETURN,
] = [
  '/api/canteen/material/',
  '/api/canteen/material_receipt/',
  '/api/canteen/material_issue/',
  '/api/canteen/material_scrap/',
  '/api/canteen/material_count/',
  '/api/canteen/energy_meter/',
  '/api/canteen/energy_reading/',
  '/api/canteen/material_check_item/',
  '/api/canteen/material_return/',
] as const

export interface MaterialRow extends Row {
  readonly name: string
  readonly onHand: number
  readonly inUse: number
  readonly state: string
  readonly isBelowMin: boolean
  readonly holderArea: string | null
}

export interface MaterialStore {
  readonly manager: Client
  material(more?: Form): Promise<number>
  meter(more?: Form): Promise<number>
  receive(materialId: number, qty: number, price?: string): ReturnType<Client['post']>
  issue(materialId: number, qty: number, area?: string): ReturnType<Client['post']>
  scrap(materialId: number, qty: number, more?: Form): ReturnType<Client['post']>
  read(meterId: number, readOn: string, reading: string, more?: Form): ReturnType<Client['post']>
  now(materialId: number): Promise<MaterialRow>
}

let made = 0

export async function emptyMaterials(app: TestApp): Promise<void> {
  await sql`truncate material_doc, material_use_entry, material_use, material_check, energy_reading, energy_meter, canteen_material cascade`.execute(
    app.database.db,
  )
}

export async function openMaterials(app: TestApp): Promise<MaterialStore> {
  const manager = await app.as('qi32')
  const add = async (path: string, form: Form): Promise<number> => {
    const answer = await manager.post<Row>(path, form)
    if (answer.code !== 2000) throw new Error(`not added: ${outcome(answer)} ${JSON.stringify(answer.errors)}`)
    return answer.data.id
  }
  return {
    manager,
    material(more = {}) {
      made += 1
      const form = { name: `试物料${made}`, category: 'tableware', unit: '个', minStock: 0, unitPrice: '10.00' }
      return add(MATERIAL, { ...form, ...more })
    },
    meter(more = {}) {
      made += 1
      return add(METER, { name: `试表${made}`, kind: 'gas', ...more })
    },
    receive: (materialId, qty, price) =>
      manager.post(MATERIAL_RECEIPT, { lines: [{ materialId, qty, ...(price && { price }) }] }),
    issue: (materialId, qty, area = 'diningHall') =>
      manager.post(MATERIAL_ISSUE, { area, personId: manager.userId, lines: [{ materialId, qty }] }),
    scrap: (materialId, qty, more = {}) =>
      manager.post(MATERIAL_SCRAP, { origin: 'store', scrapReason: 'broken', lines: [{ materialId, qty }], ...more }),
    read: (meterId, readOn, reading, more = {}) => manager.post(READING, { meterId, readOn, reading, ...more }),
    now: async (id) => (await manager.get<MaterialRow>(`${MATERIAL}${id}/`)).data,
  }
}

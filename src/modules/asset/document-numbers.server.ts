import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'

/** E10: `QS2026000001`, the next of its code and year; the counter row stays locked until the transaction ends. */
export async function nextDocumentNo(unit: UnitOfWork, code: 'PD' | 'QS' | 'YY'): Promise<string> {
  const year = Number(unit.clock.today().slice(0, 4))
  const { rows } = await sql<{ last: number }>`
    insert into asset_document_number (code, year, last) values (${code}, ${year}, 1)
    on conflict (code, year) do update set last = asset_document_number.last + 1 returning last`.execute(unit.db)
  return `${code}${year}${String(rows[0]?.last ?? 1).padStart(6, '0')}`
}

/** E10: the next number of the year; the counter row stays locked until the transaction ends. */
export async function nextAssetNo(unit: UnitOfWork): Promise<string> {
  const year = Number(unit.clock.today().slice(0, 4))
  const { rows } = await sql<{ last: number }>`
    insert into asset_number (year, last) values (${year}, 1) on conflict (year) do update set last = asset_number.last + 1 returning last`.execute(
    unit.db,
  )
  return `ZC${year}${String(rows[0]?.last ?? 1).padStart(6, '0')}`
}

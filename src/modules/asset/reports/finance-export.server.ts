/** The register in the columns that asset systems of finance bureaus import (90 A 1). */
import { sql } from 'kysely'
import type { FileAnswer } from '#src/define/answer.ts'
import { permissionDenied } from '#src/define/problem.ts'
import { route, type UnitOfWork } from '#src/define/server.ts'
import { sheets } from '#src/define/services.ts'
import { wording } from '../sheets/sheets.server.ts'

interface Row {
  readonly gbCode: string
  readonly className: string
  readonly assetNo: string
  readonly name: string
  readonly model: string
  readonly brand: string
  readonly sn: string
  readonly unit: null
  readonly qty: number
  readonly price: string
  readonly depreciated: string
  readonly netValue: string
  readonly residualRate: string
  readonly method: string
  readonly lifeYears: number
  readonly buyDate: string
  readonly startDate: string
  readonly source: string
  readonly state: string
  readonly dept: string
  readonly holder: string
  readonly room: string
  readonly vendor: string
}

/** Columns in the order of the layout; titles stand under `financeExport`. */
const columns = [
  'gbCode',
  'className',
  'assetNo',
  'name',
  'model',
  'brand',
  'sn',
  'unit',
  'qty',
  'price',
  'depreciated',
  'netValue',
  'residualRate',
  'method',
  'lifeYears',
  'buyDate',
  'startDate',
  'source',
  'state',
  'dept',
  'holder',
  'room',
  'vendor',
] as const satisfies readonly (keyof Row)[]
const money: ReadonlySet<string> = new Set(['price', 'depreciated', 'netValue', 'residualRate'])
const words = { method: 'depreciationMethod', source: 'assetSource', state: 'assetState' } as const

async function financeTable(unit: UnitOfWork): Promise<FileAnswer> {
  const { rows } = await sql<Row>`
    select coalesce(a.gb_code, '') as gb_code, coalesce(c.name, '') as class_name, a.asset_no, a.name, a.model, coalesce(a.brand, '') as brand, a.sn, null as unit, 1 as qty,
      a.price, a.depreciated, a.net_value, a.residual_rate, a.method, a.life_years, a.buy_date, a.start_date, a.source, a.state, d.name as dept, coalesce(u.name, '') as holder,
      coalesce(r.name, '') as room, coalesce(v.name, a.vendor, '') as vendor
    from asset a join shared_department d on d.id = a.dept_id left join asset_class c on c.code = a.gb_code and c.deleted_at is null
      left join shared_app_user u on u.id = a.holder_id left join asset_room r on r.id = a.room_id left join shared_vendor v on v.id = a.vendor_id
    where a.deleted_at is null and a.state not in ('draft', 'scrapped') order by a.gb_code, a.asset_no`.execute(unit.db)
  const { rows: entries } = await sql<{ dictionaryKey: string; value: string; label: string }>`
    select dictionary_key, value, label from shared_dictionary_entry where dictionary_key = any(${Object.values(words)}::text[]) and deleted_at is null`.execute(
    unit.db,
  )
  const label = (dictionary: string, value: string): string =>
    entries.find((entry) => entry.dictionaryKey === dictionary && entry.value === value)?.label ?? value
  const piece = wording(unit, 'financeExport.piece')
  const cell = (row: Row, name: (typeof columns)[number]): string | number => {
    if (name === 'unit') return piece
    if (name in words) return label(words[name as keyof typeof words], String(row[name]))
    return row[name]
  }
  return unit.service(sheets).table(
    'assetFinance',
    columns.map((name) => ({
      title: wording(unit, `financeExport.${name}`),
      ...(money.has(name) && { places: 2 }),
    })),
    rows.map((row) => columns.map((name) => cell(row, name))),
  )
}

export const financeExport = route({
  method: 'GET',
  url: '/api/assets/finance/export_data/',
  permission: 'asset:Export',
  async handle({ unit, access }) {
    // The layout is a report of the whole bureau: a part of it would be a false one.
    if (access.scope('asset:Export') !== 'all') throw permissionDenied()
    return financeTable(unit)
  },
})

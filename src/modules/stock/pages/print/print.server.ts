/** What is printed: documents, pick lists in walking order, and who holds units of a batch. */
import { sql } from 'kysely'
import { z } from 'zod'
import { nameIn } from '#src/define/bilingual.ts'
import { momentText } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound } from '#src/define/problem.ts'
import { route, type UnitOfWork } from '#src/define/server.ts'
import { pickPreview } from '../../documents/pick.server.ts'
import type { BatchHolder, BatchHolders, DocumentPrint, PrintLine } from './print.types.ts'

type Head = Omit<DocumentPrint, 'lines' | 'printedAt'>
type HeadRow = Omit<Head, 'maker' | 'approver'> & {
  readonly makerId: number | null
  readonly approverId: number | null
}

async function headOf(unit: UnitOfWork, language: Language, id: number): Promise<Head> {
  const { rows } = await sql<HeadRow>`
    select d.no, d.type, d.state, d.doc_date, w.name as warehouse, other.name as to_warehouse, coalesce(v.name, d.vendor) as vendor, d.reason, d.maker_id, d.approver_id
    from stock_doc d join warehouse w on w.id = d.warehouse_id left join warehouse other on other.id = d.to_warehouse_id left join shared_vendor v on v.id = d.vendor_id
    where d.id = ${id} and d.deleted_at is null`.execute(unit.db)
  const [row] = rows
  if (row === undefined) throw notFound()
  const { makerId, approverId, ...head } = row
  const names = await unit.namesOf([makerId, approverId], language)
  return { ...head, maker: names.get(makerId) ?? null, approver: names.get(approverId) ?? null }
}

/** Lines as they were posted, by batch; before that as they were written. */
async function linesOf(unit: UnitOfWork, id: number): Promise<readonly PrintLine[]> {
  const { rows: posted } = await sql<PrintLine>`
    select l.id as key, bin.code as bin, i.code, i.name, i.spec, i.unit, i.qty_places::int as qty_places, l.size, coalesce(t.batch_no, '') as batch_no, t.expire_date, abs(l.qty)::float8 as qty,
      (case when d.type = 'valueAdjust' then l.value else abs(l.value) end)::numeric(14,2) as amount, w.reason as note
    from stock_ledger l join stock_doc_line w on w.id = l.line_id join stock_item i on i.id = l.item_id left join stock_batch t on t.id = l.batch_id left join stock_bin bin on bin.id = t.bin_id
      join stock_doc d on d.id = l.doc_id and (d.type <> 'transfer' or (l.warehouse_id = d.warehouse_id and l.qty < 0))
    where l.doc_id = ${id} order by l.id`.execute(unit.db)
  if (posted.length > 0) return posted
  const { rows } = await sql<PrintLine>`
    select l.id as key, bin.code as bin, i.code, i.name, i.spec, i.unit, i.qty_places::int as qty_places, l.size, coalesce(nullif(l.batch_no, ''), t.batch_no, '') as batch_no,
      coalesce(l.expire_date, t.expire_date) as expire_date, l.qty::float8 as qty, nullif(l.amount, 0)::numeric(14,2) as amount, l.reason as note
    from stock_doc_line l join stock_item i on i.id = l.item_id left join stock_batch t on t.id = l.batch_id
      left join stock_bin bin on bin.id = coalesce(l.bin_id, t.bin_id)
    where l.doc_id = ${id} order by l.place`.execute(unit.db)
  return rows
}

/** What will be taken where, shelf by shelf. */
async function pickList(unit: UnitOfWork, id: number): Promise<readonly PrintLine[]> {
  const picks = await pickPreview(unit, id)
  const { rows } = await sql<PrintLine & { readonly walkOrder: number | null }>`
    select given."place" as key, bin.code as bin, bin.walk_order, i.code, i.name, i.spec, i.unit, i.qty_places::int as qty_places, t.size, t.batch_no, t.expire_date, given."qty"::float8 as qty, null as amount, '' as note
    from jsonb_to_recordset(${JSON.stringify(picks.map((pick, place) => ({ ...pick, place })))}::jsonb) as given("batchId" bigint, "qty" numeric, "place" int)
      join stock_batch t on t.id = given."batchId" join stock_item i on i.id = t.item_id left join stock_bin bin on bin.id = t.bin_id
    order by bin.walk_order nulls last, bin.code nulls last, i.code, t.size, given."place"`.execute(unit.db)
  return rows.map(({ walkOrder: _walkOrder, ...line }) => line)
}

async function holders(unit: UnitOfWork, language: Language, id: number): Promise<BatchHolders> {
  const { rows: heads } = await sql<Omit<BatchHolders, 'rows'> & { readonly itemId: number }>`
    select t.item_id, trim(i.name || ' ' || i.spec) as item, t.batch_no, t.hold_reason from stock_batch t join stock_item i on i.id = t.item_id where t.id = ${id}`.execute(
    unit.db,
  )
  const head = heads[0]
  if (!head) throw notFound()
  const { rows } = await sql<BatchHolder & { readonly personEn: string; readonly deptEn: string }>`
    select s.id as issue_id, p.name as person, p.name_en as person_en, d.name as dept, d.name_en as dept_en, t.batch_no, s.at, (s.qty - s.returned_qty)::float8 as open, i.unit, i.qty_places::int as qty_places
    from stock_issue s join stock_batch t on t.id = s.batch_id join stock_item i on i.id = s.item_id
      join shared_app_user p on p.id = s.person_id join shared_department d on d.id = s.dept_id
    where s.returned_qty < s.qty and (t.id = ${id} or (${head.batchNo} <> '' and t.item_id = ${head.itemId} and t.batch_no = ${head.batchNo}))
    order by d.name, p.name, s.at, s.id`.execute(unit.db)
  return {
    item: head.item,
    batchNo: head.batchNo,
    holdReason: head.holdReason,
    rows: rows.map(({ personEn, deptEn, ...row }) => ({
      ...row,
      person: nameIn(language, { name: row.person, nameEn: personEn }),
      dept: nameIn(language, { name: row.dept, nameEn: deptEn }),
    })),
  }
}

const params = z.object({ id: z.coerce.number().int().positive() })
const printed = async (
  unit: UnitOfWork,
  language: Language,
  id: number,
  lines: readonly PrintLine[],
): Promise<DocumentPrint> => ({
  ...(await headOf(unit, language, id)),
  printedAt: momentText(unit.clock.now()),
  lines,
})

export const printRoutes = [
  route({
    method: 'GET',
    url: '/api/stock/document/:id/print/',
    permission: 'stock:Retrieve',
    params,
    handle: async ({ unit, language, params: { id } }) => printed(unit, language, id, await linesOf(unit, id)),
  }),
  route({
    method: 'GET',
    url: '/api/stock/document/:id/pick/',
    permission: 'stock:Retrieve',
    params,
    handle: async ({ unit, language, params: { id } }) => printed(unit, language, id, await pickList(unit, id)),
  }),
  route({
    method: 'GET',
    url: '/api/stock/batch/:id/holders/',
    permission: 'stock:Retrieve',
    params,
    handle: ({ unit, language, params: { id } }) => holders(unit, language, id),
  }),
]

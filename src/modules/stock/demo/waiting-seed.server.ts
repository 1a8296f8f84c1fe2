/** What waits in the stores of the demo: documents to approve and to post, a transfer on its way, a batch on hold, counts. */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { keepDifferenceSums } from '../counts/count.server.ts'
import { postDocument } from '../documents/post.server.ts'
import { nextNumbers } from '../ledger/documents.server.ts'
import { addDocument, bySize, type DemoLine, type DemoPeople, type StockedItem } from './history-seed.server.ts'

const linesOf = (items: readonly StockedItem[], qty: number): readonly DemoLine[] =>
  items.map((item) => ({
    itemId: item.id,
    size: bySize(item)[0]?.[0] ?? '',
    batchNo: '',
    expireDate: null,
    bin: null,
    qty,
    price: item.price,
  }))

export async function seedWaiting(
  unit: UnitOfWork,
  places: readonly number[],
  items: readonly StockedItem[],
  people: DemoPeople,
): Promise<void> {
  const [first = 0, second = 0, third = 0] = places
  const plainIn = (warehouse: number) =>
    items.filter((item) => item.warehouse === warehouse && item.batches.length === 0)
  const [office, gear, cleaning] = [plainIn(0), plainIn(1), plainIn(2)]
  await addDocument(
    unit,
    {
      type: 'otherIn',
      warehouseId: first,
      reason: '上级配发',
      state: 'submitted',
      lines: linesOf(office.slice(20, 24), 6),
    },
    people,
  )
  await addDocument(
    unit,
    {
      type: 'otherIn',
      warehouseId: third,
      reason: '调剂入库',
      state: 'draft',
      lines: linesOf(cleaning.slice(0, 3), 10),
    },
    people,
  )
  await addDocument(
    unit,
    {
      type: 'otherOut',
      warehouseId: second,
      reason: '大型活动安保领用',
      state: 'submitted',
      lines: linesOf(gear.slice(-3), 2),
    },
    people,
  )
  await addDocument(
    unit,
    {
      type: 'otherOut',
      warehouseId: first,
      reason: '会议用品',
      state: 'approved',
      lines: linesOf(office.slice(1, 4), 3),
    },
    people,
  )
  await addDocument(
    unit,
    {
      type: 'valueAdjust',
      warehouseId: first,
      reason: '发票金额与暂估入库不一致，按发票调整',
      state: 'submitted',
      lines: linesOf(office.slice(12, 14), 0).map((line, place) => ({
        ...line,
        price: place === 0 ? '18.60' : '-6.40',
      })),
    },
    people,
  )
  const sent = await addDocument(
    unit,
    {
      type: 'transfer',
      warehouseId: first,
      toWarehouseId: third,
      reason: '补充三号库',
      state: 'approved',
      lines: linesOf(office.slice(10, 12), 5),
    },
    people,
  )
  await postDocument(unit, sent, people.zhang23)
  const delivered = await addDocument(
    unit,
    {
      type: 'purchaseIn',
      warehouseId: first,
      reason: '本月集中采购到货',
      vendor: '示例供应商01',
      state: 'approved',
      lines: linesOf(office.slice(26, 44), 6),
    },
    people,
  )
  await postDocument(unit, delivered, people.zhang23)
  await sql`update stock_batch set hold_reason = '包装破损，待检验', hold_at = ${unit.clock.now()}, hold_by = ${people.kong24}
    where id = (select max(id) from stock_batch where item_id = ${items.findLast(({ batches }) => batches.length > 0)?.id ?? 0} and qty > 0)`.execute(
    unit.db,
  )
  // Their keepers heard of them on the day.
  await sql`update stock_batch set expiry_told = true where expire_date < ${unit.clock.today()}::date`.execute(unit.db)
  await addCount(unit, third, 'cleaning', 'counting', people)
  await addCount(unit, second, 'equipment', 'review', people)
}

/** Counted to the half, or whole with one unit missing. */
async function addCount(
  unit: UnitOfWork,
  warehouseId: number,
  category: string,
  state: 'counting' | 'review',
  people: DemoPeople,
): Promise<void> {
  const [no = ''] = await nextNumbers(unit, 'PD')
  const now = unit.clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into stock_count (no, warehouse_id, category, counter_ids, due_date, state, snapshot_at, submitted_at, created_at, created_by, updated_at)
    values (${no}, ${warehouseId}, ${category}, array[${people.kong24}, ${people.zhang23}]::bigint[], ${addDays(unit.clock.today(), 5)}, ${state}, ${now},
      ${state === 'review' ? now : null}, ${now}, ${people.kong24}, ${now}) returning id`.execute(unit.db)
  const id = rows[0]?.id ?? 0
  await sql`insert into stock_count_line (count_id, batch_id, snapshot_qty, first_qty, first_expected, first_by, first_at, reason)
    select ${id}::bigint, found.id, found.qty, case when is_counted then found.qty - missing end, case when is_counted then found.qty end,
      case when is_counted then ${people.kong24}::bigint end, case when is_counted then ${now}::timestamptz end, case when missing > 0 then '破损未登记' else '' end
    from (select t.id, t.qty, ${state === 'review'}::boolean or t.id % 2 = 0 as is_counted,
        case when ${state === 'review'}::boolean and row_number() over (order by t.id) = 1 then 1 else 0 end as missing
      from stock_batch t join stock_item i on i.id = t.item_id where t.warehouse_id = ${warehouseId} and i.category = ${category} and t.qty > 0) found`.execute(
    unit.db,
  )
  if (state === 'review') await keepDifferenceSums(unit, id)
}

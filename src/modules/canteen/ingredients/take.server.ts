/** What leaves the store of the canteen: issues for a menu or with a reason, and waste (50.2, CAN-11, CAN-14). */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { compareMoney } from '#src/fields/money/cents.ts'
import { type StoreDocument, storeLedger } from '#src/modules/stock/contract.ts'
import { withAmounts } from '../lineAmounts.ts'
import { needsOf } from './demand.server.ts'
import { goodOf, goodsOf, STORE } from './goods.server.ts'

/** Waste worth more than this needs what a leader says of it (50.2). */
export const WASTE_NOTE_ABOVE = '200.00'

const announce: NonNullable<RecordServer['afterWrite']> = async (_row, unit) => {
  for (const record of ['ingredient', 'ingredientBatch', 'ingredientEntry', 'ingredientMonth'] as const)
    unit.changed(record, null)
}

/** Posts the lines; each is stored with what it was worth. */
async function takeLines(
  unit: UnitOfWork,
  type: 'otherOut' | 'scrapOut',
  lines: readonly FormData[],
  given: { readonly reason: string; readonly byUser: number },
): Promise<{ readonly posted: StoreDocument; readonly lines: readonly FormData[] }> {
  const goods = await goodsOf(unit, lines as never)
  const posted = await unit.service(storeLedger).take(
    STORE,
    type,
    lines.map((line) => ({
      itemId: goodOf(goods, line).stockItemId,
      qty: Number(line.qty),
      batchId: line.batchId === undefined || line.batchId === null ? null : Number(line.batchId),
    })),
    given,
  )
  return { posted, lines: withAmounts(lines, posted) }
}

/** What is left of a batch of which some was taken is open, and used by its own day. */
async function openRests(unit: UnitOfWork, posted: StoreDocument): Promise<void> {
  const { rows } = await sql<{ id: number; openedDays: number }>`
    select b.id, g.opened_days from ingredient_batch b join ingredient g on g.id = b.ingredient_id
    where b.id = any(${posted.parts.map(({ batchId }) => batchId)}::bigint[]) and b.qty > 0 and b.opened_on is null and g.opened_days is not null
    order by b.id`.execute(unit.db)
  for (const { id, openedDays } of rows)
    await unit.service(storeLedger).open(STORE, id, addDays(unit.clock.today(), openedDays))
}

/** What the menu needs that was not issued for it before. @throws RuleError when there is nothing */
async function linesForMenu(unit: UnitOfWork, menuId: number): Promise<readonly FormData[]> {
  const lines = (await needsOf(unit, { menuId })).map(({ ingredientId, qty }) => ({ ingredientId, qty }))
  if (lines.length === 0) throw new RuleError('canteen.menuNeedsNothing').at('menuId')
  return lines
}

export const issueServer: RecordServer = {
  async beforeCreate(values, unit, access) {
    const menuId = values.menuId === undefined || values.menuId === null ? null : Number(values.menuId)
    const given = rowsOf(values.lines)
    const lines = given.length === 0 && menuId !== null ? await linesForMenu(unit, menuId) : given
    const byUser = access.userId
    const taken = await takeLines(unit, 'otherOut', lines, { reason: String(values.reason ?? ''), byUser })
    // CAN-11: the first to expire goes first, unless a reason is given.
    const silent = taken.posted.passedOver.find((line) => (lines[line]?.orderNote ?? '') === '')
    if (silent !== undefined) throw new RuleError('rule.CAN-11').at(`lines.${silent}.orderNote`)
    await openRests(unit, taken.posted)
    return { ...values, lines: taken.lines, docNo: taken.posted.no, amount: taken.posted.value }
  },
  afterWrite: announce,
}

export const wasteServer: RecordServer = {
  async beforeCreate(values, unit, access) {
    const { lines, posted } = await takeLines(unit, 'scrapOut', rowsOf(values.lines), {
      reason: String(values.note ?? ''),
      byUser: access.userId,
    })
    if (compareMoney(posted.value, WASTE_NOTE_ABOVE) > 0 && (values.note ?? '') === '')
      throw new RuleError('canteen.wasteNote', WASTE_NOTE_ABOVE).at('note')
    return { ...values, lines, docNo: posted.no, amount: posted.value }
  },
  afterWrite: announce,
}

/** Batches: opened, held, released. */
export const batchServer: RecordServer = {
  computed: {
    state: `case when r.hold_reason is not null then 'held' when r.use_by < (now() at time zone 'Asia/Shanghai')::date then 'expired'
      when r.use_by <= (now() at time zone 'Asia/Shanghai')::date + 3 then 'expiring' else 'usable' end`,
    qty: 'r.qty',
  },
  actions: {
    async open({ id }, { days }, unit) {
      await unit.service(storeLedger).open(STORE, id, addDays(unit.clock.today(), Number(days)))
      unit.changed('ingredientBatch', id)
      unit.changed('ingredient', null)
    },
    async hold({ id }, { reason }, unit, { userId }) {
      await unit.service(storeLedger).hold(STORE, [id], String(reason), userId)
      unit.changed('ingredientBatch', id)
    },
    async lift({ id }, _values, unit, { userId }) {
      await unit.service(storeLedger).hold(STORE, [id], null, userId)
      unit.changed('ingredientBatch', id)
    },
  },
}

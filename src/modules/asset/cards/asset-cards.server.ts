/** Cards: numbers, checks and the actions on one asset (50.5). */

import { type SqlBool, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { LOGISTICS_DEPARTMENT } from '#src/define/departments.ts'
import { RuleError, ValidationError } from '#src/define/problem.ts'
import type { ActionAnswer, RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { compareMoney } from '#src/fields/money/cents.ts'
import { repairOrders } from '#src/modules/maintenance/contract.ts'
import { entitlements } from '#src/modules/standard/contract.ts'
import { lifeYearsOf, serialCategories } from '../asset-life.ts'
import { afterReturnOf } from '../contract.ts'
import { nextAssetNo } from '../document-numbers.server.ts'
import { classOf } from '../reports/classes.server.ts'
import { closeAllocations, openAllocations } from './asset-ledger.server.ts'
import { type AssetRow, changeAssets, lockAssets, type Mover, reservedFor, underRepair } from './asset-moves.server.ts'
import { planAssets } from './asset-plan.server.ts'
import { cancelProcedures, refuseInProcedure } from './procedures.server.ts'
import { requestTransfers } from './transfers.server.ts'

/** A price above the cap of its standard needs a document (50.5 standardId). */
async function refuseOverCap(values: FormData, unit: UnitOfWork): Promise<void> {
  if (typeof values.itemId !== 'number' || values.overCapDoc) return
  const [answer] = await unit
    .service(entitlements)
    .answer([{ itemId: values.itemId, deptId: Number(values.deptId), userId: null, roomId: null }])
  if (answer?.unitCap != null && compareMoney(String(values.price), answer.unitCap) > 0)
    throw new RuleError('asset.overCap', answer.itemName, answer.unitCap).at('overCapDoc')
}

/** What costs less than a fixed asset is a durable supply; furniture is kept by its quantity, nominal values are no prices. */
function refuseBelowThreshold(values: FormData, unit: UnitOfWork): void {
  if (values.isNominal === true || values.category === 'furniture') return
  const least = unit.settings
    .number(values.category === 'police' ? 'asset.specialThreshold' : 'asset.threshold')
    .toFixed(2)
  if (compareMoney(String(values.price), least) < 0) throw new RuleError('asset.belowThreshold', least).at('price')
}

function checkCard(values: FormData): void {
  if (String(values.startDate) < String(values.buyDate)) throw new RuleError('asset.startBeforeBuy').at('startDate')
  const least = lifeYearsOf(String(values.category))
  if (values.lifeYears !== null && Number(values.lifeYears) < least)
    throw new RuleError(
      'asset.lifeTooShort',
      { dictionary: 'assetCategory', value: String(values.category) },
      least,
    ).at('lifeYears')
  const opening = values.openingDepreciation
  if (typeof opening === 'string' && compareMoney(opening, String(values.price)) > 0)
    throw new RuleError('asset.openingAbovePrice').at('openingDepreciation')
}

/** A serial number names one piece of its category, in capitals or small letters; the refusal names the other card. */
async function refuseTakenSerial(values: FormData, unit: UnitOfWork, id: number | null): Promise<void> {
  const sn = String(values.sn ?? '').trim()
  if (sn === '' || !serialCategories.includes(String(values.category))) return
  const { rows } = await sql<{ assetNo: string }>`
    select asset_no from asset where category = ${String(values.category)} and lower(btrim(sn)) = lower(${sn}) and deleted_at is null
      and id is distinct from ${id}::bigint order by id limit 1`.execute(unit.db)
  if (rows[0]) throw new ValidationError({ sn: [{ key: 'asset.serialTaken', params: [rows[0].assetNo] }] })
}

const mover = (unit: UnitOfWork, access: Access): Mover => ({ unit, userId: access.userId, ticketId: null })

async function departmentOf(unit: UnitOfWork, userId: number): Promise<number> {
  const { rows } = await sql<{
    deptId: number
  }>`select dept_id from shared_app_user where id = ${userId} and state and deleted_at is null`.execute(unit.db)
  if (!rows[0]) throw new RuleError('asset.holderUnknown').at('holderId')
  return rows[0].deptId
}

const idOf = (value: FormData[string]): number | null => (typeof value === 'number' ? value : null)

/** Takes a checked draft onto the books: with a holder it is in use at once, else idle. */
async function postCard(id: number, unit: UnitOfWork, access: Access): Promise<void> {
  const [row] = await lockAssets(unit, [id])
  if (row === undefined) return
  await sql`update asset set depreciated = coalesce(opening_depreciation, 0), depreciated_to = opening_month where id = ${id}`.execute(
    unit.db,
  )
  const { holderId, roomId } = row
  await changeAssets(mover(unit, access), [row], 'post', sql`state = 'idle', holder_id = null`)
  await planAssets(unit, [id])
  if (holderId !== null)
    await openAllocations(mover(unit, access), {
      assetIds: [id],
      holderId,
      deptId: row.deptId,
      roomId,
      ticketId: null,
      until: null,
      reason: '',
    })
}

/** An inspection that comes late is filed under its day: the next one is due after the last that was passed, and a later pass has the last word. */
async function inspect(row: AssetRow, values: FormData, unit: UnitOfWork, access: Access): Promise<void> {
  const passed = values.result === 'passed'
  const on = String(values.inspectedOn)
  const [locked] = await lockAssets(unit, [row.id])
  if (locked === undefined) return
  const { rows } = await sql<{ isOlder: boolean }>`
    select coalesce(inspected_on > ${on}::date, false) as is_older from asset where id = ${row.id}`.execute(unit.db)
  await changeAssets(
    mover(unit, access),
    [locked],
    'inspect',
    passed ? sql`inspected_on = greatest(inspected_on, ${on}::date)` : sql`inspected_on = inspected_on`,
    String(values.note ?? ''),
  )
  await sql`
    insert into asset_inspection (asset_id, inspected_on, result, note, report, next_due, by_user, at)
    select id, ${on}::date, ${String(values.result)}, ${values.note ?? null}::text, ${values.report ?? null}::bigint[],
      case when ${passed}::boolean then (${on}::date + make_interval(months => inspect_months))::date else inspect_due end,
      ${access.userId}::bigint, ${unit.clock.now()}::timestamptz from asset where id = ${row.id}`.execute(unit.db)
  unit.changed('assetInspection', null)
  // What failed does not stay in anybody's hands.
  if (!passed && rows[0]?.isOlder !== true && locked.state !== 'repairing')
    await toRepair(locked, String(values.note ?? ''), unit, access)
}

async function toRepair(
  row: AssetRow,
  note: string,
  unit: UnitOfWork,
  access: Access,
  workOrderId: number | null = null,
): Promise<void> {
  await changeAssets({ ...mover(unit, access), workOrderId }, [row], 'repair', underRepair(workOrderId), note)
}

async function reprice(row: AssetRow, values: FormData, unit: UnitOfWork, access: Access): Promise<void> {
  const [locked] = await lockAssets(unit, [row.id])
  if (locked === undefined) return
  const price = String(values.price)
  const { rows } = await sql<{ depreciated: string }>`select depreciated from asset where id = ${row.id}`.execute(
    unit.db,
  )
  if (compareMoney(price, rows[0]?.depreciated ?? '0.00') < 0)
    throw new RuleError('asset.priceBelowDepreciation', rows[0]?.depreciated ?? '0.00').at('price')
  await changeAssets(mover(unit, access), [locked], 'reprice', sql`price = ${price}::numeric`, String(values.docNo))
  await planAssets(unit, [row.id])
}

/** A loss ends the allocation; what is found again is idle. */
async function lose(row: AssetRow, values: FormData, unit: UnitOfWork, access: Access): Promise<void> {
  if (row.holderId !== null)
    await closeAllocations(mover(unit, access), [row.id], 'idle', String(values.reason), 'return')
  const rows = await lockAssets(unit, [row.id])
  await cancelProcedures(mover(unit, access), rows, String(values.reason))
  await changeAssets(
    mover(unit, access),
    rows,
    'lose',
    sql`state = 'lost', reserved_ticket_id = null, disposed_on = ${unit.clock.today()}::date`,
    String(values.reason),
  )
}

async function find(row: AssetRow, values: FormData, unit: UnitOfWork, access: Access): Promise<void> {
  await changeAssets(
    mover(unit, access),
    await lockAssets(unit, [row.id]),
    'find',
    sql`state = 'idle', disposed_on = null`,
    String(values.reason),
  )
}

async function requestScrap(row: AssetRow, values: FormData, unit: UnitOfWork, access: Access): Promise<void> {
  const now = unit.clock.now()
  const locked = await lockAssets(unit, [row.id])
  for (const one of locked) if (one.reservedTicketId !== null) throw reservedFor(one)
  await refuseInProcedure(unit, [row.id])
  if (compareMoney(row.price, '20000.00') >= 0 && !values.fileNo) throw new RuleError('asset.fileNoNeeded').at('fileNo')
  await sql`
    insert into asset_scrap (asset_id, dept_id, review_dept_id, condition, reason, proof, file_no, requested_by, created_at, created_by, updated_at)
    values (${row.id}, ${row.deptId}, (select id from shared_department where key = ${LOGISTICS_DEPARTMENT} and deleted_at is null), ${String(values.condition)}, ${String(values.reason)}, ${values.proof ?? null}::bigint[], ${values.fileNo ?? null}::text, ${access.userId},
      ${now}::timestamptz, ${access.userId}, ${now}::timestamptz)`.execute(unit.db)
  await changeAssets(mover(unit, access), locked, 'requestScrap', sql`remark = remark`, String(values.reason))
  unit.changed('assetScrap', null)
}

type Row = { id: number } & Record<string, unknown>
type Work = (row: AssetRow, values: FormData, unit: UnitOfWork, access: Access) => Promise<ActionAnswer>
const on =
  (work: Work) =>
  (row: Row, values: FormData, unit: UnitOfWork, access: Access): Promise<ActionAnswer> =>
    work(row as unknown as AssetRow, values, unit, access)

export const assetServer: RecordServer = {
  words: 2,
  computed: { netValue: 'r.net_value' },
  // In forms people point at what they hold themselves and at pool equipment; managers at all of them.
  pickable: (access) =>
    access.may('asset:Search')
      ? sql<SqlBool>`r.deleted_at is null`
      : // Parts are asked for devices of the department too (23.2); what is given back is checked to be one's own.
        sql<SqlBool>`(((r.holder_id = ${access.userId} or r.dept_id = ${access.departmentId}) and r.state in ('inUse', 'repairing')) or (r.is_pool and r.deleted_at is null))`,
  async beforeCreate(values, unit) {
    checkCard(values)
    refuseBelowThreshold(values, unit)
    await refuseTakenSerial(values, unit, null)
    await refuseOverCap(values, unit)
    const category = String(values.category)
    return {
      ...values,
      assetNo: await nextAssetNo(unit),
      gbCode: values.gbCode ?? (await classOf(unit, category, String(values.name))),
      lifeYears: values.lifeYears ?? lifeYearsOf(category),
      price: values.isNominal === true ? '1.00' : values.price,
      state: 'draft',
    }
  },
  async beforeUpdate(values, row, unit) {
    checkCard(values)
    if (String(values.sn ?? '') !== String(row.sn ?? '') || values.category !== row.category)
      await refuseTakenSerial(values, unit, row.id)
    if (row.state === 'draft') {
      await refuseOverCap(values, unit)
      return { ...values, lifeYears: values.lifeYears ?? lifeYearsOf(String(values.category)) }
    }
    // AST-14 and INV-07: price, use and dates of a card on the books change by their actions only.
    const fixed = [
      'price',
      'deptId',
      'holderId',
      'startDate',
      'lifeYears',
      'residualRate',
      'method',
      'openingDepreciation',
      'openingMonth',
      'isNominal',
    ]
    const same = (name: string): boolean => String(values[name] ?? '') === String(row[name] ?? '')
    const changed = fixed.filter((name) => name in values && !same(name))
    if (changed.length > 0) throw new RuleError('rule.AST-14').at(...changed)
    return values
  },
  actions: {
    post: on((row, _values, unit, access) => postCard(row.id, unit, access)),
    allocate: on(async (row, values, unit, access) => {
      const holderId = Number(values.holderId)
      await openAllocations(mover(unit, access), {
        assetIds: [row.id],
        holderId,
        deptId: await departmentOf(unit, holderId),
        roomId: idOf(values.roomId),
        ticketId: null,
        until: typeof values.until === 'string' ? values.until : null,
        reason: String(values.reason),
      })
      unit.notify({
        to: [holderId],
        contentType: 'SYSTEM',
        title: { key: 'asset.allocatedToYou', params: [row.assetNo, row.name] },
        link: '/personal-center?tab=assets',
      })
    }),
    return: on((row, values, unit, access) =>
      closeAllocations(mover(unit, access), [row.id], afterReturnOf(values.after), String(values.note ?? '')),
    ),
    transfer: on(async (row, values, unit, access) => {
      await requestTransfers([row.id], values, unit, access)
    }),
    repair: on(async (row, values, unit, access) => {
      const workOrderId = idOf(values.workOrderId)
      // Orders come before assets in the order of locks (E11).
      if (workOrderId !== null) await unit.service(repairOrders).attach(workOrderId, row.id, access.userId)
      const [locked] = await lockAssets(unit, [row.id])
      if (locked) await toRepair(locked, String(values.note), unit, access, workOrderId)
    }),
    repaired: on(async (row, values, unit, access) => {
      const [locked] = await lockAssets(unit, [row.id])
      if (locked)
        await changeAssets(
          mover(unit, access),
          [locked],
          'repaired',
          sql`state = ${locked.holderId === null ? 'idle' : 'inUse'}`,
          String(values.note),
        )
    }),
    inspect: on(inspect),
    reprice: on(reprice),
    scrap: on(requestScrap),
    lose: on(lose),
    find: on(find),
  },
}

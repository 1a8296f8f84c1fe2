/** Rules of electronic parts and consumables: the device they fit, the page counter, the old part (STK-21 to STK-23). */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { listOf, type Problem, type Problems, RuleError } from '#src/define/problem.ts'
import { type EffectRun, effect, type FormContext, type RecordServer, type UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { type AssetCard, assetLedger } from '#src/modules/asset/contract.ts'
import { type StockItemFigures, stockLedger } from '#src/modules/stock/contract.ts'
import { type Items, suppliesServer } from '../forms/form.server.ts'
import type { AfterIssue } from '../forms/issue.server.ts'
import { requestedLines } from '../forms/lines.ts'
import { partCategories } from './electronic-parts.ts'

/** Kinds that are asked for a device (23.2). */
const DEVICE_KINDS = ['toner', 'drum', 'disk', 'memory']
/** Share of the rated pages before which a toner is asked for with a reason, in percent (STK-21). */
const EARLY_PERCENT = 60

/** What went into a device before. */
interface LastUse {
  readonly itemId: number
  readonly printCounter: number
  readonly qty: number
}

const idOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const hasKind = (items: Items, kind: string): boolean => [...items.values()].some(({ partKind }) => partKind === kind)
const sameModel = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

async function deviceOf(form: FormData, unit: UnitOfWork): Promise<AssetCard | null> {
  const id = idOf(form.assetId)
  return id === null ? null : ((await unit.service(assetLedger).cards([id]))[0] ?? null)
}

/** The last of each item that went into the device with its counter, the newest first. */
async function lastUses(unit: UnitOfWork, assetId: number, ticketId: number | null): Promise<readonly LastUse[]> {
  const { rows } = await sql<LastUse>`
    select distinct on (item_id) item_id, print_counter, (sum(qty) over (partition by item_id, ticket_id))::int as qty from supply_part_use
    where asset_id = ${assetId} and print_counter is not null and not undone and ticket_id is distinct from ${ticketId}::bigint
    order by item_id, at desc, id desc`.execute(unit.db)
  return rows.toSorted((one, other) => other.printCounter - one.printCounter)
}

/** STK-21: toner that was changed before 60 % of its rated pages, with what it has printed. */
function earlyToner(form: FormData, items: Items, uses: readonly LastUse[]) {
  const counter = idOf(form.printCounter)
  if (counter === null) return []
  return requestedLines(form).flatMap(({ itemId }) => {
    const item = items.get(itemId)
    const last = uses.find((use) => use.itemId === itemId)
    if (item?.partKind !== 'toner' || item.ratedYield === null || !last) return []
    const [pages, rated] = [counter - last.printCounter, item.ratedYield * last.qty]
    return pages >= 0 && pages * 100 < rated * EARLY_PERCENT ? [{ name: item.name, pages, rated }] : []
  })
}

/** STK-23: a part that names no model fits every device. */
const fits = ({ compatibleModels }: Pick<StockItemFigures, 'compatibleModels'>, { model }: AssetCard): boolean =>
  compatibleModels.length === 0 || compatibleModels.some((one) => sameModel(one, model))

/** Those of the items that fit a device of the person or their department; all of them without such a device. */
export async function fittingParts(
  unit: UnitOfWork,
  { userId, departmentId }: Access,
  assetId: number | undefined,
  itemIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const [device] = assetId === undefined ? [] : await unit.service(assetLedger).cards([assetId])
  if (!device || (device.holderId !== userId && device.deptId !== departmentId)) return new Set(itemIds)
  const items = await unit.service(stockLedger).items(itemIds)
  return new Set(items.filter((item) => fits(item, device)).map(({ id }) => id))
}

/** STK-23, STK-22 and whose device it is. */
function checkDevice(form: FormData, device: AssetCard | null, { applicant }: FormContext, items: Items): Problems {
  const problems: Record<string, readonly Problem[]> = {}
  if (device && (device.state !== 'inUse' || (device.holderId !== applicant.id && device.deptId !== applicant.deptId)))
    problems.assetId = [{ key: 'supplies.deviceNotYours', params: [device.assetNo] }]
  for (const { key, itemId } of requestedLines(form)) {
    const item = items.get(itemId)
    if (item && device && !fits(item, device))
      problems[`${key}.itemId`] = [
        { key: 'rule.STK-23', params: [item.name, device.model, listOf(item.compatibleModels)] },
      ]
  }
  if (hasKind(items, 'disk') && form.oldPartReturn !== 'yes') problems.oldPartReturn = [{ key: 'rule.STK-22' }]
  return problems
}

export const partsServer = suppliesServer({
  categories: partCategories,
  async compute(form, context, items) {
    const device = await deviceOf(form, context.unit)
    const uses = device ? await lastUses(context.unit, device.id, context.ticketId) : []
    const [last, counter] = [uses[0]?.printCounter ?? null, idOf(form.printCounter)]
    const hasStorage = hasKind(items, 'disk')
    return {
      needsAsset: [...items.values()].some(({ partKind }) => DEVICE_KINDS.includes(partKind ?? '')),
      hasToner: hasKind(items, 'toner'),
      hasStorage,
      secretMedia: hasStorage && device?.secretLevel === 'internal',
      lastCounter: last,
      pagesSince: last === null || counter === null || counter < last ? null : counter - last,
      early: earlyToner(form, items, uses).length > 0,
    }
  },
  async check(form, context, items) {
    const device = await deviceOf(form, context.unit)
    const problems = checkDevice(form, device, context, items)
    const [last, counter] = [idOf(form.lastCounter), idOf(form.printCounter)]
    if (last !== null && counter !== null && counter < last)
      return { ...problems, printCounter: [{ key: 'supplies.counterBackward', params: [counter, last] }] }
    const uses = device ? await lastUses(context.unit, device.id, context.ticketId) : []
    const [early] = earlyToner(form, items, uses)
    return early && !form.earlyReason
      ? {
          ...problems,
          earlyReason: [{ key: 'rule.STK-21', params: [early.name, early.pages, early.rated, EARLY_PERCENT] }],
        }
      : problems
  },
})

/** STK-22: the keeper has the old medium before the new one goes out; the log of the device says what was replaced. */
export const recordParts: AfterIssue = async ({ unit, ticket, actorId }, parts) => {
  const form = ticket.formData
  if (parts.length === 0) return
  const items = await unit.service(stockLedger).items([...new Set(parts.map(({ itemId }) => itemId))])
  const isReceived = form.oldPartReceived === true
  if (items.some(({ partKind }) => partKind === 'disk') && !isReceived)
    throw new RuleError('rule.STK-22').at('oldPartReceived')
  const assetId = idOf(form.assetId)
  if (assetId === null) return
  const now = unit.clock.now()
  const given = parts.map(({ issueId, itemId, qty, value }) => {
    const partKind = items.find(({ id }) => id === itemId)?.partKind ?? null
    const isToner = partKind === 'toner'
    return {
      issueId,
      itemId,
      qty,
      value,
      partKind,
      counter: isToner ? form.printCounter : null,
      sn: partKind === 'disk' ? form.oldPartSn : null,
      reason: isToner && form.early === true ? form.earlyReason : null,
    }
  })
  await sql`
    insert into supply_part_use (ticket_id, issue_id, asset_id, item_id, part_kind, user_id, dept_id, qty, value, print_counter, old_part_received, old_part_sn, early_reason, at,
      created_by, updated_at)
    select ${ticket.id}::bigint, g."issueId", ${assetId}::bigint, g."itemId", g."partKind", ${ticket.applicantId}::bigint, ${ticket.deptId}::bigint, g.qty, g.value, g.counter,
      ${isReceived}::boolean, g.sn, g.reason, ${now}::timestamptz, ${actorId}::bigint, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g("issueId" bigint, "itemId" bigint, "partKind" text, qty int, value numeric, counter int, sn text, reason text)`.execute(
    unit.db,
  )
  unit.changed('supplyPartUse', null)
  const names = items.map(
    ({ id, name }) => `${name} × ${given.filter(({ itemId }) => itemId === id).reduce((sum, { qty }) => sum + qty, 0)}`,
  )
  await unit.service(assetLedger).maintained(assetId, ticket.id, `${ticket.no} ${names.join(', ')}`)
}

/** STK-21: what the device printed since its change before, by the counters, so that a change that is voided or issued late moves the next one. */
export const partUseServer: RecordServer = {
  computed: {
    pages: `(r.print_counter - (select max(o.print_counter) from supply_part_use o where o.asset_id = r.asset_id and not o.undone
      and o.print_counter <= r.print_counter and (o.print_counter < r.print_counter or o.id < r.id) and o.ticket_id is distinct from r.ticket_id))`,
  },
}

/** What was voided no longer counts as the last replacement. */
const undoParts: EffectRun = async ({ unit, ticket }) => {
  await sql`update supply_part_use set undone = true, updated_at = ${unit.clock.now()}, version = version + 1 where ticket_id = ${ticket.id} and not undone`.execute(
    unit.db,
  )
  unit.changed('supplyPartUse', null)
}

export const partEffects = { 'supplies.undoParts': effect([], undoParts) } as const

declare module '#src/define/names.ts' {
  interface EffectNames {
    parts: keyof typeof partEffects
  }
}

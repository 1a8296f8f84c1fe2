/** The form of an application for items: live availability and value, and the rules that all types share (FS-ITEMS). */

import type { Problem, Problems } from '#src/define/problem.ts'
import { problemOf } from '#src/define/problem.ts'
import type { ApplicationServer, FormContext } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { fromCents } from '#src/fields/money/cents.ts'
import { addQty, centsForQty, fitsPlaces, QTY_PLACES, subtractQty, sumQty } from '#src/fields/quantity/quantities.ts'
import { placesProblem, type StockItemFigures, stockLedger } from '#src/modules/stock/contract.ts'
import { requestedLines, shownCuts, shownIssues } from './lines.ts'

/** Items of a form by id. */
export type Items = ReadonlyMap<number, StockItemFigures>

/** What a type adds to the common rules. */
export interface OwnRules {
  /** Entries of dictionary stockCategory that it hands out. */
  readonly categories: readonly string[]
  /** What is filled in for the person before anything is computed: sizes, for whom. */
  readonly prepare?: (form: FormData, context: FormContext, items: Items) => Promise<FormData>
  /** Computed values of its own, once lines and total are there. */
  readonly compute?: (form: FormData, context: FormContext, items: Items) => Promise<FormData>
  readonly check?: (form: FormData, context: FormContext, items: Items) => Promise<Problems>
  readonly panel?: ApplicationServer['panel']
  readonly checkDecision?: ApplicationServer['checkDecision']
  readonly facts?: ApplicationServer['facts']
}

export async function itemsOf(form: FormData, { unit }: FormContext): Promise<Items> {
  const ids = [...new Set(requestedLines(form).map(({ itemId }) => itemId))]
  const items = ids.length === 0 ? [] : await unit.service(stockLedger).items(ids)
  return new Map(items.map((item) => [item.id, item]))
}

/** The moving average in whole cents. */
export function centsOf(price: string): bigint {
  const [yuan = '0', fraction = ''] = price.split('.')
  const millionths = BigInt(yuan) * 1_000_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6))
  return (millionths + 5000n) / 10_000n
}

const sizeOf = (row: FormData): string => (typeof row.sizeCode === 'string' ? row.sizeCode.trim() : '')

/** Lines with what follows from their items. What the ticket itself has reserved is available to it. */
async function shownLines(form: FormData, { unit, ticketId }: FormContext, items: Items) {
  const own = ticketId === null ? [] : await unit.service(stockLedger).reservedBy(ticketId)
  let total = 0n
  const quantities = new Map<string, number>()
  const lines = rowsOf(form.lines).map((row, index) => {
    const item = items.get(Number(row.itemId))
    if (!item)
      return { ...row, spec: null, unit: null, stockAvailable: null, shortQty: null, unitPrice: null, amount: null }
    const qty = typeof row.qty === 'number' && fitsPlaces(row.qty, QTY_PLACES) ? row.qty : 0
    const place = `${item.id}/${sizeOf(row)}`
    const before = quantities.get(place) ?? 0
    quantities.set(place, addQty(before, Math.max(0, qty)))
    const free =
      sizeOf(row) === '' ? item.available : (item.sizes.find(({ size }) => size === sizeOf(row))?.available ?? 0)
    const reserved = own.find(({ key }) => key === `lines.${index}`)?.reserved ?? 0
    const available = addQty(Math.max(0, subtractQty(free, before)), reserved)
    const price = centsOf(item.averagePrice)
    const amount = centsForQty(price, Math.max(0, qty))
    total += amount
    return {
      ...row,
      spec: item.spec === '' ? null : item.spec,
      unit: item.unit,
      stockAvailable: available,
      shortQty: Math.max(0, subtractQty(qty, available)),
      unitPrice: fromCents(price),
      amount: fromCents(amount),
    }
  })
  return { lines, totalValue: fromCents(total) }
}

/** FS-ITEMS: an item once, of the type's categories, at most its limit (STK-13). */
function checkLines(form: FormData, items: Items, categories: readonly string[]): Problems {
  const problems: Record<string, readonly Problem[]> = {}
  const seen = new Set<string>()
  for (const { key, itemId, size, userId, requested } of requestedLines(form)) {
    const same = `${itemId}/${size}/${userId ?? ''}`
    const item = items.get(itemId)
    if (!item || !categories.includes(item.category)) problems[`${key}.itemId`] = [{ key: 'supplies.otherCategory' }]
    else if (seen.has(same)) problems[`${key}.itemId`] = [{ key: 'supplies.itemTwice', params: [item.name] }]
    else if (placesProblem(item, requested)) problems[`${key}.qty`] = [placesProblem(item, requested) as Problem]
    else if (requested > item.maxPerRequest)
      problems[`${key}.qty`] = [{ key: 'rule.STK-13', params: [item.name, requested, item.maxPerRequest] }]
    seen.add(same)
  }
  return problems
}

/** The server part of a type: the common rules around its own. */
export function suppliesServer(own: OwnRules): ApplicationServer {
  return {
    async compute(form, context) {
      const cuts = { cuts: shownCuts(form) }
      const issues = shownIssues({ ...form, ...cuts })
      const isIssued =
        context.ticketId !== null && (await context.unit.service(stockLedger).issuedBy(context.ticketId)).length > 0
      // What was handed out keeps the figures under which it was approved.
      if (isIssued) return { ...form, ...cuts, issues }
      const items = await itemsOf(form, context)
      const prepared = own.prepare ? { ...form, ...(await own.prepare(form, context, items)) } : form
      const shown = { ...prepared, ...cuts, issues, ...(await shownLines(prepared, context, items)) }
      return { ...shown, ...(await own.compute?.(shown, context, items)) }
    },
    async check(form, context) {
      const items = await itemsOf(form, context)
      const found = checkLines(form, items, own.categories)
      if (form.pickupProxyId === context.applicant.id)
        return { ...found, pickupProxyId: [{ key: 'supplies.proxySelf' }] }
      return { ...found, ...(await own.check?.(form, context, items)) }
    },
    async warnings(form) {
      const short = rowsOf(form.lines).flatMap((row, index) =>
        Number(row.shortQty) > 0 ? [problemOf('supplies.short', index + 1, Number(row.shortQty))] : [],
      )
      return form.acceptShortage === true || short.length === 0 ? short : [...short, problemOf('supplies.mayAccept')]
    },
    async panel(form, context) {
      const uncovered =
        context.ticketId === null ? [] : await context.unit.service(stockLedger).reservedBy(context.ticketId)
      const missing = sumQty(uncovered.map((line) => line.uncovered))
      return [
        ...((await own.panel?.(form, context)) ?? []),
        ...(missing > 0 ? [{ label: 'supplies.panel.uncovered', value: String(missing), tone: 'bad' as const }] : []),
      ]
    },
    async reversal(_form, { unit, ticketId }) {
      if (ticketId === null) return []
      const issued = await unit.service(stockLedger).issuedBy(ticketId)
      const left = sumQty(issued.map(({ qty, returnedQty }) => subtractQty(qty, returnedQty)))
      return [left > 0 ? { key: 'supplies.reversal.issued', params: [left] } : { key: 'supplies.reversal.reserved' }]
    },
    ...(own.facts && { facts: own.facts }),
    ...(own.checkDecision && { checkDecision: own.checkDecision }),
  }
}

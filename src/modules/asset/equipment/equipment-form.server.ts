/** Requests for equipment and furniture: standards and holdings while writing, and AST-01 to AST-05 (23.6, 23.7). */

import { sql } from 'kysely'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { addDays } from '#src/define/days.ts'
import { type Problem, type Problems, problemAt, RuleError } from '#src/define/problem.ts'
import type { ApplicationServer, FormContext, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { sumMoney, timesMoney } from '#src/fields/money/cents.ts'
import { type Entitlement, entitlements } from '#src/modules/standard/contract.ts'

/** One line of a request, typed. */
export interface RequestLine {
  readonly itemId: number
  readonly qty: number
  readonly userId: number | null
  readonly roomId: number | null
}
interface Answered extends RequestLine {
  readonly answer: Entitlement
  readonly over: boolean
}
interface OldAsset {
  readonly id: number
  readonly assetNo: string
  readonly holderId: number | null
  readonly state: string
  readonly lifeEnd: string
  readonly itemId: number | null
}

const idOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
export const assetIdsIn = (value: unknown): readonly number[] =>
  rowsOf(value).flatMap(({ assetId }) => idOf(assetId) ?? [])

/** Lines that name an item and a quantity. */
export function linesIn(form: FormData): readonly RequestLine[] {
  if (form.applyKind === 'return') return []
  return rowsOf(form.lines).flatMap(({ itemId, qty, userId, roomId }) =>
    typeof itemId === 'number' && typeof qty === 'number'
      ? [{ itemId, qty, userId: idOf(userId), roomId: idOf(roomId) }]
      : [],
  )
}
export const piecesIn = (form: FormData): number => linesIn(form).reduce((sum, { qty }) => sum + qty, 0)

export async function oldAssetsOf(form: FormData, unit: UnitOfWork): Promise<readonly OldAsset[]> {
  const ids = form.applyKind === 'replace' || form.applyKind === 'return' ? assetIdsIn(form.oldAssets) : []
  if (ids.length === 0) return []
  const { rows } = await sql<OldAsset>`
    select id, asset_no, holder_id, state, life_end, item_id from asset where id = any(${[...ids]}::bigint[]) and deleted_at is null order by id`.execute(
    unit.db,
  )
  return rows
}

/** STD-03: versions that were in force when the ticket was submitted; none while it is a draft. */
async function versionsKeptBy(unit: UnitOfWork, ticketId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ versionId: number }>`
    select distinct version_id from asset_pending where ticket_id = ${ticketId} and version_id is not null`.execute(
    unit.db,
  )
  return rows.map(({ versionId }) => versionId)
}

/** What each line may have; what the lines before it ask for counts, what is given back in exchange does not. */
export async function answerLines(
  form: FormData,
  {
    unit,
    applicant,
    ticketId,
  }: Pick<FormContext, 'unit' | 'ticketId'> & { readonly applicant: { readonly deptId: number; readonly id: number } },
): Promise<readonly Answered[]> {
  const lines = linesIn(form)
  if (lines.length === 0) return []
  const answers = await unit.service(entitlements).answer(
    lines.map((line) => ({ itemId: line.itemId, deptId: applicant.deptId, userId: line.userId, roomId: line.roomId })),
    { exceptTicket: ticketId, versionIds: ticketId === null ? [] : await versionsKeptBy(unit, ticketId) },
  )
  const givenBack = new Map<number, number>()
  for (const { itemId } of await oldAssetsOf(form, unit))
    if (itemId !== null) givenBack.set(itemId, (givenBack.get(itemId) ?? 0) + 1)
  const quantities = new Map<string, number>()
  return lines.flatMap((line, index) => {
    const answer = answers[index]
    if (answer === undefined) return []
    const key = [
      line.itemId,
      answer.level,
      answer.level === 'person' ? line.userId : answer.level === 'room' ? line.roomId : '',
    ].join(' ')
    const before = quantities.get(key) ?? 0
    quantities.set(key, before + line.qty)
    const room = answer.left === null ? null : answer.left + (givenBack.get(line.itemId) ?? 0)
    return [{ ...line, answer, over: form.applyKind !== 'borrow' && room !== null && before + line.qty > room }]
  })
}

/** AST-03: what is replaced before its minimum life needs proof; only what the applicant holds is given back. */
async function checkOld(form: FormData, { unit, applicant }: FormContext): Promise<Problems> {
  const old = await oldAssetsOf(form, unit)
  const foreign = old.find(({ holderId, state }) => holderId !== applicant.id || state !== 'inUse')
  if (foreign) return problemAt('oldAssets', 'asset.notYours', foreign.assetNo)
  if (form.applyKind !== 'replace') return {}
  if (old.length !== piecesIn(form)) return problemAt('oldAssets', 'asset.replaceOneForOne', piecesIn(form), old.length)
  const early = old.find(({ lifeEnd }) => lifeEnd > unit.clock.today())
  const proof = Array.isArray(form.repairProof) ? form.repairProof : []
  return early && proof.length === 0 ? problemAt('repairProof', 'rule.AST-03', early.assetNo, early.lifeEnd) : {}
}

/** Days after which an overdue loan bars the next one (as STK-43). */
const BARRED_AFTER_DAYS = 15

/** AST-05: nobody borrows while a loan of theirs is long overdue. */
async function checkLoans(form: FormData, { unit, applicant }: FormContext): Promise<Problems> {
  if (form.applyKind !== 'borrow') return {}
  const { rows } = await sql<{ assetNo: string; until: string }>`
    select a.asset_no, l.until from asset_allocation l join asset a on a.id = l.asset_id
    where l.holder_id = ${applicant.id} and l.closed_at is null and l.until < ${addDays(unit.clock.today(), -BARRED_AFTER_DAYS)}::date order by l.until limit 1`.execute(
    unit.db,
  )
  return rows[0] ? problemAt('applyKind', 'rule.AST-05', rows[0].assetNo, rows[0].until, BARRED_AFTER_DAYS) : {}
}

async function checkItems(form: FormData, unit: UnitOfWork, isFurniture: boolean): Promise<Problems> {
  const lines = linesIn(form)
  const items = new Map(
    (await unit.service(entitlements).items(lines.map(({ itemId }) => itemId))).map((item) => [item.id, item]),
  )
  const problems: Record<string, readonly Problem[]> = {}
  for (const [index, line] of lines.entries()) {
    const item = items.get(line.itemId)
    if (item === undefined || item.category === null || (item.category === 'furniture') !== isFurniture)
      problems[`lines.${index}.itemId`] = [{ key: 'asset.itemOfOtherType', params: [item?.name ?? ''] }]
  }
  return problems
}

/** AST-04: what a room may have is known only when the room is named. */
async function checkRooms(form: FormData, unit: UnitOfWork): Promise<Problems> {
  const lines = linesIn(form)
  const { rows } = await sql<{ itemId: number }>`
    select distinct item_id from shared_equip_standard where item_id = any(${lines.map(({ itemId }) => itemId)}::bigint[]) and basis = 'perRoom' and state = 'published' and deleted_at is null`.execute(
    unit.db,
  )
  const byRoom = new Set(rows.map(({ itemId }) => itemId))
  return Object.fromEntries(
    lines.flatMap((line, index) =>
      byRoom.has(line.itemId) && line.roomId === null
        ? [[`lines.${index}.roomId`, [{ key: 'rule.AST-04' }]] as const]
        : [],
    ),
  )
}

/** Quantities by the price limits of their standards; null where one has none. */
function estimateOf(lines: readonly Answered[]): string | null {
  const amounts = lines.map(({ qty, answer: { unitCap } }) => (unitCap === null ? null : timesMoney(unitCap, qty)))
  return amounts.includes(null) || amounts.length === 0 ? null : sumMoney(amounts.map(String))
}

const hasReason = (form: FormData): boolean => typeof form.overReason === 'string' && !isBlank(form.overReason)

/** What an application for equipment asks and shows; furniture and devices differ in their items. */
export const equipmentApplication = (isFurniture: boolean): ApplicationServer => ({
  async compute(form, context) {
    const answered = await answerLines(form, context)
    let next = 0
    const lines = rowsOf(form.lines).map((row) => {
      if (typeof row.itemId !== 'number' || typeof row.qty !== 'number')
        return { ...row, standardMax: null, holding: null, over: null }
      const found = answered[next++]
      return {
        ...row,
        standardMax: found?.answer.max ?? null,
        holding: found?.answer.holding ?? null,
        over: found?.over ?? false,
      }
    })
    return {
      ...form,
      ...(rowsOf(form.lines).length > 0 && { lines }),
      overStandard: answered.some(({ over }) => over),
      // Worked out before the review, so that the reviewer finds it filled in.
      ...(!form.estimate && form.applyKind !== 'borrow' && { estimate: estimateOf(answered) }),
    }
  },
  async check(form, context) {
    const over = hasReason(form) ? undefined : (await answerLines(form, context)).find((line) => line.over)
    return {
      ...(await checkItems(form, context.unit, isFurniture)),
      ...(await checkRooms(form, context.unit)),
      ...(over && problemAt('overReason', 'standard.exceeded', over.answer.itemName, over.answer.max ?? 0)),
      ...(await checkOld(form, context)),
      ...(await checkLoans(form, context)),
    }
  },
  // Every answer says why ("entitled because ...").
  async reasons(form, context) {
    return (await answerLines(form, context)).map(({ answer }) => ({
      title:
        answer.max === null
          ? { key: 'asset.noStandard', params: [answer.itemName] }
          : {
              key: 'asset.entitledBecause',
              params: [answer.itemName, answer.max, answer.holding, Math.max(0, answer.left ?? 0)],
            },
      lines: answer.because,
    }))
  },
  async reversal(form) {
    return [{ key: 'asset.reversal', params: [piecesIn(form)] }]
  },
  async checkDecision(event, { unit }) {
    if (event.state !== 'assetReview' || event.type !== 'approve' || event.form.applyKind === 'return') return
    const chosen = assetIdsIn(event.form.assetIds).length
    if (event.form.needPurchase === true) return
    if (chosen !== piecesIn(event.form))
      throw new RuleError('asset.chooseAll', piecesIn(event.form), chosen).at('assetIds')
    await placeAssets(event.form, unit)
  },
})

/** Which chosen asset is for which line, by item. @throws RuleError when one fits no line */
export async function placeAssets(
  form: FormData,
  unit: UnitOfWork,
): Promise<readonly { readonly line: RequestLine; readonly assetIds: readonly number[] }[]> {
  const ids = assetIdsIn(form.assetIds)
  const { rows } = await sql<{ id: number; assetNo: string; itemId: number | null }>`
    select id, asset_no, item_id from asset where id = any(${[...ids]}::bigint[]) and deleted_at is null order by id`.execute(
    unit.db,
  )
  const left = [...rows]
  const placed = linesIn(form).map((line) => {
    const own = left.filter(({ itemId }) => itemId === line.itemId).slice(0, line.qty)
    for (const one of own) left.splice(left.indexOf(one), 1)
    return { line, assetIds: own.map(({ id }) => id) }
  })
  if (left[0]) throw new RuleError('asset.fitsNoLine', left[0].assetNo).at('assetIds')
  return placed
}

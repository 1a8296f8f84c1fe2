/** The form of a request for clothing and equipment, and its rules (STD-11 to STD-15). */

import { sql } from 'kysely'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { addDays } from '#src/define/days.ts'
import { listOf, type Problem, type Problems, RuleError } from '#src/define/problem.ts'
import type { FormContext, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { fromCents, toCents } from '#src/fields/money/cents.ts'
import { assetLedger } from '#src/modules/asset/contract.ts'
import { stockLedger } from '#src/modules/stock/contract.ts'
import { type Items, suppliesServer } from '../forms/form.server.ts'
import { type ClothingEntitlement, entitledOf, RENEW_BEFORE_DAYS } from './entitled.server.ts'
import { clothingCategories } from './equipment-clothing.ts'
import { type HeldRow, heldRows } from './held.server.ts'
import { type ClothingLine, clothingLines, isReplacement } from './lines.ts'
import { noSizes, sizeFor, sizesOf } from './sizes.server.ts'

interface Person {
  readonly id: number
  readonly name: string
  readonly deptId: number
  readonly personType: string
}

async function peopleOf(unit: UnitOfWork, ids: readonly number[]): Promise<ReadonlyMap<number, Person>> {
  const { rows } = await sql<Person>`
    select id, name, dept_id, person_type from shared_app_user where id = any(${[...ids]}::bigint[]) and state and deleted_at is null`.execute(
    unit.db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** What is paid for lost pieces: the price for the share of the life that was left, rounded to the cent. */
export function selfPayOf(cents: bigint, qty: number, piece: HeldRow | undefined, today: string): bigint {
  if (!piece || piece.nextDueAt === null) return cents * BigInt(qty)
  const life = BigInt(daysBetween(piece.cycleStart, piece.nextDueAt))
  const rest = BigInt(Math.max(0, Math.min(Number(life), daysBetween(today, piece.nextDueAt))))
  return (cents * BigInt(qty) * rest * 2n + life) / (life * 2n)
}

/** Self-pay of the lines of a request. */
export async function selfPays(
  unit: UnitOfWork,
  form: FormData,
  lines: readonly ClothingLine[],
): Promise<ReadonlyMap<string, bigint>> {
  if (form.reasonType !== 'lost') return new Map()
  const held = await heldRows(
    unit,
    lines.map(({ personId }) => personId),
  )
  const rows = rowsOf(form.lines)
  return new Map(
    lines.map(({ key, lineNo, personId, itemId, approved }) => {
      const own = held.filter((row) => row.userId === personId && row.itemId === itemId)
      const price = rows[lineNo - 1]?.unitPrice
      return [key, selfPayOf(toCents(typeof price === 'string' ? price : '0.00'), approved, own[0], unit.clock.today())]
    }),
  )
}

/** Whom and what size a line is for, where nobody has said it. */
async function prepare(form: FormData, { unit, applicant }: FormContext, items: Items): Promise<FormData> {
  const rows = rowsOf(form.lines)
  const isMembers = form.receiveFor === 'members'
  const people = rows.map((row) => (isMembers ? row.userId : applicant.id)).filter((id) => typeof id === 'number')
  const sizes = await sizesOf(unit, people)
  const lines = rows.map((row) => {
    const item = items.get(Number(row.itemId))
    const isSaid = typeof row.sizeCode === 'string' && !isBlank(row.sizeCode)
    if (!item || isSaid || item.sizeList.length === 0) return row
    const personId = isMembers ? Number(row.userId) : applicant.id
    return { ...row, sizeCode: sizeFor(item, sizes.get(personId) ?? noSizes) }
  })
  return { lines }
}

type Found = Record<string, readonly Problem[]>

/** Whom a request may be for, and the sizes of the items. */
async function checkPeople(
  lines: readonly ClothingLine[],
  { unit, applicant }: FormContext,
  found: Found,
): Promise<void> {
  const people = await peopleOf(unit, [...new Set(lines.map(({ personId }) => personId))])
  for (const { key, personId, item, size } of lines) {
    const person = people.get(personId)
    if (!person || person.deptId !== applicant.deptId) found[`${key}.userId`] = [{ key: 'supplies.notMember' }]
    if (item.sizeList.length > 0 && !item.sizeList.includes(size))
      found[`${key}.sizeCode`] = [{ key: 'supplies.sizeUnknown', params: [item.name, listOf(item.sizeList)] }]
    else if (item.sizeList.length === 0 && size !== '')
      found[`${key}.sizeCode`] = [{ key: 'supplies.noSizes', params: [item.name] }]
    // STD-15.
    if (person?.personType === 'auxiliary' && !item.auxiliary)
      found[`${key}.itemId`] = [{ key: 'rule.STD-15', params: [item.name] }]
  }
}

/** STD-11, STD-12: what a cycle still holds, over all lines of a person and item. */
export function checkEntitled(
  lines: readonly ClothingLine[],
  entitled: readonly ClothingEntitlement[],
  today: string,
): Problems {
  const found: Found = {}
  const quantities = new Map<string, number>()
  for (const { key, personId, item, approved } of lines) {
    if (item.standardItemId === null) {
      found[`${key}.itemId`] = [{ key: 'supplies.noStandard', params: [item.name] }]
      continue
    }
    const own = entitled.find((one) => one.userId === personId && one.itemId === item.standardItemId)
    const place = `${personId}/${item.standardItemId}`
    const total = (quantities.get(place) ?? 0) + approved
    quantities.set(place, total)
    if (!own) found[`${key}.qty`] = [{ key: 'entitlement.exceeded', params: [item.name, 0, 0] }]
    else if (own.left === 0 && own.nextDueAt !== null && own.nextDueAt > addDays(today, RENEW_BEFORE_DAYS))
      found[`${key}.qty`] = [{ key: 'rule.STD-12', params: [item.name, own.nextDueAt, RENEW_BEFORE_DAYS] }]
    else if (total > own.left)
      found[`${key}.qty`] = [{ key: 'entitlement.exceeded', params: [item.name, own.qty, own.issued + own.pending] }]
  }
  return found
}

/** STD-13: the set of a newcomer is issued once. */
export async function newcomersBefore(
  unit: UnitOfWork,
  personIds: readonly number[],
  exceptTicket: number | null,
): Promise<readonly number[]> {
  const { rows } = await sql<{ userId: number }>`
    select user_id from clothing_issue where user_id = any(${[...personIds]}::bigint[]) and reason_type = 'newcomer' and qty > returned_qty
      and ticket_id is distinct from ${exceptTicket}::bigint
    union select user_id from clothing_pending where user_id = any(${[...personIds]}::bigint[]) and reason_type = 'newcomer'
      and ticket_id is distinct from ${exceptTicket}::bigint`.execute(unit.db)
  return rows.map(({ userId }) => userId)
}

/** What is replaced was issued before; a piece with a serial number is given back itself (STD-14). */
async function checkReplaced(form: FormData, lines: readonly ClothingLine[], unit: UnitOfWork): Promise<Problems> {
  const found: Found = {}
  const held = await heldRows(
    unit,
    lines.map(({ personId }) => personId),
  )
  const cards = await unit.service(assetLedger).cards(lines.flatMap(({ oldAssetId }) => oldAssetId ?? []))
  for (const { key, personId, item, requested, oldAssetId } of lines) {
    if (item.serialManaged) {
      const card = cards.find(({ id }) => id === oldAssetId)
      const isOwn = card?.holderId === personId && card.itemId === item.standardItemId
      if (form.reasonType === 'lost') found[`${key}.itemId`] = [{ key: 'supplies.lostSerial', params: [item.name] }]
      else if (!isOwn || requested !== 1) found[`${key}.oldAssetId`] = [{ key: 'rule.STD-14', params: [item.name] }]
      continue
    }
    const own = held
      .filter((row) => row.userId === personId && row.itemId === item.id)
      .reduce((sum, { qty }) => sum + qty, 0)
    if (requested > own) found[`${key}.qty`] = [{ key: 'supplies.nothingHeld', params: [item.name, own, requested] }]
  }
  return found
}

/** The rules of the reason, also asked again under lock when the request is submitted. */
export async function checkReason(
  form: FormData,
  lines: readonly ClothingLine[],
  unit: UnitOfWork,
  ticketId: number | null,
): Promise<Problems> {
  if (isReplacement(form.reasonType)) return checkReplaced(form, lines, unit)
  const people = [...new Set(lines.map(({ personId }) => personId))]
  const found: Found = { ...checkEntitled(lines, await entitledOf(unit, people, ticketId), unit.clock.today()) }
  if (form.reasonType !== 'newcomer') return found
  const before = await newcomersBefore(unit, people, ticketId)
  for (const { key, personId } of lines)
    if (before.includes(personId)) found[`${key}.itemId`] = [{ key: 'rule.STD-13' }]
  return found
}

/** STD-14: the reviewer names a card for each piece with a serial number. */
async function checkGear(form: FormData, { unit, applicant }: FormContext): Promise<void> {
  const ids = [...new Set(rowsOf(form.lines).map(({ itemId }) => Number(itemId)))]
  const items = new Map((await unit.service(stockLedger).items(ids)).map((item) => [item.id, item]))
  const lines = clothingLines(form, items, applicant.id)
  const rows = rowsOf(form.gear)
  const cards = await unit.service(assetLedger).cards(rows.map(({ assetId }) => Number(assetId)))
  for (const [index, { lineNo, assetId }] of rows.entries()) {
    const line = lines.find((one) => one.lineNo === lineNo)
    const card = cards.find(({ id }) => id === assetId)
    if (!line?.item.serialManaged || card?.itemId !== line.item.standardItemId)
      throw new RuleError('supplies.gearOfOtherLine', card?.assetNo ?? '', Number(lineNo)).at(`gear.${index}.assetId`)
  }
  for (const { lineNo, item, approved } of lines) {
    const chosen = new Set(rows.filter((row) => row.lineNo === lineNo).map(({ assetId }) => assetId)).size
    if (item.serialManaged && chosen !== approved)
      throw new RuleError('supplies.gearMissing', lineNo, item.name, approved, chosen).at('gear')
  }
}

export const clothingServer = suppliesServer({
  categories: clothingCategories,
  prepare,
  async compute(form, context, items) {
    const { unit, applicant, ticketId } = context
    const lines = clothingLines(form, items, applicant.id)
    const entitled = await entitledOf(
      unit,
      lines.map(({ personId }) => personId),
      ticketId,
    )
    const pays = await selfPays(unit, form, lines)
    return {
      needsProof: isReplacement(form.reasonType),
      serialItems: [...items.values()].some(({ serialManaged }) => serialManaged),
      selfPay: fromCents([...pays.values()].reduce((sum, cents) => sum + cents, 0n)),
      lines: rowsOf(form.lines).map((row, index) => {
        const line = lines.find(({ lineNo }) => lineNo === index + 1)
        const own = entitled.find(
          (one) => one.userId === line?.personId && one.itemId === (line?.item.standardItemId ?? 0),
        )
        return { ...row, entitlementLeft: own?.left ?? null, nextDueAt: own?.nextDueAt ?? null }
      }),
    }
  },
  async check(form, context, items) {
    const found: Found = {}
    const lines = clothingLines(form, items, context.applicant.id)
    await checkPeople(lines, context, found)
    const rest = lines.filter(({ key }) => !Object.hasOwn(found, `${key}.itemId`))
    return { ...found, ...(await checkReason(form, rest, context.unit, context.ticketId)) }
  },
  async panel(form) {
    return form.reasonType === 'lost' && typeof form.selfPay === 'string'
      ? [{ label: 'applications.equipmentClothing.fields.selfPay', value: form.selfPay }]
      : []
  },
  async checkDecision({ type, state, form }, context) {
    if (type === 'approve' && state === 'equipReview') await checkGear(form, context)
  },
})

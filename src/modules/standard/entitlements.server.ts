import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { assetLedger, type ItemHolding } from '#src/modules/asset/contract.ts'
import { because } from './because.server.ts'
import type { CountedPieces, EntitledItem, Entitlement, EntitlementQuestion, Entitlements } from './contract.ts'
import { cyclesOf } from './cycles.server.ts'
import { entitle, leftOf, type Question } from './entitlement/entitle.ts'
import { addPieces, countOf, noPieces } from './entitlement/pieces.ts'
import { PIECE } from './entitlement/quantity.ts'
import type { Profile } from './entitlement/specificity.ts'
import type { StandardException, StandardItem, StandardVersion } from './entitlement/standard-rule.ts'
import { standardDictionaries } from './standard.names.ts'
import { exceptionsOn, versionInForce, versionsOf } from './standard-rows.server.ts'
import { countCompliance } from './versions/compliance.server.ts'

interface Known {
  readonly day: string
  readonly exceptions: readonly StandardException[]
  readonly items: ReadonlyMap<number, EntitledItem & { readonly kind: string }>
  readonly versions: ReadonlyMap<string, StandardVersion | null>
  readonly inDepartments: readonly ItemHolding[]
  readonly profileOf: (userId: number) => Promise<Profile | null>
  readonly heldBy: (userId: number) => Promise<readonly ItemHolding[]>
  readonly inRoom: (roomId: number) => Promise<readonly ItemHolding[]>
  readonly roomArea: (roomId: number) => Promise<number>
}

/** The same question is read once for all answers, which are worked out one after the other. */
function once<T>(read: (id: number) => Promise<T>): (id: number) => Promise<T> {
  const known = new Map<number, { readonly answer: T }>()
  return async (id) => {
    const found = known.get(id) ?? { answer: await read(id) }
    known.set(id, found)
    return found.answer
  }
}

async function itemRows(unit: UnitOfWork, ids: readonly number[]) {
  const { rows } = await sql<EntitledItem & { readonly kind: string }>`
    select id, name, category, kind from standard_item where id = any(${[...ids]}::bigint[]) and deleted_at is null`.execute(
    unit.db,
  )
  return rows
}

async function profileOf(unit: UnitOfWork, userId: number): Promise<Profile | null> {
  const { rows } = await sql<Profile>`
    select dept_id, rank_level, post_type, person_type, gender from shared_app_user where id = ${userId} and deleted_at is null`.execute(
    unit.db,
  )
  return rows[0] ?? null
}

const sum = (holdings: readonly ItemHolding[], itemIds: readonly number[], deptId?: number): CountedPieces =>
  addPieces(holdings.filter((one) => itemIds.includes(one.itemId) && (deptId === undefined || one.deptId === deptId)))

/** The item alone, and all that share the limit of its group. */
function families(
  items: readonly StandardItem[],
  itemId: number,
): { own: readonly number[]; group: readonly number[] } {
  const groupId = items.find(({ id }) => id === itemId)?.groupId ?? null
  const below = (id: number): readonly number[] => [
    id,
    ...items.filter((one) => one.groupId === id).map((one) => one.id),
  ]
  return { own: below(itemId), group: groupId === null ? [] : below(groupId) }
}

async function held(
  known: Known,
  question: Question,
  of: { own: readonly number[]; group: readonly number[] },
  roomId: number | null,
) {
  if (question.of === 'dept') {
    const holdings = known.inDepartments
    return { own: sum(holdings, of.own, question.deptId), group: sum(holdings, of.group, question.deptId) }
  }
  const holdings = question.of === 'person' ? await known.heldBy(question.userId) : await known.inRoom(roomId ?? 0)
  return { own: sum(holdings, of.own), group: sum(holdings, of.group) }
}

/** A person is asked where the standard counts for each; a room where it counts by room; else the department. */
async function questionsOf(
  known: Known,
  version: StandardVersion,
  asked: EntitlementQuestion,
): Promise<readonly Question[]> {
  const department: Question = { of: 'dept', deptId: asked.deptId }
  const rules = version.rules.filter(({ itemId }) => itemId === asked.itemId)
  if (asked.roomId !== null && rules.some(({ basis }) => basis === 'perRoom')) {
    return [{ of: 'room', deptId: asked.deptId, area: await known.roomArea(asked.roomId) }]
  }
  const profile = asked.userId === null ? null : await known.profileOf(asked.userId)
  if (asked.userId === null || profile === null) return [department]
  return [{ of: 'person', userId: asked.userId, profile }, department]
}

async function answerOne(known: Known, asked: EntitlementQuestion): Promise<Entitlement> {
  const item = known.items.get(asked.itemId)
  const version = item === undefined ? null : (known.versions.get(item.kind) ?? null)
  const blank = {
    itemId: asked.itemId,
    itemName: item?.name ?? '',
    max: null,
    left: null,
    unitCap: null,
    lifeYears: null,
    level: 'dept' as const,
    holding: 0,
    headcount:
      version === null
        ? null
        : version.heads.reduce((heads, { deptId, count }) => heads + (deptId === asked.deptId ? count : 0), 0),
    counted: noPieces,
  }
  if (item === undefined || version === null)
    return { ...blank, versionId: version?.id ?? null, because: [{ key: 'entitlement.none' }] }
  const of = families(version.items, asked.itemId)
  for (const question of await questionsOf(known, version, asked)) {
    const entitled = entitle(version, known.exceptions, asked.itemId, known.day, question)
    if (entitled.own === null && question.of === 'person') continue
    const counted = await held(known, question, of, asked.roomId)
    const holding = { own: countOf(counted.own), group: countOf(counted.group) }
    const left = leftOf(entitled, holding)
    return {
      ...blank,
      level: question.of,
      max: left === null ? null : holding.own + Math.max(left, -holding.own),
      holding: holding.own,
      counted: counted.own,
      left,
      unitCap: entitled.rule?.unitCap ?? null,
      lifeYears: entitled.rule?.lifeYears ?? null,
      versionId: version.id,
      because: because(version, entitled, { own: counted.own, group: holding.group }),
    }
  }
  return { ...blank, versionId: version.id, because: [{ key: 'entitlement.none' }] }
}

/** What people, departments and rooms may have, bound to the caller's transaction. */
export function createEntitlements(unit: UnitOfWork): Entitlements {
  return {
    async answer(questions, { exceptTicket = null, versionIds = [] } = {}) {
      const day = unit.clock.today()
      const items = await itemRows(
        unit,
        questions.map(({ itemId }) => itemId),
      )
      const versions = new Map<string, StandardVersion | null>(await versionsOf(unit, versionIds))
      for (const kind of new Set(items.map((item) => item.kind)))
        if (!versions.has(kind)) versions.set(kind, await versionInForce(unit, kind))
      const ledger = unit.service(assetLedger)
      const counted = [
        ...new Set([
          ...items.map(({ id }) => id),
          ...[...versions.values()].flatMap((version) => version?.items.map(({ id }) => id) ?? []),
        ]),
      ]
      const known: Known = {
        day,
        exceptions: await exceptionsOn(unit, day),
        items: new Map(items.map((item) => [item.id, item])),
        versions,
        inDepartments: await ledger.holdings(exceptTicket),
        profileOf: once((userId) => profileOf(unit, userId)),
        heldBy: once((userId) => ledger.heldBy(userId, counted, exceptTicket)),
        inRoom: once((roomId) => ledger.inRoom(roomId, counted)),
        roomArea: once(async (roomId) => Math.round(Number((await ledger.roomArea(roomId)) ?? 0) * PIECE)),
      }
      const answers: Entitlement[] = []
      for (const question of questions) answers.push(await answerOne(known, question))
      return answers
    },
    cycles: (userIds) => cyclesOf(unit, userIds),
    async currentVersion(kind) {
      return (await versionInForce(unit, kind))?.id ?? null
    },
    items: (ids) => itemRows(unit, ids),
    async recount() {
      for (const kind of standardDictionaries.standardKind) await countCompliance(unit, kind)
    },
  }
}

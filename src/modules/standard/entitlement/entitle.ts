/** What somebody may have, and why. Pure: the same version and question always give the same answer. */
import { PIECE, roundPieces, type TierShare, tierShares } from './quantity.ts'
import { effectiveOn, type Profile, ruleForDepartment, ruleForPerson, ruleForRoom } from './specificity.ts'
import type { Rounding, StandardException, StandardRule, StandardVersion } from './standard-rule.ts'

/** How much a rule gives: people alike with what each of them counts for. */
export interface Share {
  readonly rule: StandardRule
  readonly people: number
  /** Hundredths of a piece. */
  readonly qty: number
}

/** How a limit came about; each part becomes a sentence of the trace. */
export interface Limit {
  readonly itemId: number
  /** Whole pieces, exceptions included. */
  readonly max: number
  /** Before exceptions. */
  readonly standard: number
  readonly shares: readonly Share[]
  readonly tiers: readonly TierShare[]
  /** Hundredths before rounding; equal to `standard` pieces where nothing was rounded. */
  readonly unrounded: number
  readonly rounding: Rounding
  readonly exceptions: readonly StandardException[]
}

/** An answer for one item: its own limit, and that of its group. */
export interface EntitlementAnswer {
  readonly own: Limit | null
  readonly group: Limit | null
  /** The rule that price limit and life are taken from. */
  readonly rule: StandardRule | null
}

export type Question =
  | { readonly of: 'person'; readonly userId: number; readonly profile: Profile }
  | { readonly of: 'dept'; readonly deptId: number }
  | { readonly of: 'room'; readonly deptId: number; readonly area: number }

interface Given {
  readonly version: StandardVersion
  readonly rules: readonly StandardRule[]
  readonly exceptions: readonly StandardException[]
}

function limitOf(
  itemId: number,
  shares: readonly Share[],
  tiers: readonly TierShare[],
  exceptions: readonly StandardException[],
): Limit | null {
  if (shares.length === 0 && exceptions.length === 0) return null
  const rounding = shares[0]?.rule.rounding ?? 'floor'
  const unrounded = shares.reduce((sum, { qty }) => sum + qty, 0)
  const standard = roundPieces(unrounded, rounding)
  const more = exceptions.reduce((sum, { qty }) => sum + qty, 0)
  return { itemId, max: standard + more, standard, shares, tiers, unrounded, rounding, exceptions }
}

/** What one person counts for, in hundredths. */
const perHead = ({ basis, qty }: StandardRule): number => (basis === 'perTen' ? qty / 10 : qty)

function departmentLimit(itemId: number, deptId: number, given: Given): Limit | null {
  const exceptions = given.exceptions.filter((one) => one.itemId === itemId && one.deptId === deptId)
  const whole = ruleForDepartment(given.rules, itemId, deptId)
  const heads = given.version.heads.filter((one) => one.deptId === deptId)
  if (whole !== null) {
    const people = heads.reduce((sum, { count }) => sum + count, 0)
    if (whole.basis !== 'tiers') return limitOf(itemId, [{ rule: whole, people, qty: whole.qty }], [], exceptions)
    const tiers = tierShares(people, whole.tiers, whole.rounding)
    const qty = tiers.reduce((sum, tier) => sum + tier.qty, 0)
    return limitOf(itemId, [{ rule: whole, people, qty }], tiers, exceptions)
  }
  const byRule = new Map<number, Share>()
  for (const head of heads) {
    const rule = ruleForPerson(given.rules, itemId, head)
    if (rule === null) continue
    const before = byRule.get(rule.id)
    const people = (before?.people ?? 0) + head.count
    // Multiplied once, so that ten people at a tenth are one piece and not a sum of roundings.
    byRule.set(rule.id, { rule, people, qty: Math.round(perHead(rule) * people * 1000) / 1000 })
  }
  return limitOf(itemId, [...byRule.values()], [], exceptions)
}

/** A person has a limit of their own only where the standard counts whole pieces for each. */
function personLimit(itemId: number, userId: number, profile: Profile, given: Given): Limit | null {
  const rule = ruleForPerson(given.rules, itemId, profile)
  if (rule === null || rule.basis !== 'perPerson' || rule.qty % PIECE !== 0) return null
  const exceptions = given.exceptions.filter((one) => one.itemId === itemId && one.userId === userId)
  return limitOf(itemId, [{ rule, people: 1, qty: rule.qty }], [], exceptions)
}

function roomLimit(itemId: number, area: number, given: Given): Limit | null {
  const rule = ruleForRoom(given.rules, itemId, area)
  return rule === null ? null : limitOf(itemId, [{ rule, people: 0, qty: rule.qty }], [], [])
}

function limit(itemId: number, question: Question, given: Given): Limit | null {
  if (question.of === 'person') return personLimit(itemId, question.userId, question.profile, given)
  if (question.of === 'room') return roomLimit(itemId, question.area, given)
  return departmentLimit(itemId, question.deptId, given)
}

/** What the version gives on a day. Exceptions past their end count no more. */
export function entitle(
  version: StandardVersion,
  exceptions: readonly StandardException[],
  itemId: number,
  day: string,
  question: Question,
): EntitlementAnswer {
  const given: Given = {
    version,
    rules: effectiveOn(version.rules, day),
    exceptions: exceptions.filter(({ until }) => day <= until),
  }
  const own = limit(itemId, question, given)
  const groupId = version.items.find(({ id }) => id === itemId)?.groupId ?? null
  const group = groupId === null ? null : limit(groupId, question, given)
  return { own, group, rule: own?.shares[0]?.rule ?? group?.shares[0]?.rule ?? null }
}

/** How many more there may be: the smaller of what is left of the item and of its group; null when no standard speaks of it. */
export function leftOf(
  entitled: EntitlementAnswer,
  held: { readonly own: number; readonly group: number },
): number | null {
  const left = [
    ...(entitled.own === null ? [] : [entitled.own.max - held.own]),
    ...(entitled.group === null ? [] : [entitled.group.max - held.group]),
  ]
  return left.length === 0 ? null : Math.min(...left)
}

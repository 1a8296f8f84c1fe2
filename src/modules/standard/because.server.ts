/** "Entitled because ...": the trace of an answer in sentences. */

import type { Problem } from '#src/define/problem.ts'
import { problemOf } from '#src/define/problem.ts'
import type { CountedPieces } from './contract.ts'
import type { EntitlementAnswer, Limit, Share } from './entitlement/entitle.ts'
import { PIECE } from './entitlement/quantity.ts'
import { pieces } from './entitlement/rule-words.ts'
import type { StandardVersion } from './entitlement/standard-rule.ts'

function shareSentence(version: StandardVersion, { rule, people, qty }: Share): Problem {
  const source = [rule.no, rule.docNo, version.no] as const
  if (rule.basis === 'perPerson')
    return problemOf('entitlement.perPerson', pieces(rule.qty), people, pieces(qty), ...source)
  if (rule.basis === 'perTen') return problemOf('entitlement.perTen', pieces(rule.qty), people, pieces(qty), ...source)
  if (rule.basis === 'perRoom') return problemOf('entitlement.perRoom', pieces(rule.qty), ...source)
  if (rule.basis === 'tiers') return problemOf('entitlement.tiers', people, pieces(qty), ...source)
  return problemOf('entitlement.perDept', pieces(rule.qty), ...source)
}

function limitSentences(version: StandardVersion, limit: Limit): readonly Problem[] {
  const isRounded = limit.unrounded !== limit.standard * PIECE
  return [
    ...limit.shares.map((share) => shareSentence(version, share)),
    ...limit.tiers.map(({ from, per, people, groups, qty }) =>
      problemOf('entitlement.tier', from, people, per, groups, pieces(qty)),
    ),
    ...(isRounded
      ? [
          problemOf(
            'entitlement.rounded',
            pieces(limit.unrounded),
            { dictionary: 'standardRounding', value: limit.rounding },
            limit.standard,
          ),
        ]
      : []),
    ...limit.exceptions.map(({ qty, docNo, until }) => problemOf('entitlement.exception', qty, docNo, until)),
  ]
}

/** What counts against the limit, and what does not. */
function heldSentences({ inUse, repairing, pending, idle }: CountedPieces): readonly Problem[] {
  return [
    problemOf('entitlement.held', inUse + repairing + pending, inUse, repairing, pending),
    ...(idle === 0 ? [] : [problemOf('entitlement.idle', idle)]),
  ]
}

/** Everything that led to an answer, in the order in which it was counted. */
export function because(
  version: StandardVersion,
  entitled: EntitlementAnswer,
  /** What counts against the limits; `own` null where nothing is held against it, as in a cycle that begins. */
  held: { readonly own: CountedPieces | null; readonly group: number },
): readonly Problem[] {
  const name = (id: number): string => version.items.find((item) => item.id === id)?.name ?? `#${id}`
  const { own, group, rule } = entitled
  if (own === null && group === null) return [problemOf('entitlement.none')]
  return [
    ...(own === null ? [] : limitSentences(version, own)),
    ...(group === null ? [] : [problemOf('entitlement.group', name(group.itemId), group.max, held.group)]),
    ...(held.own === null ? [] : heldSentences(held.own)),
    ...(rule?.unitCap == null ? [] : [problemOf('entitlement.unitCap', rule.unitCap)]),
  ]
}

/** A standard in words: whom it is for, how much it gives, how long it lasts. One wording for lists, comparisons and traces. Pure. */
import type { ProblemKey } from '#src/define/names.ts'
import type { Problem, ProblemParam } from '#src/define/problem.ts'
import { problemOf } from '#src/define/problem.ts'
import { PIECE } from './quantity.ts'
import type { Rounding, StandardRule, Target, Tier } from './standard-rule.ts'

/** Pieces with as many places as they need. */
export const pieces = (hundredths: number): string => String(Math.round(hundredths * 1000) / (1000 * PIECE))

/** Thousands apart, as figures are written in both languages. */
const grouped = (figure: number): string => String(figure).replace(/\B(?=(\d{3})+$)/g, ',')

const entry = (dictionary: string, value: string): ProblemParam => ({ dictionary, value })

function areaWords({ areaFrom, areaTo }: Target): Problem {
  const from = pieces(areaFrom ?? 0)
  if (areaTo === null) return problemOf('standard.words.areaFrom', from)
  return (areaFrom ?? 0) === 0
    ? problemOf('standard.words.areaBelow', pieces(areaTo))
    : problemOf('standard.words.area', from, pieces(areaTo))
}

function whoWords(target: Target, department: ProblemParam): Problem {
  if (target.type === 'all') return problemOf('standard.words.all')
  if (target.type === 'rank') return problemOf('standard.words.rank', entry('rankLevel', target.value))
  if (target.type === 'post') return problemOf('standard.words.post', entry('postType', target.value))
  if (target.type === 'dept') return problemOf('standard.words.dept', department)
  return areaWords(target)
}

const personKeys = [
  'standard.words.person',
  'standard.words.person2',
  'standard.words.person3',
  'standard.words.person4',
] as const satisfies readonly ProblemKey[]

function personWords(types: readonly string[]): readonly Problem[] {
  const key = personKeys[types.length - 1]
  return key === undefined ? [] : [problemOf(key, ...types.map((type) => entry('personType', type)))]
}

/** Whom a standard is for, the narrowing by kind of person and gender as sentences of their own. */
export const targetWords = (target: Target, department: ProblemParam): readonly Problem[] => [
  whoWords(target, department),
  ...personWords(target.personTypes ?? []),
  ...(target.gender === null ? [] : [problemOf('standard.words.gender', entry('gender', target.gender))]),
]

const tierWords = (tiers: readonly Tier[], unit: ProblemParam): readonly Problem[] =>
  [...tiers]
    .sort((one, other) => one.from - other.from)
    .map(({ from, per, qty }) =>
      from === 0
        ? problemOf('standard.words.firstTier', per, pieces(qty), unit)
        : problemOf('standard.words.nextTier', from, per, pieces(qty), unit),
    )

const groupWords: Readonly<Record<Rounding, ProblemKey>> = {
  ceil: 'standard.words.startedGroup',
  floor: 'standard.words.fullGroup',
  halfUp: 'standard.words.halfGroup',
}

/** Whether the rounding can change a result: whole pieces for each one need none. */
const isRounded = ({ basis, qty }: StandardRule): boolean =>
  basis === 'perTen' || (basis === 'perPerson' && qty % PIECE !== 0)

/** How much a standard gives, with the rounding where it matters. */
export function quantityWords(rule: StandardRule, unit: ProblemParam): readonly Problem[] {
  if (rule.basis === 'tiers') return [...tierWords(rule.tiers, unit), problemOf(groupWords[rule.rounding])]
  return [
    problemOf(`standard.words.${rule.basis}`, pieces(rule.qty), unit),
    ...(isRounded(rule) ? [problemOf('standard.words.rounded', entry('standardRounding', rule.rounding))] : []),
  ]
}

/** How long a piece lasts: years, use, or a cycle of clothing; nothing when the standard states none. */
export function lifeWords({ lifeYears, lifeUse, lifeUseUnit, clothingCycle }: StandardRule): readonly Problem[] {
  if (clothingCycle !== null) return [problemOf('standard.words.cycle', entry('clothingCycle', clothingCycle))]
  if (lifeYears === null && lifeUse === null) return []
  if (lifeUse === null)
    return [lifeYears === 1 ? problemOf('standard.words.oneYear') : problemOf('standard.words.years', lifeYears ?? 0)]
  const unit = lifeUseUnit ?? ''
  return lifeYears === null
    ? [problemOf('standard.words.use', grouped(lifeUse), unit)]
    : [problemOf('standard.words.yearsOrUse', lifeYears, grouped(lifeUse), unit)]
}

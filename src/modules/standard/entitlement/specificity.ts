import type { StandardRule, Target } from './standard-rule.ts'

/** Who asks: a person, or people alike. */
export interface Profile {
  readonly deptId: number
  readonly rankLevel: string
  readonly postType: string
  readonly personType: string
  readonly gender: string
}

/** STD-02: post before rank before department before everybody. Areas are for rooms, not for people. */
const order = { post: 4, rank: 3, dept: 2, all: 1, area: 0 } as const

function isFor({ type, value, personTypes, gender }: Target, profile: Profile): boolean {
  if (personTypes !== null && !personTypes.includes(profile.personType)) return false
  if (gender !== null && gender !== profile.gender) return false
  if (type === 'post') return value === profile.postType
  if (type === 'rank') return value === profile.rankLevel
  if (type === 'dept') return value === String(profile.deptId)
  return type === 'all'
}

/** Further conditions make a rule of the same target more specific. */
const weight = ({ type, personTypes, gender }: Target): number =>
  order[type] * 4 + (personTypes === null ? 0 : 2) + (gender === null ? 0 : 1)

/** The rule with the highest weight, the later one among equals. */
const mostSpecific = (rules: readonly StandardRule[]): StandardRule | null =>
  rules.reduce<StandardRule | null>((best, rule) => {
    if (best === null) return rule
    const ahead = weight(rule.target) - weight(best.target)
    return ahead > 0 || (ahead === 0 && rule.id > best.id) ? rule : best
  }, null)

/** Rules that hold on a day. */
export const effectiveOn = (rules: readonly StandardRule[], day: string): readonly StandardRule[] =>
  rules.filter(({ effectiveFrom, effectiveTo }) => effectiveFrom <= day && (effectiveTo === null || day <= effectiveTo))

const isPersonal = ({ basis }: StandardRule): boolean => basis === 'perPerson' || basis === 'perTen'

/** The one rule that decides what a person counts for (STD-02); null when none is for them. */
export const ruleForPerson = (rules: readonly StandardRule[], itemId: number, profile: Profile): StandardRule | null =>
  mostSpecific(rules.filter((rule) => rule.itemId === itemId && isPersonal(rule) && isFor(rule.target, profile)))

/** The rule that gives a department a quantity as a whole. */
export const ruleForDepartment = (
  rules: readonly StandardRule[],
  itemId: number,
  deptId: number,
): StandardRule | null =>
  mostSpecific(
    rules.filter(
      ({ itemId: item, basis, target: { type, value } }) =>
        item === itemId &&
        (basis === 'perDept' || basis === 'tiers') &&
        (type === 'all' || (type === 'dept' && value === String(deptId))),
    ),
  )

/** The rule for a room of so many hundredths of a square metre; the narrower span wins. */
export function ruleForRoom(rules: readonly StandardRule[], itemId: number, area: number): StandardRule | null {
  const fitting = rules.filter(
    ({ itemId: item, basis, target: { type, areaFrom, areaTo } }) =>
      item === itemId &&
      basis === 'perRoom' &&
      (type === 'all' || (type === 'area' && (areaFrom ?? 0) <= area && (areaTo === null || area < areaTo))),
  )
  const byArea = fitting.filter(({ target }) => target.type === 'area')
  const from = (rule: StandardRule): number => rule.target.areaFrom ?? 0
  return byArea.length > 0
    ? byArea.reduce((best, rule) => (from(rule) > from(best) ? rule : best))
    : mostSpecific(fitting)
}

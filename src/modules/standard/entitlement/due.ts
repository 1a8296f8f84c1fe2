/** STD-05: when clothing is due next by the standards of a version. Pure. */
import type { ClothingIssue } from '#src/modules/supplies/contract.ts'
import { type Profile, ruleForPerson } from './specificity.ts'
import type { StandardRule } from './standard-rule.ts'

/** Years of a cycle; null for what is issued once. */
const cycleYears: Readonly<Record<string, number | null>> = { oneTime: null, year1: 1, year2: 2, year3: 3, year5: 5 }

/** The same day so many years later; the last of February for a leap day. */
function yearsLater(day: string, years: number): string {
  const moved = `${Number(day.slice(0, 4)) + years}${day.slice(4)}`
  return moved.endsWith('-02-29') && new Date(`${moved}T00:00:00Z`).getUTCDate() !== 29
    ? `${moved.slice(0, 5)}02-28`
    : moved
}

/** End of the cycle that began on a day. */
export function nextDueOf(cycleStart: string, cycle: string): string | null {
  const years = cycleYears[cycle] ?? null
  return years === null ? null : yearsLater(cycleStart, years)
}

export interface DueChange extends ClothingIssue {
  readonly after: string | null
}

/** Issues whose next day changes; those of people or items that no standard speaks of stay as they are. */
export function dueChanges(
  issues: readonly ClothingIssue[],
  profiles: ReadonlyMap<number, Profile>,
  rules: readonly StandardRule[],
): readonly DueChange[] {
  return issues.flatMap((issue): DueChange[] => {
    const profile = profiles.get(issue.userId)
    const rule = profile === undefined ? null : ruleForPerson(rules, issue.itemId, profile)
    if (rule?.clothingCycle == null) return []
    const after = nextDueOf(issue.cycleStart, rule.clothingCycle)
    return after === issue.nextDueAt ? [] : [{ ...issue, after }]
  })
}

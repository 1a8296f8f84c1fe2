/** The timers of a state as they ring (25.8). */
import type { TimerRule } from './definition.ts'

/** Each ring of a timer as a rule of its own: of a reminder that repeats there are several, `late`, `late.2`, `late.3`. */
export function ringsOf(rule: TimerRule): readonly TimerRule[] {
  if (rule.action !== 'remind' || rule.everyHours === undefined || rule.times === undefined) return [rule]
  const { key, afterHours, everyHours, times } = rule
  return Array.from({ length: times }, (_, again) => ({
    action: 'remind',
    key: again === 0 ? key : `${key}.${again + 1}`,
    afterHours: afterHours + again * everyHours,
  }))
}

/** Items that nothing reads yet, because what they belong to is decided elsewhere: time limits in each workflow, allowances in the travel standards, the light of a budget line in its own share. */
const superseded: ReadonlySet<string> = new Set([
  'wf.timeoutHours',
  'wf.remindHours',
  'budget.warnPct',
  'travel.mealDaily',
  'travel.localDaily',
])

/** Whether a change of the item has an effect today. */
export const isInForce = (key: string): boolean => !superseded.has(key)

/** Items that nothing reads yet, because what they belong to is decided elsewhere: time limits in each workflow, allowances in the travel standards, the light of a budget line in its own share. */
const superseded: ReadonlySet<string> = new Set([
  'wf.timeoutHours',
  'wf.remindHours',
  'budget.warnPct',
  'travel.mealDaily',
  'travel.localDaily',
])

/** Whether a change of the item has an effect today; `coming` are the pages that are not built yet, each with the items that wait for it. */
export const isInForce = (key: string, coming: readonly { readonly settings?: readonly string[] }[]): boolean =>
  !superseded.has(key) && !coming.some(({ settings }) => settings?.includes(key))

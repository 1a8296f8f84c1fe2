/** Tabs in the order of the daily keys, and those that are left; without keys all of them are daily. */
export function dailyTabs<T extends { readonly key: string }>(
  open: readonly T[],
  keys: readonly string[] | undefined,
): { readonly daily: readonly T[]; readonly others: readonly T[] } {
  if (keys === undefined) return { daily: open, others: [] }
  const daily = keys.flatMap((key) => open.filter((tab) => tab.key === key))
  const others = open.filter((tab) => !keys.includes(tab.key))
  // One list alone needs no group.
  return others.length > 1 ? { daily, others } : { daily: [...daily, ...others], others: [] }
}

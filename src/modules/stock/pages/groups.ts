/** The lists of the page by what people come for, so that no row of tabs is longer than a glance. */
export const groups = [
  { key: 'overview', tabs: ['overview'] },
  { key: 'stock', tabs: ['balance', 'batches', 'asOf', 'ledger'] },
  { key: 'documents', tabs: ['in', 'out', 'transfers', 'adjustments', 'issues'] },
  { key: 'counts', tabs: ['counts'] },
  { key: 'demands', tabs: ['demands'] },
  { key: 'analysis', tabs: ['analysis', 'periods'] },
  { key: 'setup', tabs: ['items', 'warehouses'] },
] as const

export type GroupKey = (typeof groups)[number]['key']
export type TabKey = (typeof groups)[number]['tabs'][number]

export const groupOf = (tab: string): (typeof groups)[number] =>
  groups.find(({ tabs }) => (tabs as readonly string[]).includes(tab)) ?? groups[0]

/** Signs that bidders may have agreed with each other, as a list without a verdict (PRC-14, 90 A.4). Pure. */
import { subtractMoney, toCents } from '#src/fields/money/cents.ts'

export interface Bid {
  readonly vendor: string
  /** Bidders that are one share this number (PRC-45). */
  readonly bidder: number
  readonly amount: string
  /** Hashes of its papers. */
  readonly hashes: readonly string[]
}

export type Sign =
  | { readonly kind: 'related' | 'sameFile' | 'samePrice'; readonly vendors: readonly string[] }
  | { readonly kind: 'constantStep'; readonly vendors: readonly string[]; readonly step: string }

/** Prices in equal steps speak of an agreement from this many on. */
const MIN_STEPPED = 3

/** Vendors by what they have in common, where it is more than one. */
function alike(bids: readonly Bid[], of: (bid: Bid) => readonly (string | number)[]): readonly (readonly string[])[] {
  const groups = new Map<string | number, string[]>()
  for (const bid of bids) for (const key of new Set(of(bid))) groups.set(key, [...(groups.get(key) ?? []), bid.vendor])
  const found = [...groups.values()].filter((vendors) => vendors.length > 1)
  // The same vendors with several papers in common are said once.
  return found.filter((vendors, index) => found.findIndex((other) => other.join() === vendors.join()) === index)
}

/** All prices, from the lowest up, the same sum apart. */
function constantStep(bids: readonly Bid[]): readonly Sign[] {
  if (bids.length < MIN_STEPPED) return []
  const sorted = bids.toSorted((one, other) => Number(toCents(one.amount) - toCents(other.amount)))
  const steps = sorted.slice(1).map(({ amount }, index) => subtractMoney(amount, sorted[index]?.amount ?? '0.00'))
  const [step = '0.00'] = steps
  return step !== '0.00' && steps.every((one) => one === step)
    ? [{ kind: 'constantStep', vendors: sorted.map(({ vendor }) => vendor), step }]
    : []
}

/** What these bids of one round have in common, kind by kind; nothing of a single bid. */
export function signsOf(bids: readonly Bid[]): readonly Sign[] {
  const listed = (
    kind: 'related' | 'sameFile' | 'samePrice',
    groups: readonly (readonly string[])[],
  ): readonly Sign[] => groups.map((vendors) => ({ kind, vendors }))
  return [
    ...listed(
      'related',
      alike(bids, ({ bidder }) => [bidder]),
    ),
    ...listed(
      'sameFile',
      alike(bids, ({ hashes }) => hashes.filter((hash) => hash !== '')),
    ),
    ...listed(
      'samePrice',
      alike(bids, ({ amount }) => [amount]),
    ),
    ...constantStep(bids),
  ]
}

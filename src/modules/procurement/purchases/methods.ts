/** Which methods are as strict as the one that an amount needs (PRC-01), and what is announced first. */
import { toCents } from '#src/fields/money/cents.ts'
import { type MethodLimits, methodFor } from '../contract.ts'

/** From the least strict to the strictest; methods of one line stand for each other. */
const ranks = [
  ['direct'],
  ['comparison'],
  ['inquiry', 'negotiation', 'consultation', 'single'],
  ['publicTender'],
] as const

/** Methods that hold for every amount: their vendors and prices are settled elsewhere. */
const free: readonly string[] = ['framework', 'bulk']

const rankOf = (method: string): number => ranks.findIndex((line) => (line as readonly string[]).includes(method))

/** Whether the method is less strict than the amount needs, so that a waiver is given. */
export const isLower = (method: string, amount: string, limits: MethodLimits): boolean =>
  !free.includes(method) && rankOf(method) < rankOf(methodFor(amount, limits))

/** PRC-01: whether so much is announced by an intention before it is bought: what is above the limit of a comparison; direct purchases, agreements and the bulk list never. */
export const needsIntention = (method: string, amount: string, { comparison }: MethodLimits): boolean =>
  method !== 'direct' && !free.includes(method) && toCents(amount) > BigInt(Math.round(comparison * 100))

/** The other methods that PRC-01 allows for what needs this one. A direct purchase needs no stricter procedure, comparison and bulk purchase keep to their own amounts and goods. */
export function methodsBeside(needed: string): readonly string[] {
  const first = rankOf(needed)
  const others = first < 1 ? [] : ranks.slice(Math.max(first, rankOf('inquiry'))).flat()
  return [...others.filter((method) => method !== needed), 'framework']
}

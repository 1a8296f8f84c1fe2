/** Which method an amount needs (PRC-01), and which others are as strict. */
import { toCents } from '#src/fields/money/cents.ts'

/** `procurement.method`: the highest amount in yuan of each method; above the last it is a public tender. */
export interface MethodLimits {
  readonly direct: number
  readonly comparison: number
  readonly inquiry: number
}

/** From the least strict to the strictest; methods of one line stand for each other. */
const ranks = [
  ['direct'],
  ['comparison'],
  ['inquiry', 'negotiation', 'consultation', 'single'],
  ['publicTender'],
] as const

/** Methods that hold for every amount: their vendors and prices are settled elsewhere. */
const free: readonly string[] = ['framework', 'bulk']

/** The method that an amount needs. */
export function methodFor(amount: string, { direct, comparison, inquiry }: MethodLimits): string {
  const cents = toCents(amount)
  if (cents <= BigInt(Math.round(direct * 100))) return 'direct'
  if (cents <= BigInt(Math.round(comparison * 100))) return 'comparison'
  return cents <= BigInt(Math.round(inquiry * 100)) ? 'inquiry' : 'publicTender'
}

const rankOf = (method: string): number => ranks.findIndex((line) => (line as readonly string[]).includes(method))

/** Whether the method is less strict than the amount needs, so that a waiver is given. */
export const isLower = (method: string, amount: string, limits: MethodLimits): boolean =>
  !free.includes(method) && rankOf(method) < rankOf(methodFor(amount, limits))

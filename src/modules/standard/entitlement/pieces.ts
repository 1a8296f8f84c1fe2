/** Pieces of an item by what they are at. Pure. */
import type { CountedPieces } from '../contract.ts'

export const noPieces: CountedPieces = { inUse: 0, repairing: 0, pending: 0, idle: 0 }

export const addPieces = (parts: readonly CountedPieces[]): CountedPieces =>
  parts.reduce<CountedPieces>(
    (sum, one) => ({
      inUse: sum.inUse + one.inUse,
      repairing: sum.repairing + one.repairing,
      pending: sum.pending + one.pending,
      idle: sum.idle + one.idle,
    }),
    noPieces,
  )

/** What counts against a limit. */
export const countOf = ({ inUse, repairing, pending }: CountedPieces): number => inUse + repairing + pending

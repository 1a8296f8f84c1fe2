import { rowsOf } from '#src/fields/lines/lines.ts'
import { PIECE } from './quantity.ts'
import type { Basis, Rounding, StandardRule, TargetType } from './standard-rule.ts'

/** A standard as its table and its list hold it. */
export interface StandardRow {
  readonly id: number
  readonly standardNo: string
  readonly itemId: number
  readonly targetType: TargetType
  readonly targetRank: string | null
  readonly targetPost: string | null
  readonly targetDeptId: number | null
  readonly areaFrom: string | null
  readonly areaTo: string | null
  readonly personTypes: readonly string[] | null
  readonly gender: string | null
  readonly basis: Basis
  readonly maxQty: string | null
  readonly tiers: unknown
  readonly rounding: Rounding
  readonly unitCap: string | null
  readonly lifeYears: number | null
  readonly lifeUse: number | null
  readonly lifeUseUnit: string | null
  readonly clothingCycle: string | null
  readonly docNo: string
  readonly effectiveFrom: string
  readonly effectiveTo: string | null
  readonly replacesId: number | null
  readonly state: string
}

const hundredths = (value: string | null): number | null => (value === null ? null : Math.round(Number(value) * PIECE))

/** The same standard as the entitlement engine reads it. */
export function ruleOf(row: StandardRow): StandardRule {
  return {
    id: row.id,
    no: row.standardNo,
    itemId: row.itemId,
    target: {
      type: row.targetType,
      value: row.targetRank ?? row.targetPost ?? (row.targetDeptId === null ? '' : String(row.targetDeptId)),
      areaFrom: hundredths(row.areaFrom),
      areaTo: hundredths(row.areaTo),
      personTypes: row.personTypes,
      gender: row.gender,
    },
    basis: row.basis,
    rounding: row.rounding,
    qty: hundredths(row.maxQty) ?? 0,
    tiers: rowsOf(row.tiers).map((tier) => ({
      from: Number(tier.from),
      per: Number(tier.per),
      qty: Math.round(Number(tier.qty) * PIECE),
    })),
    unitCap: row.unitCap,
    lifeYears: row.lifeYears,
    lifeUse: row.lifeUse,
    lifeUseUnit: row.lifeUseUnit,
    clothingCycle: row.clothingCycle,
    docNo: row.docNo,
    effectiveFrom: row.effectiveFrom,
    effectiveTo: row.effectiveTo,
  }
}

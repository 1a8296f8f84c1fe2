/** What the entitlement engine works on. Quantities are integers in hundredths, so that no sum of them is rounded. */

export type Rounding = 'ceil' | 'floor' | 'halfUp'
export type Basis = 'perPerson' | 'perTen' | 'perDept' | 'perRoom' | 'tiers'
export type TargetType = 'all' | 'dept' | 'rank' | 'post' | 'area'

/** So many for each started, full or half group of `per` people, of the people beyond `from`. */
export interface Tier {
  /** People below the band: 0 for the first, 100 for those beyond the hundredth. */
  readonly from: number
  readonly per: number
  /** Hundredths of a piece for each group. */
  readonly qty: number
}

/** Whom a rule is for. */
export interface Target {
  readonly type: TargetType
  /** Code of the rank or post; id of the department as text; empty for all and for areas. */
  readonly value: string
  /** Square metres, in hundredths, from and below; null for no limit. Rules for areas only. */
  readonly areaFrom: number | null
  readonly areaTo: number | null
  /** Codes of the types of people it is for; null for all of them. */
  readonly personTypes: readonly string[] | null
  readonly gender: string | null
}

/** One standard as a version keeps it. */
export interface StandardRule {
  readonly id: number
  /** Number of the standard, e.g. BZ1003. */
  readonly no: string
  readonly itemId: number
  readonly target: Target
  readonly basis: Basis
  readonly rounding: Rounding
  /** Hundredths of a piece; ignored where there are tiers. */
  readonly qty: number
  readonly tiers: readonly Tier[]
  /** Price limit of one in yuan; null for none. */
  readonly unitCap: string | null
  readonly lifeYears: number | null
  /** Use after which the life ends as well, e.g. 300,000 pages; null for none. */
  readonly lifeUse: number | null
  readonly lifeUseUnit: string | null
  /** How often clothing is issued; null for what is no clothing. */
  readonly clothingCycle: string | null
  readonly docNo: string
  readonly effectiveFrom: string
  readonly effectiveTo: string | null
}

/** An item with the group it counts towards. */
export interface StandardItem {
  readonly id: number
  readonly name: string
  /** The item whose limit all its members share; null when it stands alone. */
  readonly groupId: number | null
}

/** People alike, as counted when a version was published. */
export interface Heads {
  readonly deptId: number
  readonly rankLevel: string
  readonly postType: string
  readonly personType: string
  readonly gender: string
  readonly count: number
}

/** A published version of one kind. It is never changed. */
export interface StandardVersion {
  readonly id: number
  readonly no: number
  readonly items: readonly StandardItem[]
  readonly rules: readonly StandardRule[]
  readonly heads: readonly Heads[]
}

/** More than the standard for a time. */
export interface StandardException {
  readonly id: number
  readonly itemId: number
  readonly deptId: number
  readonly userId: number | null
  readonly qty: number
  readonly until: string
  readonly docNo: string
}

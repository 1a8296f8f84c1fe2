// Derived from the migrated schema by `npm run contract`.
import type { Decimal, Json, ReadOnly, WithDefault } from '#src/define/tables.server.ts'

declare module '#src/define/tables.server.ts' {
  interface Tables {
    /** Allocation standards: how many of an item whom they are for may have (50.7). */
    equip_standard: {
      areaFrom: Decimal | null
      areaTo: Decimal | null
      basis: 'perPerson' | 'perTen' | 'perDept' | 'perRoom' | 'tiers'
      clothingCycle: string | null
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      docNo: string
      effectiveFrom: string
      effectiveTo: string | null
      file: readonly number[] | null
      gender: string | null
      id: WithDefault<number>
      itemId: number
      kind: string
      lifeUse: number | null
      lifeUseUnit: string | null
      lifeYears: number | null
      maxQty: Decimal | null
      period: ReadOnly<string | null>
      personSpan: ReadOnly<string | null>
      personTypes: readonly string[] | null
      remark: string | null
      replacesId: number | null
      rounding: 'ceil' | 'floor' | 'halfUp'
      standardNo: string
      state: WithDefault<'draft' | 'published' | 'history'>
      target: ReadOnly<string | null>
      targetDeptId: number | null
      targetPost: string | null
      targetRank: string | null
      targetType: WithDefault<string>
      tiers: Json | null
      unitCap: Decimal | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Standards for equipment, as other modules read them. */
    shared_equip_standard: {
      basis: ReadOnly<'perPerson' | 'perTen' | 'perDept' | 'perRoom' | 'tiers'>
      deletedAt: ReadOnly<Date | null>
      effectiveFrom: ReadOnly<string>
      effectiveTo: ReadOnly<string | null>
      id: ReadOnly<number>
      itemId: ReadOnly<number>
      kind: ReadOnly<string>
      state: ReadOnly<'draft' | 'published' | 'history'>
    }

    /** Items of the allocation standards, as other modules read them. */
    shared_standard_item: {
      category: ReadOnly<string | null>
      deletedAt: ReadOnly<Date | null>
      groupId: ReadOnly<number | null>
      id: ReadOnly<number>
      kind: ReadOnly<'office' | 'clothing' | 'police'>
      name: ReadOnly<string>
      picture: ReadOnly<number | null>
      unit: ReadOnly<string>
    }

    /** Holdings against standards by department, counted anew at night and at each publish (STD-04). */
    standard_compliance: {
      countedAt: Date
      createdAt: ReadOnly<Date | null>
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      exceptionQty: number
      holding: number
      id: WithDefault<number>
      itemId: number
      kind: string
      maxQty: number
      overQty: number
      remark: string | null
      shortQty: number
      shortValue: Decimal | null
      standing: 'over' | 'short' | 'met'
      trace: Json
      unitCap: Decimal | null
      updatedAt: ReadOnly<Date | null>
      updatedBy: number | null
      version: WithDefault<number>
      versionId: number
    }

    /** Pieces beyond the standard that were approved until a day. */
    standard_exception: {
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      docNo: string
      file: readonly number[] | null
      id: WithDefault<number>
      itemId: number
      qty: number
      reason: string
      remark: string | null
      updatedAt: Date
      updatedBy: number | null
      userId: number | null
      validFrom: string
      validTo: string
      version: WithDefault<number>
    }

    /** Items that allocation standards speak of, and groups of them that share a limit (50.7). */
    standard_item: {
      category: string | null
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      groupId: number | null
      id: WithDefault<number>
      kind: 'office' | 'clothing' | 'police'
      name: string
      picture: readonly number[] | null
      remark: string | null
      unit: WithDefault<string>
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Published sets of standards with the headcount they are counted by (STD-03). */
    standard_version: {
      changes: WithDefault<Json>
      countsAuxiliary: WithDefault<boolean>
      countsContract: WithDefault<boolean>
      countsSeconded: WithDefault<boolean>
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      docNo: string
      drafts: Json | null
      dueCountedAt: Date | null
      fillCost: WithDefault<Decimal>
      headcount: WithDefault<number>
      heads: WithDefault<Json>
      id: WithDefault<number>
      items: WithDefault<Json>
      kind: string
      no: number | null
      overCount: WithDefault<number>
      previewOn: string | null
      publishedAt: Date | null
      publishedBy: number | null
      remark: string | null
      ruleChanges: WithDefault<Json>
      rules: WithDefault<Json>
      shortCount: WithDefault<number>
      state: WithDefault<'draft' | 'published' | 'history'>
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }
  }
}

// Derived from the migrated schema by `npm run contract`.
import type { Decimal, Json, ReadOnly, WithDefault } from '#src/define/tables.server.ts'

declare module '#src/define/tables.server.ts' {
  interface Tables {
    /** Clothing and equipment that people were issued, with the cycle it counts in (23.3). */
    clothing_issue: {
      at: Date
      createdAt: ReadOnly<Date | null>
      createdBy: number | null
      cycleStart: string
      deletedAt: Date | null
      deptId: number
      endedQty: WithDefault<number>
      exchangedFromId: number | null
      id: WithDefault<number>
      issueId: number | null
      itemId: number
      nextDueAt: string | null
      qty: number
      reasonType: 'periodic' | 'newcomer' | 'damaged' | 'lost' | 'postChange' | 'exchange'
      remark: string | null
      returnedQty: WithDefault<number>
      selfPay: WithDefault<Decimal>
      size: WithDefault<string>
      standardItemId: number | null
      ticketId: number | null
      updatedAt: Date
      updatedBy: number | null
      userId: number
      usesEntitlement: boolean
      value: Decimal
      version: WithDefault<number>
    }

    /** Pieces that open tickets ask for, counted against entitlements until they are issued (STD-11). */
    clothing_pending: {
      lineKey: string
      qty: number
      reasonType: string
      standardItemId: number
      ticketId: number
      userId: number
    }

    /** Clothing sizes of people, which forms are filled in with and which requests write back. */
    clothing_profile: {
      confirmedAt: Date | null
      hat: number | null
      height: number | null
      shirt: string | null
      shoe: number | null
      trousers: string | null
      updatedAt: Date
      userId: number
    }

    /** Surveys of a season: which pieces people take in which size, before they are bought (90 A.5). */
    clothing_survey: {
      createdAt: Date
      createdBy: number
      deptIds: readonly number[]
      dueDate: string
      id: WithDefault<number>
      itemIds: readonly number[]
      name: string
      orderedAt: Date | null
      remindedOn: string | null
      state: WithDefault<'open' | 'ordered' | 'cancelled'>
      updatedAt: Date
    }

    /** What one person takes of one item of a survey. */
    clothing_survey_line: {
      confirmedAt: Date | null
      confirmedBy: number | null
      deptId: number
      dueQty: number
      itemId: number
      qty: number
      size: string | null
      surveyId: number
      userId: number
    }

    /** Items that somebody keeps at the front of the catalogue. */
    supply_favourite: {
      createdAt: Date
      itemId: number
      userId: number
    }

    /** Sets of items that are asked for together: newcomer set, duty bag. */
    supply_kit: {
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      id: WithDefault<number>
      lines: WithDefault<Json>
      name: string
      remark: string | null
      state: WithDefault<'active' | 'disabled'>
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Parts that were put into devices, with the page counter at which they went in (STK-21, STK-22). */
    supply_part_use: {
      assetId: number
      at: Date
      createdAt: ReadOnly<Date | null>
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      earlyReason: string | null
      id: WithDefault<number>
      issueId: number
      itemId: number
      oldPartReceived: boolean
      oldPartSn: string | null
      partKind: string | null
      printCounter: number | null
      qty: number
      remark: string | null
      ticketId: number
      undone: WithDefault<boolean>
      updatedAt: Date
      updatedBy: number | null
      userId: number
      value: Decimal
      version: WithDefault<number>
    }

    /** The code with which the items of a ticket are fetched; of use until used_at. */
    supply_pickup: {
      code: string
      createdAt: Date
      ticketId: number
      usedAt: Date | null
    }

    /** What of an issue has to come back: a loan, a refused receipt, a voided ticket (E4, STK-43). */
    supply_return: {
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      dueAt: string | null
      id: WithDefault<number>
      issueId: number
      itemId: number
      kind: 'loan' | 'refused' | 'voided'
      qty: Decimal
      reason: string | null
      remark: string | null
      returnedAt: Date | null
      returnedQty: WithDefault<Decimal>
      state: WithDefault<'open' | 'recovery' | 'returned'>
      ticketId: number
      updatedAt: Date
      updatedBy: number | null
      userId: number
      version: WithDefault<number>
    }
  }
}

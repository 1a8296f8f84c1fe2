// Derived from the migrated schema by `npm run contract`.
import type { Decimal, WithDefault } from '#src/define/tables.server.ts'

declare module '#src/define/tables.server.ts' {
  interface Tables {
    /** Approved receptions with their meal, their list of guests and what they cost (23.9). */
    reception: {
      activity: string
      actualAmount: Decimal | null
      actualEscortIds: readonly number[] | null
      actualEscorts: number | null
      actualGuests: number | null
      amount: Decimal
      applicantId: number
      approvedOn: string
      budgetLineId: number
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      difference: string | null
      escortCount: number
      escortIds: readonly number[]
      guestCount: number
      id: WithDefault<number>
      isSuperior: boolean
      letterDate: string
      letterFile: readonly number[]
      letterNo: string
      letterOrg: string
      listFile: readonly number[] | null
      listedAt: Date | null
      listedBy: number | null
      mealAt: Date
      mealOrderId: number | null
      mealType: string
      ownCost: Decimal | null
      perHead: Decimal | null
      place: string
      quarter: string | null
      remark: string | null
      remindedOn: string | null
      servedAt: Date | null
      servedBy: number | null
      settledAt: Date | null
      settledBy: number | null
      signerId: number | null
      standard: Decimal
      state: WithDefault<'approved' | 'served' | 'listed' | 'settled' | 'cancelled'>
      supervisedOn: string | null
      ticketId: number
      topRank: string
      updatedAt: Date
      updatedBy: number | null
      vendorId: number | null
      version: WithDefault<number>
    }

    /** Guests of a reception: those of the letter, who of them stayed away, and who came besides. */
    reception_guest: {
      id: WithDefault<number>
      isAbsent: WithDefault<boolean>
      isExtra: WithDefault<boolean>
      name: string
      no: number
      org: string
      position: string
      rankLevel: string
      receptionId: number
    }

    /** Letters that receptions use, by their normalised unit and number: one letter, one meal (INV-14). */
    reception_letter: {
      noKey: string
      orgKey: string
      takenAt: Date
      ticketId: number
    }

    /** People who ate at their own cost, each with the receipt of what was charged. */
    reception_payer: {
      amount: Decimal
      id: WithDefault<number>
      name: string
      no: number
      paidOn: string
      receiptNo: string
      receptionId: number
    }
  }
}

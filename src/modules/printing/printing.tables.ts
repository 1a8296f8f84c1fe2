// Derived from the migrated schema by `npm run contract`.
import type { Decimal, WithDefault } from '#src/define/tables.server.ts'

declare module '#src/define/tables.server.ts' {
  interface Tables {
    /** Approved prints: in the house with paper from the store, or by a vendor out of the budget (23.11). */
    print_order: {
      actualAmount: Decimal | null
      amount: Decimal
      applicantId: number
      approvedOn: string
      channel: string
      colourPages: number
      confirmedAt: Date | null
      confirmedBy: number | null
      contentFile: readonly number[]
      contentHash: string
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deliveredAt: Date | null
      deliveredBy: number | null
      deliveredQty: number | null
      deptId: number
      id: WithDefault<number>
      installPlace: string | null
      isExternal: boolean
      jobNames: string
      needAt: string
      printType: string
      proofFile: readonly number[] | null
      proofs: WithDefault<number>
      qty: number
      receiverId: number | null
      remark: string | null
      removalNoticedAt: Date | null
      removeAt: string | null
      removedOn: string | null
      secretLevel: 'none' | 'internal'
      sheets: number
      state: WithDefault<'approved' | 'proofing' | 'revising' | 'confirmed' | 'delivered' | 'cancelled'>
      ticketId: number
      updatedAt: Date
      updatedBy: number | null
      vendorId: number | null
      version: WithDefault<number>
    }

    /** Proofs as they were shown to the applicant, and what was said of each. */
    print_proof: {
      decidedAt: Date | null
      decidedBy: number | null
      file: readonly number[]
      id: WithDefault<number>
      madeAt: Date
      madeBy: number | null
      no: number
      note: string | null
      orderId: number
      verdict: string | null
    }
  }
}

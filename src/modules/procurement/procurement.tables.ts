// Derived from the migrated schema by `npm run contract`.
import type { Decimal, Json, ReadOnly, WithDefault } from '#src/define/tables.server.ts'

declare module '#src/define/tables.server.ts' {
  interface Tables {
    /** Purchases, from the authorisation to the archive (50.9). */
    purchase: {
      acceptedAmount: WithDefault<Decimal>
      awardAmount: Decimal | null
      budget: Decimal
      budgetLines: WithDefault<Json>
      category: 'goods' | 'works' | 'services'
      closedAt: Date | null
      contractAmount: Decimal | null
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deliverBy: string | null
      deliveredOn: string | null
      deptId: number
      docs: readonly number[] | null
      endReason: string | null
      id: WithDefault<number>
      intentionId: number | null
      isLate: boolean | null
      isOverdue: WithDefault<boolean>
      items: WithDefault<Json>
      method: 'direct' | 'comparison' | 'inquiry' | 'negotiation' | 'consultation' | 'publicTender' | 'single' | 'framework' | 'bulk'
      methodWaiver: readonly number[] | null
      name: string
      no: string
      ownerId: number
      panel: readonly number[] | null
      remark: string | null
      selectionId: number | null
      signedOn: string | null
      state: WithDefault<'preparing' | 'selecting' | 'contracted' | 'performing' | 'accepted' | 'closed' | 'terminated'>
      ticketId: number | null
      updatedAt: Date
      updatedBy: number | null
      vendorId: number | null
      version: WithDefault<number>
    }

    /** The last number of a code in a year, taken under lock (E10). */
    purchase_number: {
      code: string
      last: number
      year: number
    }

    /** Vendors as other modules read them, without their bank accounts. */
    shared_vendor: {
      deletedAt: ReadOnly<Date | null>
      id: ReadOnly<number>
      isCanteen: ReadOnly<boolean>
      isCarRepair: ReadOnly<boolean>
      isMaintenance: ReadOnly<boolean>
      isPrint: ReadOnly<boolean>
      name: ReadOnly<string>
      nextExpiry: ReadOnly<string | null>
      qualifications: ReadOnly<Json>
      state: ReadOnly<'active' | 'suspended' | 'blacklisted'>
    }

    /** Vendors with the account on which they are paid; the account number is sealed. */
    shared_vendor_account: {
      bankAccount: ReadOnly<string>
      bankName: ReadOnly<string>
      id: ReadOnly<number>
      name: ReadOnly<string>
    }

    /** Vendors that goods and repairs are bought from (50.7). */
    vendor: {
      bankAccount: string
      bankName: string
      contact: string
      createdAt: Date
      createdBy: number | null
      creditCode: string
      deletedAt: Date | null
      id: WithDefault<number>
      isCanteen: WithDefault<boolean>
      isCarRepair: WithDefault<boolean>
      isMaintenance: WithDefault<boolean>
      isPrint: WithDefault<boolean>
      legalPerson: string
      mobile: string
      name: string
      nextExpiry: string | null
      qualifications: WithDefault<Json>
      remark: string | null
      state: WithDefault<'active' | 'suspended' | 'blacklisted'>
      stateFiles: readonly number[] | null
      stateReason: string | null
      stateUntil: string | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }
  }
}

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

    /** Acceptances of what a purchase brought, with what was taken of each item. */
    purchase_acceptance: {
      acceptedOn: string
      amount: WithDefault<Decimal>
      assetCount: WithDefault<number>
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      file: readonly number[] | null
      id: WithDefault<number>
      lines: WithDefault<Json>
      note: string | null
      ownerId: number
      panel: readonly number[]
      purchaseId: number
      remark: string | null
      result: 'pass' | 'partial' | 'fail'
      stockDocId: number | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Contracts of purchases with what their supplements changed (50.9). */
    purchase_contract: {
      advanceRate: WithDefault<Decimal>
      amount: Decimal
      changed: WithDefault<Decimal>
      contractNo: string
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      endsOn: string
      file: readonly number[] | null
      id: WithDefault<number>
      ownerId: number
      plan: WithDefault<Json>
      purchaseId: number
      remark: string | null
      retentionDays: WithDefault<number>
      retentionRate: WithDefault<Decimal>
      sealTicketId: number | null
      signedOn: string
      startsOn: string
      supplemented: WithDefault<Decimal>
      supplements: WithDefault<Json>
      total: ReadOnly<Decimal | null>
      updatedAt: Date
      updatedBy: number | null
      vendorId: number
      version: WithDefault<number>
    }

    /** Deliveries of a purchase, in their order. */
    purchase_delivery: {
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deliveredOn: string
      deptId: number
      file: readonly number[] | null
      id: WithDefault<number>
      note: string
      ownerId: number
      purchaseId: number
      remark: string | null
      updatedAt: Date
      updatedBy: number | null
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

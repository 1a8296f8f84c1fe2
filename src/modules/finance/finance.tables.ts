// Derived from the migrated schema by `npm run contract`.
import type { Decimal, Json, ReadOnly, WithDefault } from '#src/define/tables.server.ts'

declare module '#src/define/tables.server.ts' {
  interface Tables {
    /** Claims for money, one for each approved or running ticket. */
    expense_claim: {
      amount: Decimal
      applicantId: number
      budgetLineId: number
      commitmentId: number | null
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      id: WithDefault<number>
      invoiceCount: WithDefault<number>
      kind: string
      paidAt: Date | null
      payState: 'unpaid' | 'paying' | 'paid' | 'failed' | 'voided' | null
      projectId: number | null
      remark: string | null
      stage: 'advance' | 'progress' | 'acceptance' | 'retention' | null
      subjectCode: string
      ticketId: number
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Invoices of claims; each is in use once (INV-06). */
    invoice: {
      amount: Decimal
      applicantId: number
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      fileId: number | null
      id: WithDefault<number>
      invoiceCode: WithDefault<string>
      invoiceDate: string
      invoiceNo: string
      invoiceType: string
      remark: string | null
      sellerName: string
      state: 'used' | 'released'
      taxAmount: Decimal | null
      ticketId: number
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Payee details an applicant proposed after a payment failed (FIN-93). */
    payee_correction: {
      applicantId: number
      bankAccount: string
      bankName: string
      createdAt: Date
      createdBy: number | null
      decidedAt: Date | null
      decidedBy: number | null
      deletedAt: Date | null
      deptId: number
      id: WithDefault<number>
      payeeName: string
      paymentId: number
      reason: string
      refusal: string | null
      remark: string | null
      state: WithDefault<'proposed' | 'confirmed' | 'refused'>
      ticketId: number
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Payments of approved claims to a payee. */
    payment: {
      account: string | null
      amount: Decimal
      approvedAt: Date
      bankAccount: string | null
      bankName: string | null
      batchId: number | null
      batchedAt: Date | null
      claimId: number
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      failReason: string | null
      id: WithDefault<number>
      markedAt: Date | null
      no: string
      paidAt: string | null
      paidBy: number | null
      payState: 'unpaid' | 'paying' | 'paid' | 'failed' | 'voided'
      payeeName: string
      payeeType: string
      remark: string | null
      replacesId: number | null
      ticketId: number
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
      voidReason: string | null
      voucherNo: string | null
    }

    /** Payments that go to the bank together (30.7). */
    payment_batch: {
      account: string
      amount: Decimal
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      finishedAt: Date | null
      id: WithDefault<number>
      no: ReadOnly<string>
      payments: number
      remark: string | null
      state: WithDefault<'open' | 'submitted' | 'done' | 'cancelled'>
      submittedAt: Date | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** The last payment number given per day. */
    payment_number: {
      day: string
      last: number
    }

    /** Paid money that came back, with its receipt and voucher. */
    payment_recovery: {
      account: string
      amount: Decimal
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      id: WithDefault<number>
      paymentId: number
      reason: string
      receipt: readonly number[]
      recoveredAt: string
      remark: string | null
      ticketId: number
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
      voucherNo: string
    }

    /** Approvals to spend that were given in advance. */
    pre_approval: {
      amount: Decimal
      applicantId: number
      budgetLineId: number
      category: string
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      id: WithDefault<number>
      parentId: number | null
      planEnd: string
      planStart: string
      purchaseMethod: string | null
      remark: string | null
      subjectCode: string
      ticketId: number
      title: string
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Signatures under the figures of a day (FIN-96). */
    reconciliation: {
      consumed: Decimal
      day: string
      differences: Json
      digest: string
      explanations: Json
      id: WithDefault<number>
      note: string | null
      paid: Decimal
      signedAt: Date
      signedBy: number
    }

    /** What each person was granted by an approved salary sheet. */
    salary_row: {
      base: Decimal
      gross: Decimal
      housingFund: Decimal
      net: Decimal
      otherAdd: Decimal
      otherDeduct: Decimal
      overtime: Decimal
      payGroup: string
      performance: Decimal
      period: string
      post: Decimal
      socialInsurance: Decimal
      tax: Decimal
      ticketId: number
      userId: number
    }

    /** Salary sheets, one for each month and pay group (FIN-84). */
    salary_sheet: {
      payGroup: string
      period: string
      ticketId: number
    }

    /** Expense claims, as other modules read them. */
    shared_expense_claim: {
      amount: ReadOnly<Decimal>
      applicantId: ReadOnly<number>
      budgetLineId: ReadOnly<number>
      createdAt: ReadOnly<Date>
      deletedAt: ReadOnly<Date | null>
      deptId: ReadOnly<number>
      id: ReadOnly<number>
      kind: ReadOnly<string>
      paidAt: ReadOnly<Date | null>
      payState: ReadOnly<'unpaid' | 'paying' | 'paid' | 'failed' | 'voided' | null>
      projectId: ReadOnly<number | null>
      stage: ReadOnly<'advance' | 'progress' | 'acceptance' | 'retention' | null>
      subjectCode: ReadOnly<string>
      ticketId: ReadOnly<number>
    }

    /** Registered invoices, as other modules read them. */
    shared_invoice: {
      amount: ReadOnly<Decimal>
      applicantId: ReadOnly<number>
      deletedAt: ReadOnly<Date | null>
      deptId: ReadOnly<number>
      id: ReadOnly<number>
      invoiceCode: ReadOnly<string>
      invoiceDate: ReadOnly<string>
      invoiceNo: ReadOnly<string>
      invoiceType: ReadOnly<string>
      sellerName: ReadOnly<string>
      state: ReadOnly<'used' | 'released'>
      taxAmount: ReadOnly<Decimal | null>
      ticketId: ReadOnly<number>
    }

    /** Prior approvals, as other modules read them. */
    shared_pre_approval: {
      amount: ReadOnly<Decimal>
      applicantId: ReadOnly<number>
      budgetLineId: ReadOnly<number>
      category: ReadOnly<string>
      deletedAt: ReadOnly<Date | null>
      deptId: ReadOnly<number>
      id: ReadOnly<number>
      planEnd: ReadOnly<string>
      planStart: ReadOnly<string>
      purchaseMethod: ReadOnly<string | null>
      subjectCode: ReadOnly<string>
      ticketId: ReadOnly<number>
      title: ReadOnly<string>
    }

    /** Business trips, as other modules read them. */
    shared_travel_trip: {
      actual: ReadOnly<Decimal | null>
      claimTicketId: ReadOnly<number | null>
      days: ReadOnly<number>
      deletedAt: ReadOnly<Date | null>
      deptId: ReadOnly<number>
      destinations: ReadOnly<string>
      endDate: ReadOnly<string>
      estimate: ReadOnly<Decimal>
      id: ReadOnly<number>
      no: ReadOnly<string>
      purposeType: ReadOnly<string>
      startDate: ReadOnly<string>
      state: ReadOnly<'planned' | 'ongoing' | 'ended' | 'claiming' | 'reimbursed' | 'cancelled' | 'expired'>
      ticketId: ReadOnly<number>
      transport: ReadOnly<string>
      userId: ReadOnly<number>
    }

    /** Days for which a person was paid a kind of subsidy (FIN-71). */
    subsidy_day: {
      day: string
      subsidyType: string
      ticketId: number
      userId: number
    }

    /** Days for which a person was paid a travel allowance (TRV-10). */
    travel_allowance_day: {
      day: string
      ticketId: number
      userId: number
    }

    /** The last trip number given per day. */
    travel_number: {
      day: string
      last: number
    }

    /** Lodging and daily rates of an area from a day on. */
    travel_standard: {
      areaId: number | null
      cityName: string
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      docNo: string
      effectiveFrom: string
      id: WithDefault<number>
      localDaily: Decimal
      lodgingBureau: Decimal
      lodgingDivision: Decimal
      lodgingSection: Decimal
      lodgingStaff: Decimal
      mealDaily: Decimal
      peakFrom: number | null
      peakPct: Decimal | null
      peakTo: number | null
      remark: string | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Approved business trips, one for each traveller. */
    travel_trip: {
      actual: Decimal | null
      claimTicketId: number | null
      commitmentId: number
      createdAt: Date
      createdBy: number | null
      days: number
      deletedAt: Date | null
      deptId: number
      destinations: string
      endDate: string
      estimate: Decimal
      id: WithDefault<number>
      legs: Json
      no: string
      officialCar: WithDefault<boolean>
      purposeType: string
      rankLevel: string
      remark: string | null
      startDate: string
      state: 'planned' | 'ongoing' | 'ended' | 'claiming' | 'reimbursed' | 'cancelled' | 'expired'
      ticketId: number
      transport: string
      updatedAt: Date
      updatedBy: number | null
      userId: number
      version: WithDefault<number>
    }

    /** Bookkeeping entries of payments. */
    voucher: {
      amount: Decimal
      createdAt: Date
      createdBy: number | null
      creditAccount: string | null
      debitSubject: string
      deletedAt: Date | null
      deptId: number
      id: WithDefault<number>
      paymentId: number
      remark: string | null
      state: 'draft' | 'final' | 'voided'
      summary: string
      ticketId: number
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
      voucherDate: string | null
      voucherNo: string | null
    }
  }
}

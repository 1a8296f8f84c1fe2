// Derived from the migrated schema by `npm run contract`.
import type { Decimal, Json, ReadOnly, WithDefault } from '#src/define/tables.server.ts'

declare module '#src/define/tables.server.ts' {
  interface Tables {
    /** Budget adjustments by a document: money added to a line or moved between lines (30.2). */
    budget_adjust: {
      amount: Decimal
      approvedAt: Date | null
      approvedBy: number | null
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      docNo: string
      file: readonly number[] | null
      fromLineId: number | null
      id: WithDefault<number>
      reason: string
      remark: string | null
      state: WithDefault<'draft' | 'approved'>
      toLineId: number
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Every movement of a budget line; rows are only added. */
    budget_ledger: {
      amount: Decimal
      at: Date
      balanceAfter: Decimal
      byUser: number | null
      createdAt: ReadOnly<Date | null>
      deptId: number
      effectKey: string
      id: WithDefault<number>
      lineId: number
      note: WithDefault<string>
      remark: string | null
      ticketId: number | null
      type: 'init' | 'adjust' | 'transferIn' | 'transferOut' | 'freeze' | 'unfreeze' | 'consume' | 'refund'
    }

    /** Budget lines: what a department may spend on a subject in a year. */
    budget_line: {
      adjust: WithDefault<Decimal>
      approved: WithDefault<Decimal>
      controlMode: WithDefault<'hard' | 'tolerance' | 'none'>
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      frozen: WithDefault<Decimal>
      fundSource: WithDefault<string>
      id: WithDefault<number>
      kind: WithDefault<'basic' | 'project'>
      monthly: WithDefault<readonly string[]>
      projectId: number | null
      remark: string | null
      scope: 'own' | 'shared'
      state: WithDefault<'active' | 'locked'>
      subjectCode: string
      tolerancePct: WithDefault<Decimal>
      updatedAt: Date
      updatedBy: number | null
      used: WithDefault<Decimal>
      version: WithDefault<number>
      year: number
    }

    /** Budget years and their state. */
    budget_year: {
      closeAt: Date | null
      controlTotal: Decimal | null
      createdAt: Date | null
      createdBy: number | null
      deletedAt: Date | null
      id: WithDefault<number>
      openAt: Date | null
      remark: string | null
      state: 'preparing' | 'reviewing' | 'executing' | 'closed'
      updatedAt: Date | null
      updatedBy: number | null
      version: WithDefault<number>
      year: number
    }

    /** Money that an approved ticket holds frozen and that claims draw upon. */
    commitment: {
      amount: Decimal
      applicantId: number
      budgetLineId: number
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      id: WithDefault<number>
      kind: string
      pending: WithDefault<Decimal>
      projectId: number | null
      released: WithDefault<Decimal>
      remark: string | null
      state: 'effective' | 'settled' | 'expired' | 'cancelled'
      ticketId: number
      title: string
      updatedAt: Date
      updatedBy: number | null
      used: WithDefault<Decimal>
      validUntil: string | null
      version: WithDefault<number>
    }

    /** What each claim asks of a commitment, and what it spent of it. */
    commitment_use: {
      commitmentId: number
      pending: WithDefault<Decimal>
      ticketId: number
      used: WithDefault<Decimal>
    }

    /** What a department plans to pay in a month or a quarter (30.3). */
    fund_plan: {
      approvedAmount: Decimal | null
      attachments: readonly number[] | null
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      ends: string
      explain: string | null
      id: WithDefault<number>
      items: Json
      no: string
      period: number
      periodType: 'month' | 'quarter'
      planAmount: Decimal
      reason: string | null
      remark: string | null
      starts: string
      state: WithDefault<'draft' | 'submitted' | 'returned' | 'approved' | 'executing' | 'closed'>
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
      year: number
    }

    /** Entries of the budget ledger, as other modules read them. */
    shared_budget_ledger: {
      amount: ReadOnly<Decimal>
      at: ReadOnly<Date>
      balanceAfter: ReadOnly<Decimal>
      deptId: ReadOnly<number>
      effectKey: ReadOnly<string>
      id: ReadOnly<number>
      lineId: ReadOnly<number>
      note: ReadOnly<string>
      ticketId: ReadOnly<number | null>
      type: ReadOnly<'init' | 'adjust' | 'transferIn' | 'transferOut' | 'freeze' | 'unfreeze' | 'consume' | 'refund'>
    }

    /** Budget lines and their balances, as other modules read them. */
    shared_budget_line: {
      adjust: ReadOnly<Decimal>
      approved: ReadOnly<Decimal>
      deletedAt: ReadOnly<Date | null>
      deptId: ReadOnly<number>
      frozen: ReadOnly<Decimal>
      fundSource: ReadOnly<string>
      id: ReadOnly<number>
      kind: ReadOnly<'basic' | 'project'>
      monthly: ReadOnly<readonly string[]>
      projectId: ReadOnly<number | null>
      scope: ReadOnly<'own' | 'shared'>
      state: ReadOnly<'active' | 'locked'>
      subjectCode: ReadOnly<string>
      used: ReadOnly<Decimal>
      year: ReadOnly<number>
    }

    /** Budget years and whether they are open, as other modules read them. */
    shared_budget_year: {
      deletedAt: ReadOnly<Date | null>
      state: ReadOnly<'preparing' | 'reviewing' | 'executing' | 'closed'>
      year: ReadOnly<number>
    }

    /** Money held for approved tickets, as other modules read it. */
    shared_commitment: {
      amount: ReadOnly<Decimal>
      applicantId: ReadOnly<number>
      budgetLineId: ReadOnly<number>
      createdAt: ReadOnly<Date>
      deletedAt: ReadOnly<Date | null>
      deptId: ReadOnly<number>
      id: ReadOnly<number>
      kind: ReadOnly<string>
      pending: ReadOnly<Decimal>
      projectId: ReadOnly<number | null>
      released: ReadOnly<Decimal>
      state: ReadOnly<'effective' | 'settled' | 'expired' | 'cancelled'>
      ticketId: ReadOnly<number>
      title: ReadOnly<string>
      used: ReadOnly<Decimal>
      validUntil: ReadOnly<string | null>
    }

    /** What claims ask for and spend of commitments, as other modules read it. */
    shared_commitment_use: {
      commitmentId: ReadOnly<number>
      pending: ReadOnly<Decimal>
      ticketId: ReadOnly<number>
      used: ReadOnly<Decimal>
    }

    /** Fund plans, as other modules read them. */
    shared_fund_plan: {
      approvedAmount: ReadOnly<Decimal | null>
      deletedAt: ReadOnly<Date | null>
      deptId: ReadOnly<number>
      ends: ReadOnly<string>
      id: ReadOnly<number>
      items: ReadOnly<Json>
      no: ReadOnly<string>
      period: ReadOnly<number>
      periodType: ReadOnly<'month' | 'quarter'>
      planAmount: ReadOnly<Decimal>
      starts: ReadOnly<string>
      state: ReadOnly<'draft' | 'submitted' | 'returned' | 'approved' | 'executing' | 'closed'>
      year: ReadOnly<number>
    }

    /** Budget requests of a department for a year (BUD-21). */
    year_plan: {
      basis: string
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      headcount: WithDefault<number>
      id: WithDefault<number>
      publishedAmount: Decimal | null
      publishedAt: Date | null
      remark: string | null
      reviewNote: string | null
      reviewedAmount: Decimal | null
      state: WithDefault<'draft' | 'submitted' | 'returned' | 'reviewed' | 'published'>
      submitAmount: WithDefault<Decimal>
      submittedAt: Date | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
      year: number
    }

    /** Lines of a year plan. */
    year_plan_line: {
      amount: Decimal
      fundSource: string
      id: WithDefault<number>
      kind: 'basic' | 'project'
      monthly: readonly string[]
      overReason: WithDefault<string>
      place: number
      planId: number
      projectId: number | null
      qtyBasis: WithDefault<string>
      remark: WithDefault<string>
      reviewedAmount: Decimal | null
      subjectCode: string
    }
  }
}

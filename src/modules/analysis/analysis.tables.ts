// Derived from the migrated schema by `npm run contract`.
import type { Decimal, WithDefault } from '#src/define/tables.server.ts'

declare module '#src/define/tables.server.ts' {
  interface Tables {
    /** Anomalies that the nightly check of claims found (30.8). */
    anomaly: {
      amount: Decimal
      applicantId: number
      createdAt: Date
      createdBy: number | null
      day: string
      days: number | null
      deletedAt: Date | null
      deptId: number
      foundAt: Date
      foundFrom: string
      foundKey: string
      id: WithDefault<number>
      kind: 'sameSeller' | 'roundAmount' | 'split' | 'weekend' | 'late'
      note: string | null
      otherTicketId: number | null
      remark: string | null
      reviewedAt: Date | null
      reviewedBy: number | null
      sellerName: string | null
      state: WithDefault<'open' | 'reviewed'>
      ticketId: number
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** What each budget line spent on a day, summed from the ledger. */
    budget_day: {
      day: string
      lineId: number
      used: Decimal
    }

    /** What each ticket holds frozen on a budget line, summed from the ledger. */
    budget_held: {
      frozen: Decimal
      lineId: number
      since: Date
      ticketId: number
    }

    /** Warnings sent to departments, at most one a week (30.6). */
    budget_warning: {
      deptId: number
      id: WithDefault<number>
      sentAt: Date
      sentBy: number
      year: number
    }
  }
}

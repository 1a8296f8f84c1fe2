// Derived from the migrated schema by `npm run contract`.
import type { Decimal, ReadOnly, WithDefault } from '#src/define/tables.server.ts'

declare module '#src/define/tables.server.ts' {
  interface Tables {
    /** Who is away when, for one reason at a time (LEV-02). */
    absence: {
      id: WithDefault<number>
      kind: string
      period: string
      ticketId: number
      userId: number
    }

    /** Overtime hours that were earned as compensation leave. */
    compensation_earned: {
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      expiresOn: string
      hours: Decimal
      id: WithDefault<number>
      remark: string | null
      ticketId: number | null
      updatedAt: Date
      updatedBy: number | null
      usedHours: WithDefault<Decimal>
      userId: number
      version: WithDefault<number>
      workDate: string
    }

    /** Which earned hours a ticket took, so that they can be given back to the right day. */
    compensation_use: {
      earnedId: number
      hours: Decimal
      ticketId: number
    }

    /** Leave days of a person by kind and year. */
    leave_quota: {
      adjustReason: WithDefault<string>
      carried: WithDefault<Decimal>
      carriedOver: Decimal | null
      carriedUsed: WithDefault<Decimal>
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      id: WithDefault<number>
      leaveType: string
      pending: WithDefault<Decimal>
      remark: string | null
      total: WithDefault<Decimal>
      updatedAt: Date
      updatedBy: number | null
      used: WithDefault<Decimal>
      userId: number
      version: WithDefault<number>
      year: number
    }

    /** Every movement of a leave quota, so that its columns can be recomputed (INV-03). */
    leave_quota_entry: {
      at: Date
      byUser: number | null
      carriedDays: WithDefault<Decimal>
      days: Decimal
      id: WithDefault<number>
      kind: 'init' | 'adjust' | 'carry' | 'reserve' | 'release' | 'use' | 'giveBack'
      note: WithDefault<string>
      quotaId: number
      ticketId: number | null
    }

    /** Approved leaves and their return. */
    leave_record: {
      actualBackAt: string | null
      actualBackHalf: string | null
      createdAt: Date
      createdBy: number | null
      days: Decimal
      deletedAt: Date | null
      deptId: number
      destination: string
      endDate: string
      endHalf: string
      id: WithDefault<number>
      lateDays: WithDefault<Decimal>
      leaveType: string
      proxyUserId: number | null
      remark: string | null
      startDate: string
      startHalf: string
      state: 'planned' | 'onLeave' | 'closed' | 'overdue' | 'cancelled'
      ticketId: number
      updatedAt: Date
      updatedBy: number | null
      userId: number
      version: WithDefault<number>
    }

    /** Who is away when, as other modules read it: days and hours of the bureau. */
    shared_absence: {
      kind: ReadOnly<string>
      period: ReadOnly<string>
      ticketId: ReadOnly<number>
      userId: ReadOnly<number>
    }

    /** Leave quotas and what is left of them, as others read them. */
    shared_leave_quota: {
      carried: ReadOnly<Decimal>
      carriedUsed: ReadOnly<Decimal>
      deletedAt: ReadOnly<Date | null>
      deptId: ReadOnly<number>
      id: ReadOnly<number>
      leaveType: ReadOnly<string>
      pending: ReadOnly<Decimal>
      total: ReadOnly<Decimal>
      used: ReadOnly<Decimal>
      userId: ReadOnly<number>
      year: ReadOnly<number>
    }
  }
}

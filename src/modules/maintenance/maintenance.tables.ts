// Derived from the migrated schema by `npm run contract`.
import type { Decimal, Json, ReadOnly, WithDefault } from '#src/define/tables.server.ts'

declare module '#src/define/tables.server.ts' {
  interface Tables {
    /** What is inspected again and again, by the calendar or from the last completion (40.3). */
    inspect_plan: {
      basis: 'calendar' | 'completion'
      category: string
      checklist: Json
      createdAt: Date
      createdBy: number | null
      cycleDays: number
      deletedAt: Date | null
      id: WithDefault<number>
      item: string
      location: string
      nextDue: string | null
      remark: string | null
      templateId: number | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
      workerId: number
    }

    /** One round of an inspection plan with its results. */
    inspect_round: {
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      doneAt: Date | null
      dueOn: string
      failed: WithDefault<number>
      id: WithDefault<number>
      items: Json
      planId: number
      remark: string | null
      skipReason: string | null
      state: WithDefault<'due' | 'done' | 'skipped'>
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
      workDeptId: number | null
      workerId: number
    }

    /** Checks that many inspection plans have in common; a plan takes them when it is written. */
    inspect_template: {
      category: string
      checklist: Json
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      id: WithDefault<number>
      name: string
      remark: string | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Work orders as other modules read them. */
    shared_work_order: {
      assetId: ReadOnly<number | null>
      category: ReadOnly<string>
      closedAt: ReadOnly<Date | null>
      createdAt: ReadOnly<Date>
      deletedAt: ReadOnly<Date | null>
      finishedAt: ReadOnly<Date | null>
      id: ReadOnly<number>
      isCancelled: ReadOnly<boolean>
      no: ReadOnly<string>
      roomId: ReadOnly<number | null>
      state: ReadOnly<'pending' | 'assigned' | 'accepted' | 'working' | 'suspended' | 'finished' | 'verified' | 'closed'>
      ticketId: ReadOnly<number | null>
    }

    /** Repairs from their report to their acceptance (40.3). */
    work_order: {
      acceptedAt: Date | null
      actualAmount: Decimal | null
      applicantId: number | null
      assetId: number | null
      beforePhotos: readonly number[] | null
      category: string
      clockMinutes: WithDefault<Decimal>
      clockSince: Date | null
      closedAt: Date | null
      contactName: string
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      description: string
      dueAt: ReadOnly<Date | null>
      estimate: Decimal | null
      extraCost: WithDefault<Decimal>
      finishedAt: Date | null
      headComment: string | null
      id: WithDefault<number>
      isCancelled: WithDefault<boolean>
      isDefaultRating: WithDefault<boolean>
      location: string
      mergedIntoId: number | null
      mobile: string
      needsComment: WithDefault<boolean>
      needsPhoto: WithDefault<boolean>
      no: string
      partsValue: WithDefault<Decimal>
      pausedAt: Date | null
      photos: readonly number[] | null
      planAt: Date | null
      ratedBy: number | null
      rating: number | null
      ratingNote: string | null
      remark: string | null
      reopenCount: WithDefault<number>
      repeatsId: number | null
      resolveDue: Date | null
      resolveNotified: WithDefault<boolean>
      responseDue: Date | null
      responseNotified: WithDefault<boolean>
      result: string | null
      resultPhotos: readonly number[] | null
      roomId: number | null
      roundId: number | null
      setRepairing: WithDefault<boolean>
      source: 'internal' | 'public' | 'inspection'
      state: 'pending' | 'assigned' | 'accepted' | 'working' | 'suspended' | 'finished' | 'verified' | 'closed'
      suspendNote: string | null
      suspendReason: string | null
      ticketId: number | null
      updatedAt: Date
      updatedBy: number | null
      urgency: 'normal' | 'urgent' | 'critical'
      vendorId: number | null
      verifiedAt: Date | null
      version: WithDefault<number>
      workDeptId: number | null
      workHours: Decimal | null
      workerId: number | null
    }

    /** Costs of a repair beside its parts and its contractor, one row for each. */
    work_order_cost: {
      amount: Decimal
      at: Date
      byUser: number | null
      id: WithDefault<number>
      name: string
      orderId: number
    }

    /** Who follows a repair that another person reported (E9). */
    work_order_follower: {
      at: Date
      orderId: number
      userId: number
    }

    /** Hours that people worked on an order, one row for each person and result. */
    work_order_labour: {
      at: Date
      hours: Decimal
      id: WithDefault<number>
      orderId: number
      userId: number
    }

    /** What happened to a work order, and who worked on it. */
    work_order_log: {
      at: Date
      byUser: number | null
      event: string
      fromState: string | null
      id: WithDefault<number>
      note: string | null
      orderId: number
      toState: string
      workerId: number | null
    }

    /** The last work order number given on a day; locked while the next is taken, so that none is left out (E10). */
    work_order_number: {
      day: string
      last: number
    }
  }
}

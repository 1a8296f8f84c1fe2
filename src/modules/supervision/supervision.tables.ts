// Derived from the migrated schema by `npm run contract`.
import type { Json, ReadOnly, WithDefault } from '#src/define/tables.server.ts'

declare module '#src/define/tables.server.ts' {
  interface Tables {
    /** Tickets under supervision, with who has to see to them. */
    shared_supervised_ticket: {
      handlerId: ReadOnly<number>
      ticketId: ReadOnly<number | null>
    }

    /** Extensions that were asked for, and what became of them (SUP-02). */
    supervision_extension: {
      askedBy: number
      comment: string | null
      createdAt: Date
      createdBy: number | null
      decidedAt: Date | null
      decidedBy: number | null
      deletedAt: Date | null
      evidence: readonly number[] | null
      fromDate: string
      id: WithDefault<number>
      itemId: number
      reason: string
      remark: string | null
      state: WithDefault<'pending' | 'approved' | 'refused' | 'dropped'>
      toDate: string
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    supervision_extension_of_item: {
      askedBy: ReadOnly<number>
      coDeptIds: ReadOnly<readonly number[] | null>
      comment: ReadOnly<string | null>
      createdAt: ReadOnly<Date>
      createdBy: ReadOnly<number | null>
      decidedAt: ReadOnly<Date | null>
      decidedBy: ReadOnly<number | null>
      deletedAt: ReadOnly<Date | null>
      evidence: ReadOnly<readonly number[] | null>
      fromDate: ReadOnly<string>
      handlerId: ReadOnly<number>
      id: ReadOnly<number | null>
      itemId: ReadOnly<number>
      leadDeptId: ReadOnly<number>
      reason: ReadOnly<string>
      remark: ReadOnly<string | null>
      state: ReadOnly<'pending' | 'approved' | 'refused' | 'dropped'>
      toDate: ReadOnly<string>
      updatedAt: ReadOnly<Date>
      updatedBy: ReadOnly<number | null>
      version: ReadOnly<number>
    }

    /** Supervision items, from the draft to their end (10.5). */
    supervision_item: {
      askedDueDate: string | null
      assignedAt: Date | null
      closeComment: string | null
      closedAt: Date | null
      closedLate: boolean | null
      closedLateFirst: boolean | null
      coDeptIds: readonly number[] | null
      content: string
      createdAt: Date
      createdBy: number | null
      cycleSince: string | null
      declineReason: string | null
      deletedAt: Date | null
      dueDate: string
      endReason: string | null
      extensionCount: WithDefault<number>
      feedbackCycle: WithDefault<number>
      firstDueDate: string
      handlerId: number
      id: WithDefault<number>
      isYearly: WithDefault<boolean>
      lastReply: string | null
      lastReplyAt: Date | null
      leadDeptId: number
      leaderId: number
      light: WithDefault<'green' | 'yellow' | 'red' | 'over'>
      milestones: WithDefault<Json>
      missedCycles: WithDefault<number>
      no: string
      officerId: number | null
      parentId: number | null
      progress: WithDefault<number>
      projectId: number | null
      remark: string | null
      remindedDays: number | null
      repeatsId: number | null
      repliedAt: Date | null
      score: number | null
      signDue: string | null
      signReminded: WithDefault<boolean>
      signedAt: Date | null
      source: WithDefault<string>
      sourceDoc: string | null
      startDate: string
      state: WithDefault<'draft' | 'assigned' | 'doing' | 'extending' | 'replied' | 'closed' | 'terminated'>
      ticketId: number | null
      title: string
      updatedAt: Date
      updatedBy: number | null
      urgeCount: WithDefault<number>
      urgedAt: Date | null
      urgency: WithDefault<string>
      version: WithDefault<number>
      wasOverdue: WithDefault<boolean>
    }

    /** Milestones of a supervision item; those that are done make its progress. */
    supervision_milestone: {
      coDeptIds: readonly number[] | null
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      doneBy: number | null
      doneOn: string | null
      dueDate: string
      handlerId: number
      id: WithDefault<number>
      itemId: number
      leadDeptId: number
      light: WithDefault<'green' | 'yellow' | 'red' | 'over'>
      name: string
      note: string | null
      proof: readonly number[] | null
      remark: string | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
      weight: number
    }

    /** Published notices of supervision: departments with their figures and the items that were late, frozen. */
    supervision_notice: {
      createdAt: Date
      createdBy: number
      deletedAt: Date | null
      departments: Json
      id: WithDefault<number>
      inTime: number
      late: Json
      lateClosed: number
      lateOpen: number
      no: string
      opening: string | null
      periodFrom: string
      periodTo: string
      rate: number | null
      remark: string | null
      title: string
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** The last number of a notice of a year, taken under lock. */
    supervision_notice_number: {
      last: number
      year: number
    }

    /** The last number of a year, taken under lock. */
    supervision_number: {
      last: number
      year: number
    }

    /** Matters that modules offer to supervision, and what became of them. */
    supervision_offer: {
      createdAt: Date
      createdBy: number | null
      decidedAt: Date | null
      decidedBy: number | null
      deletedAt: Date | null
      handlerId: number | null
      id: WithDefault<number>
      itemId: number | null
      key: string
      kind: string
      leadDeptId: number
      reason: string | null
      remark: string | null
      state: WithDefault<'open' | 'taken' | 'dismissed'>
      subject: string
      ticketId: number | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** What handlers and assisting departments reported, with the progress at that time. */
    supervision_reply: {
      at: Date
      attachments: readonly number[] | null
      byUser: number
      content: string
      difficulty: string | null
      id: WithDefault<number>
      itemId: number
      kind: 'lead' | 'co' | 'result'
      nextStep: string | null
      progress: number
    }

    supervision_reply_of_item: {
      at: ReadOnly<Date>
      attachments: ReadOnly<readonly number[] | null>
      byUser: ReadOnly<number>
      coDeptIds: ReadOnly<readonly number[] | null>
      content: ReadOnly<string>
      difficulty: ReadOnly<string | null>
      handlerId: ReadOnly<number>
      id: ReadOnly<number | null>
      itemId: ReadOnly<number>
      kind: ReadOnly<'lead' | 'co' | 'result'>
      leadDeptId: ReadOnly<number>
      nextStep: ReadOnly<string | null>
      progress: ReadOnly<number>
    }
  }
}

// Derived from the migrated schema by `npm run contract`.
import type { Decimal, Json, ReadOnly, WithDefault } from '#src/define/tables.server.ts'

declare module '#src/define/tables.server.ts' {
  interface Tables {
    /** Projects, from the declaration to their end (30.4, 30.5). */
    project: {
      background: string
      category: string
      content: string
      createdAt: Date
      createdBy: number | null
      declareAmount: WithDefault<Decimal>
      deletedAt: Date | null
      deptId: number
      endMonth: string
      feasibility: readonly number[] | null
      finishedAt: Date | null
      fundItems: WithDefault<Json>
      fundSource: WithDefault<string>
      goal: string
      id: WithDefault<number>
      kpiResults: Json | null
      kpiScore: Decimal | null
      kpis: WithDefault<Json>
      libraryAt: Date | null
      light: WithDefault<'green' | 'yellow' | 'red'>
      milestones: Json | null
      name: string
      no: string
      ownerId: number
      planYear: number
      priority: WithDefault<number>
      progress: WithDefault<number>
      reason: string | null
      remark: string | null
      remindedMonth: string | null
      reviewAmount: Decimal | null
      revision: WithDefault<number>
      round: WithDefault<number>
      score: Decimal | null
      startMonth: string
      startedAt: Date | null
      state: WithDefault<'draft' | 'declared' | 'returned' | 'inLibrary' | 'inBudget' | 'executing' | 'finished' | 'removed'>
      summary: string | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    project_execution: {
      background: ReadOnly<string>
      category: ReadOnly<string>
      content: ReadOnly<string>
      createdAt: ReadOnly<Date>
      createdBy: ReadOnly<number | null>
      declareAmount: ReadOnly<Decimal>
      deletedAt: ReadOnly<Date | null>
      deptId: ReadOnly<number>
      endMonth: ReadOnly<string>
      feasibility: ReadOnly<readonly number[] | null>
      finishedAt: ReadOnly<Date | null>
      fundItems: ReadOnly<Json>
      fundSource: ReadOnly<string>
      goal: ReadOnly<string>
      id: ReadOnly<number>
      kpiResults: ReadOnly<Json | null>
      kpiScore: ReadOnly<Decimal | null>
      kpis: ReadOnly<Json>
      libraryAt: ReadOnly<Date | null>
      light: ReadOnly<'green' | 'yellow' | 'red'>
      milestones: ReadOnly<Json | null>
      name: ReadOnly<string>
      no: ReadOnly<string>
      ownerId: ReadOnly<number>
      planYear: ReadOnly<number>
      priority: ReadOnly<number>
      progress: ReadOnly<number>
      reason: ReadOnly<string | null>
      remark: ReadOnly<string | null>
      remindedMonth: ReadOnly<string | null>
      reviewAmount: ReadOnly<Decimal | null>
      revision: ReadOnly<number>
      round: ReadOnly<number>
      score: ReadOnly<Decimal | null>
      startMonth: ReadOnly<string>
      startedAt: ReadOnly<Date | null>
      state: ReadOnly<'draft' | 'declared' | 'returned' | 'inLibrary' | 'inBudget' | 'executing' | 'finished' | 'removed'>
      summary: ReadOnly<string | null>
      updatedAt: ReadOnly<Date>
      updatedBy: ReadOnly<number | null>
      version: ReadOnly<number>
    }

    /** Milestones of a project in execution. */
    project_milestone: {
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      doneDate: string | null
      id: WithDefault<number>
      name: string
      payPct: WithDefault<number>
      planDate: string
      projectId: number
      proof: readonly number[] | null
      remark: string | null
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Monthly progress reports of a project. */
    project_report: {
      createdAt: Date
      createdBy: number | null
      deletedAt: Date | null
      deptId: number
      id: WithDefault<number>
      month: string
      photos: readonly number[] | null
      problem: string | null
      progress: number
      projectId: number
      remark: string | null
      text: string
      updatedAt: Date
      updatedBy: number | null
      version: WithDefault<number>
    }

    /** Scores reviewers gave to a project, by round. */
    project_review: {
      at: Date
      comment: string
      createdAt: ReadOnly<Date | null>
      deptId: number
      id: WithDefault<number>
      projectId: number
      remark: string | null
      reviewAmount: Decimal
      reviewerId: number
      round: number
      score: ReadOnly<Decimal | null>
      scoreBenefit: number
      scoreFeas: number
      scoreNeed: number
    }

    /** Changes of a project, with the amounts before and after. */
    project_revision: {
      amountAfter: Decimal
      amountBefore: Decimal
      at: Date
      byUser: number | null
      changed: string
      createdAt: ReadOnly<Date | null>
      deptId: number
      id: WithDefault<number>
      no: number
      projectId: number
      remark: string | null
    }

    /** Projects, as other modules read them. */
    shared_project: {
      category: ReadOnly<string>
      deletedAt: ReadOnly<Date | null>
      deptId: ReadOnly<number>
      id: ReadOnly<number>
      name: ReadOnly<string>
      no: ReadOnly<string>
      ownerId: ReadOnly<number>
      planYear: ReadOnly<number>
      state: ReadOnly<'draft' | 'declared' | 'returned' | 'inLibrary' | 'inBudget' | 'executing' | 'finished' | 'removed'>
    }
  }
}

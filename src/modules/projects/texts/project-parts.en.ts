import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './project-parts.zhHans.ts'

export default {
  records: {
    projectExec: {
      title: 'Project execution',
      fields: {
        no: 'Project no.',
        name: 'Project name',
        planYear: 'Plan year',
        deptId: 'Department',
        ownerId: 'Owner',
        budget: 'Budget',
        frozen: 'Reserved',
        used: 'Spent',
        rate: 'Execution rate (%)',
        progress: 'Progress (%)',
        nextMilestone: 'Next milestone',
        light: 'Alert',
        state: 'Status',
        kpiScore: 'Self-evaluation score',
      },
      actions: { start: 'Start' },
    },
    projectReview: {
      title: 'Reviews',
      fields: {
        at: 'Reviewed at',
        projectId: 'Project',
        deptId: 'Department',
        round: 'Round',
        reviewerId: 'Reviewer',
        scoreNeed: 'Necessity',
        scoreFeas: 'Feasibility',
        scoreBenefit: 'Benefit',
        score: 'Score',
        reviewAmount: 'Reviewed amount',
        comment: 'Comment',
      },
    },
    projectRevision: {
      title: 'Revisions',
      fields: {
        at: 'Revised at',
        projectId: 'Project',
        deptId: 'Department',
        no: 'Revision',
        amountBefore: 'Amount before',
        amountAfter: 'Amount after',
        changed: 'Changes',
        byUser: 'Revised by',
      },
    },
    projectMilestone: {
      title: 'Milestones',
      fields: {
        projectId: 'Project',
        deptId: 'Department',
        name: 'Milestone',
        planDate: 'Planned date',
        payPct: 'Payment (%)',
        doneDate: 'Completed on',
        proof: 'Supporting documents',
      },
    },
    projectReport: {
      title: 'Progress reports',
      fields: {
        projectId: 'Project',
        deptId: 'Department',
        month: 'Month',
        progress: 'Progress (%)',
        text: 'Progress',
        problem: 'Problems',
        photos: 'Photos',
      },
    },
  },
  dictionaries: {
    projectLight: { title: 'Project alert', entries: { green: 'On track', yellow: 'At risk', red: 'Overdue' } },
  },
} satisfies SameKeys<typeof zhHans>

/** Answers about projects that are carried out (30.5), and about their money. Money in yuan as decimal strings. */

export interface BankMilestone {
  readonly id: number
  readonly name: string
  readonly planDate: string
  readonly doneDate: string | null
}
/** Something bought for a project: from its approval to the day the money is held until. */
export interface BankPurchase {
  readonly id: number
  readonly title: string
  readonly from: string
  readonly until: string
}
export interface BankProject {
  readonly id: number
  readonly no: string
  readonly name: string
  readonly deptName: string
  readonly deptNameEn: string
  readonly ownerName: string
  readonly ownerNameEn: string
  readonly startMonth: string
  readonly endMonth: string
  readonly planYear: number
  readonly state: string
  readonly progress: number
  readonly light: string
  readonly budget: string
  readonly frozen: string
  readonly used: string
  /** Percent of the budget that is used. */
  readonly rate: string | null
  /** Points the money lags behind the time. */
  readonly lag: number
  readonly milestones: readonly BankMilestone[]
  readonly purchases: readonly BankPurchase[]
}
/** Everything that is carried out within reach, with its steps. */
export interface ProjectBank {
  readonly today: string
  readonly projects: readonly BankProject[]
}

export interface ProjectEntry {
  readonly id: number
  /** `yyyy-MM-dd HH:mm:ss`. */
  readonly at: string
  readonly type: string
  readonly amount: string
  readonly ticketId: number | null
  readonly ticketNo: string | null
  readonly title: string | null
}
/** What a project was given, holds frozen and used, and the entries behind it. */
export interface ProjectFunds {
  readonly budget: string
  readonly frozen: string
  readonly used: string
  readonly entries: readonly ProjectEntry[]
}

export interface ForProject {
  readonly id: number
  readonly ticketId: number
  readonly ticketNo: string
  readonly title: string
  readonly amount: string
}
export interface ProjectClaim extends ForProject {
  readonly applicant: string
  readonly applicantEn: string
  readonly status: string
  readonly payState: string | null
}
/** A purchase of a project with its contract; what is not signed yet is null. */
export interface ProjectContract {
  readonly id: number
  readonly no: string
  readonly state: string
  readonly vendor: string | null
  readonly contractNo: string | null
  readonly contractAmount: string | null
}
export interface ProjectPurchase extends ForProject {
  readonly used: string
  readonly state: string
  /** The purchase that the money went to; null while none was made of it. */
  readonly purchase: ProjectContract | null
}
/** Claims filed for a project, and what was approved to be bought for it. */
export interface ProjectSpendings {
  readonly claims: readonly ProjectClaim[]
  readonly purchases: readonly ProjectPurchase[]
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/projects/bank/': ProjectBank
    'GET /api/projects/project/:id/money/': ProjectFunds
    'GET /api/projects/project/:id/spending/': ProjectSpendings
  }
}

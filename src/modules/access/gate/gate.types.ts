import type { Problem } from '#src/define/problem.ts'

/** A stay that has not ended. Moments are `yyyy-MM-dd HH:mm:ss` in Shanghai time. */
export interface OpenVisit {
  readonly id: number
  /** An entry of dictionary accessArea. */
  readonly area: string
  readonly enteredAt: string
  readonly dueAt: string
  /** They should have left. */
  readonly isLate: boolean
}

/** A person with a grant, as the guard sees them. */
export interface GateGuest {
  /** The grant. */
  readonly id: number
  readonly name: string
  readonly org: string
  readonly visitorType: string
  readonly photo: readonly number[]
  readonly grantKind: string
  /** Where they may go. */
  readonly areas: readonly string[]
  readonly validFrom: string
  readonly validTo: string
  readonly host: string
  readonly hostMobile: string
  readonly dept: string
  readonly cardNo: string | null
  /** The host is out of service: ask logistics (CAN-33). */
  readonly hostGone: boolean
  /** Why they are not let in here and now; null when they are. */
  readonly problem: Problem | null
  readonly visit: OpenVisit | null
}

/** The gate today. */
export interface GateDay {
  readonly today: string
  /** Who may come in here today and is not inside. */
  readonly expected: readonly GateGuest[]
  /** Who is inside, wherever they came in; who should have left stands in front. */
  readonly inside: readonly GateGuest[]
}

/** What is printed on a temporary pass. */
export interface Pass {
  readonly id: number
  readonly name: string
  readonly org: string
  readonly visitorType: string
  readonly photo: readonly number[]
  readonly grantKind: string
  readonly areas: readonly string[]
  readonly state: string
  readonly validFrom: string
  readonly validTo: string
  readonly host: string
  readonly hostMobile: string
  readonly dept: string
  readonly meals: readonly string[]
  readonly cardNo: string | null
  /** What the gate reads; null unless the pass is in force. */
  readonly passCode: string | null
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/access/gate/': GateDay
    'GET /api/access/gate/check/': GateGuest
    'POST /api/access/gate/enter/': { readonly id: number }
    'POST /api/access/gate/leave/': null
    'GET /api/access/passes/': readonly Pass[]
  }
}

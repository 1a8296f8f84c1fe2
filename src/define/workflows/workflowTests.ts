/** Generated tests of workflow versions on the wire (25.11). */
import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { Coverage } from '#machines/ticket/explore/trials.ts'
import type { FormDefinition } from '../application.ts'
import type { PersonRef } from '../tickets/line.ts'

/** `paths`: every life that exploring found; `random`: walks from a seed. */
export type TestKind = 'paths' | 'random'
export type TestState = 'waiting' | 'running' | 'passed' | 'failed' | 'broken'

/** One life that was tried, as it is kept. */
export interface KeptCase {
  readonly testPeople: string
  readonly facts: Readonly<Record<string, string | number | boolean | null>>
  readonly steps: readonly { readonly name: string; readonly place: string }[]
  /** null when it went as it must. */
  readonly failure: TestFailure | null
  /** Milliseconds. */
  readonly took: number
}

/** One life that was tried, in the reader's language. */
export interface TestCase extends Omit<KeptCase, 'facts' | 'steps'> {
  /** What it stands for: `天数 = 8`. */
  readonly facts: readonly string[]
  /** What was done, and where the ticket stood then: `退回 (开始)`, `部门领导审批 + 财务审核`. */
  readonly steps: readonly { readonly action: string; readonly place: string }[]
}

export interface TestFailure {
  /** Place in `steps`, from 0. */
  readonly step: number
  readonly message: string
}

export interface TestResult<Case = TestCase> {
  readonly cases: readonly Case[]
  readonly coverage: Coverage
  /** False when there was more to find than is looked for at once. */
  readonly isComplete: boolean
}

/** A run with its progress; `result` comes with its end. */
export interface TestRun {
  readonly id: number
  readonly kind: TestKind
  readonly state: TestState
  readonly seed: number
  readonly done: number
  readonly total: number
  readonly failures: number
  readonly error: string | null
  readonly requestedBy: PersonRef
  readonly createdAt: string
  readonly finishedAt: string | null
  readonly result: TestResult | null
}

/** GET /api/workflow/workflow/{id}/tests/?version= */
export interface TestsAnswer {
  readonly name: string
  readonly nameEn: string
  readonly versions: readonly { readonly versionNo: number; readonly status: string }[]
  readonly versionNo: number
  readonly definition: WorkflowDefinition
  readonly form: FormDefinition
  /** The newest of each kind. */
  readonly paths: TestRun | null
  readonly random: TestRun | null
}

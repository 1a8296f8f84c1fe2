/** Generated tests of workflow versions on the wire (25.11). */
import type { WorkflowDefinition } from '#machines/ticket/definition.ts'
import type { Coverage } from '#machines/ticket/trials.ts'
import type { FormDefinition } from './application.ts'
import type { PersonRef } from './tickets.ts'

/** `paths`: every life that exploring found; `random`: walks from a seed. */
export type TestKind = 'paths' | 'random'
export type TestState = 'waiting' | 'running' | 'passed' | 'failed' | 'broken'

/** One life that was tried. */
export interface TestCase {
  readonly cast: string
  readonly facts: Readonly<Record<string, string | number | boolean | null>>
  readonly steps: readonly { readonly name: string; readonly place: string }[]
  /** null when it went as it must. */
  readonly failure: TestFailure | null
  /** Milliseconds. */
  readonly took: number
}

export interface TestFailure {
  /** Place in `steps`, from 0. */
  readonly step: number
  readonly message: string
}

export interface TestResult {
  readonly cases: readonly TestCase[]
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

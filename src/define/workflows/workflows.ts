/** Workflows on the wire (97-api): the list, one with its versions, and what its proof says. Texts come in the request's language, times are `yyyy-MM-dd HH:mm:ss`. */
import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { FormDefinition } from '../application.ts'
import type { PersonRef } from '../tickets/line.ts'

/** A row of GET /api/workflow/workflow/. */
export interface WorkflowRow {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly nameEn: string
  readonly group: string
  readonly code: string
  /** 0 before the first publication. */
  readonly versionNo: number
  readonly status: 'draft' | 'published' | 'disabled'
  /** False for a type whose form comes later: nobody can apply by it yet. */
  readonly offered: boolean
  readonly states: number
  readonly running: number
  /** Was ever submitted: then it can be disabled, not deleted (WFD-06). */
  readonly hasTickets: boolean
  readonly isShipped: boolean
  /** Revision of the draft beside the published version; 0 without one. */
  readonly draftRevision: number
  readonly updatedAt: string
}
/** GET /api/workflow/workflow/{id}/ */
export interface WorkflowDetail extends WorkflowRow {
  readonly definition: WorkflowDefinition
  readonly form: FormDefinition
  /** Names of the roles it speaks of, by key. */
  readonly roles: Readonly<Record<string, string>>
  readonly versions: readonly {
    readonly versionNo: number
    readonly status: string
    readonly publishedAt: string | null
    readonly publishedBy: PersonRef | null
    /** Owner of the group who confirmed it (SYS-137). */
    readonly confirmedBy: PersonRef | null
    /** Came with the program. */
    readonly isShipped: boolean
    readonly hash: string
    readonly tickets: number
  }[]
}
/** Something publishing has to say. `path`: state keys from `start` to where it shows. */
export interface VerifyFault {
  readonly rule: string
  /** Which of all faults it is: `gap`, `timerDead` ... */
  readonly name: string
  /** The keys its sentence speaks of: the timer, the field, where a transition leads. */
  readonly params: Readonly<Record<string, string | number>>
  readonly state: string | null
  readonly message: string
  readonly path: readonly string[]
}
/** POST /api/workflow/workflow/{id}/verify/ and {id}/draft/verify/. */
export interface VerifyAnswer {
  readonly ok: boolean
  readonly faults: readonly VerifyFault[]
  /** Worth knowing, but refusing nothing: a role nobody holds today where an empty state does not stop the ticket (WFD-02). */
  readonly warnings: readonly VerifyFault[]
}

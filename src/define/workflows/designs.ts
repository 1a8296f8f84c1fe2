/** Designing workflows on the wire (20.9): drafts, versions, differences. */
import type { StateDefinition, Text, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { Alteration, Detour, Detours } from '#machines/ticket/verify/diff.ts'
import type { FormDefinition } from '../application.ts'
import type { PersonRef } from '../tickets/line.ts'
import type { VerifyAnswer } from './workflows.ts'

/** Where a state stands on the canvas. */
export interface Place {
  readonly x: number
  readonly y: number
}

/** What a workflow is called, who may start it, and how it is drawn; no decision looks at it. */
export interface WorkflowBasics {
  readonly name: string
  readonly nameEn: string
  /** Two letters before the ticket number (§0.4). */
  readonly code: string
  readonly icon: string
  /** One line on the card of the application centre. */
  readonly purpose: Text
  readonly guide: Text
  /** APP-01: nobody but holders of one of these roles may start it; empty is everybody. */
  readonly createRoleKeys: readonly string[]
  /** APP-01: nobody but people of these departments may start it; empty is everybody. */
  readonly createDeptIds: readonly number[]
  /** Where the canvas shows each state; absent states are laid out by themselves. */
  readonly layout?: Readonly<Record<string, Place>>
}

/** What an administrator designs. */
export interface Design {
  readonly definition: WorkflowDefinition
  readonly form: FormDefinition
  readonly basics: WorkflowBasics
}

/** The design that is being worked on. */
export interface Draft extends Design {
  /** 0 when nothing was saved yet: then it is what the current version has. */
  readonly revision: number
  readonly updatedAt: string | null
  readonly updatedBy: PersonRef | null
  /** Number of the version it began from; null for a workflow that was never published. */
  readonly basedOn: number | null
}

/** GET and PUT /api/workflow/workflow/{id}/draft/ */
export interface DraftAnswer {
  readonly draft: Draft
}

/** POST /api/workflow/workflow/{id}/publish/; refused as 4001 `workflow.faulty`, `data` then being {@link VerifyAnswer}. With `proposal` the version waits for the group's owner (SYS-137). */
export interface PublishAnswer {
  readonly id: number
  readonly versionNo: number
  readonly proposal?: number
}
export type Faulty = VerifyAnswer

/** GET /api/workflow/workflow/{id}/versions/{no}/ */
export interface VersionAnswer extends Design {
  readonly versionNo: number
  readonly status: string
  readonly publishedAt: string | null
  readonly publishedBy: PersonRef | null
  readonly isShipped: boolean
  readonly hash: string
}

/** GET /api/workflow/workflow/{id}/diff/?from=&to= */
export interface DiffAnswer extends Pick<Detours, 'isComplete'> {
  /** `example` is what such an application has, in the reader's language; empty when all applications take the new route. */
  readonly detours: readonly (Detour & { readonly example: string })[]
  readonly from: number
  readonly to: number
  readonly alterations: readonly Alteration[]
  /** Fields of the form. */
  readonly fields: readonly {
    readonly name: string
    readonly label: string
    readonly what: 'added' | 'removed' | 'changed'
  }[]
  /** Basics that are not as they were. */
  readonly basics: readonly (keyof WorkflowBasics)[]
  /** Names of all states by key, those of the later version first. */
  readonly names: Readonly<Record<string, Text>>
}

/** GET /api/workflow/workflow/{id}/export/?format=json, and the body of POST import/. */
export interface DesignFile extends Design {
  readonly format: 'jingbao.workflow'
  readonly formatVersion: 1
}

/** What became of something in a BPMN file that is not taken over as it stands there, in the reader's language. */
export interface BpmnNoteLine {
  readonly kind: 'dropped' | 'changed' | 'guessed'
  /** Name of the element; empty for the file. */
  readonly element: string
  readonly message: string
}

/** POST /api/workflow/workflow/read_bpmn/: the design as it would be taken over, and everything dropped, changed or guessed. */
export interface BpmnAnswer {
  readonly design: DesignFile
  readonly notes: readonly BpmnNoteLine[]
}

/** The same call, refused as 4001 `workflow.bpmnFaulty`: what cannot be taken over, by element, in the reader's language. */
export interface BpmnRefusal {
  readonly faults: readonly { readonly element: string; readonly message: string }[]
}

/** A row of GET /api/workflow/workflow_state/: a state of a version in force, or of a draft. */
export interface WorkflowStateRow {
  /** `<workflowId>:<key>`, unique in the list. */
  readonly id: string
  readonly workflowId: number
  readonly workflowKey: string
  readonly workflowName: string
  readonly group: string
  /** 0: the version in force is shown, for there is no draft. */
  readonly draftRevision: number
  readonly sort: number
  readonly state: StateDefinition
  /** In the reader's language; null when it is always entered. */
  readonly condition: string | null
}

/** POST /api/workflow/workflow_state/replace_role/: how many states of how many drafts name another role now. */
export interface ReplaceAnswer {
  readonly drafts: number
  readonly states: number
}

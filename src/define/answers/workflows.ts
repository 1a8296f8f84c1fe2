/** Answers of workflows: their versions, designs, moves and tests. */

import type { PreviewStep } from '../tickets/detail.ts'
import type {
  BpmnAnswer,
  DiffAnswer,
  DraftAnswer,
  PublishAnswer,
  ReplaceAnswer,
  VersionAnswer,
  WorkflowStateRow,
} from '../workflows/designs.ts'
import type { ProposedAnswer } from '../workflows/proposals.ts'
import type { ImpactAnswer } from '../workflows/workflowImpact.ts'
import type { MovesAnswer } from '../workflows/workflowMoves.ts'
import type { VerifyAnswer, WorkflowDetail, WorkflowRow } from '../workflows/workflows.ts'
import type { TestsAnswer } from '../workflows/workflowTests.ts'
import type { UseAnswer } from '../workflows/workflowUse.ts'
import type { FileContent, PageOf } from './answers.ts'

/** A role that states name as their participants. */
export interface StateRole {
  readonly key: string
  readonly name: string
}
/** A workflow in an open format: an object of our own or XState's, a text of Mermaid or BPMN. */
export type ExportedWorkflow = string | object

declare module './answers.ts' {
  interface Answers {
    'GET /api/workflow/workflow/': PageOf<WorkflowRow>
    'POST /api/workflow/workflow/': { readonly id: number }
    'POST /api/workflow/workflow/import/': { readonly id: number }
    'POST /api/workflow/workflow/read_bpmn/': BpmnAnswer
    'GET /api/workflow/workflow/:id/': WorkflowDetail
    'DELETE /api/workflow/workflow/:id/': null
    'POST /api/workflow/workflow/:id/verify/': VerifyAnswer
    'GET /api/workflow/workflow/:id/machine/': ExportedWorkflow
    'GET /api/workflow/workflow/:id/export/': ExportedWorkflow
    'POST /api/workflow/workflow/:id/copy/': { readonly id: number }
    'POST /api/workflow/workflow/:id/disable/': ProposedAnswer | null
    'POST /api/workflow/workflow/:id/enable/': ProposedAnswer | null
    'GET /api/workflow/workflow/:id/versions/:no/': VersionAnswer
    'GET /api/workflow/workflow/:id/diff/': DiffAnswer
    'GET /api/workflow/workflow/:id/draft/': DraftAnswer
    'PUT /api/workflow/workflow/:id/draft/': DraftAnswer
    'DELETE /api/workflow/workflow/:id/draft/': null
    'POST /api/workflow/workflow/:id/draft/verify/': VerifyAnswer
    'POST /api/workflow/workflow/:id/draft/simulate/': readonly PreviewStep[]
    'POST /api/workflow/workflow/:id/publish/': PublishAnswer
    'GET /api/workflow/workflow/:id/moves/': MovesAnswer
    'POST /api/workflow/workflow/:id/moves/': ProposedAnswer | { readonly id: number }
    'GET /api/workflow/workflow/:id/tests/': TestsAnswer
    'POST /api/workflow/workflow/:id/tests/': { readonly id: number }
    'GET /api/workflow/workflow/:id/tests/export_data/': FileContent
    'GET /api/workflow/workflow/:id/use/': UseAnswer
    'GET /api/workflow/workflow_state/': PageOf<WorkflowStateRow>
    'GET /api/workflow/workflow_state/roles/': readonly StateRole[]
    'GET /api/workflow/workflow_state/impact/': ImpactAnswer
    'POST /api/workflow/workflow_state/replace_role/': ReplaceAnswer
  }
}

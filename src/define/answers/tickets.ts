/** Answers of tickets and of what one can apply for. */

import type { FormData } from '#src/fields/field.ts'
import type { ApprovalSpeed } from '../home.ts'
import type { FormCheck, Mentionable, PreviewStep, TicketAnswer, TicketDetail } from '../tickets/detail.ts'
import type { ReplayAnswer, TimelineRow } from '../tickets/history.ts'
import type { TicketRow } from '../tickets/line.ts'
import type {
  ApprovalStatistics,
  BatchResult,
  FailedCheck,
  MyTasks,
  SavedView,
  TicketCharts,
  TicketCounts,
} from '../tickets/lists.ts'
import type { ApplicationCard, ApplicationStart, DesignedType } from '../tickets/types.ts'
import type { FileContent, PageOf } from './answers.ts'
import type { PersonOption } from './organisation.ts'
import type { ExportRequested, ImportNote, RecordOption } from './records.ts'

/** What voiding a ticket would undo, as sentences. */
export interface ReversalAnswer {
  readonly lines: readonly string[]
}
/** Rows of a sub-table that were read from a spreadsheet. */
export interface ImportedLines {
  readonly rows: readonly FormData[]
  readonly notes: readonly ImportNote[]
}

declare module './answers.ts' {
  interface Answers {
    'GET /api/workflow/application_types/': readonly ApplicationCard[]
    'GET /api/workflow/designed_types/': readonly DesignedType[]
    'GET /api/workflow/application_types/:key/': ApplicationStart
    'POST /api/workflow/application_types/:key/favourite/': null
    'GET /api/workflow/application_types/:key/lines/:field/import_template/': FileContent
    'POST /api/workflow/application_types/:key/lines/:field/import_data/': ImportedLines
    'GET /api/home/my_tasks/': MyTasks
    'GET /api/home/approval_speed/': ApprovalSpeed
    'GET /api/workflow/ticket/': PageOf<TicketRow>
    'GET /api/workflow/ticket/counts/': TicketCounts
    'GET /api/workflow/ticket/options/': readonly RecordOption[]
    'POST /api/workflow/ticket/': TicketAnswer
    'POST /api/workflow/ticket/preview/': readonly PreviewStep[]
    'POST /api/workflow/ticket/check/': FormCheck
    'POST /api/workflow/ticket/batch_approve/': readonly BatchResult[]
    'POST /api/workflow/ticket/batch_claim/': readonly BatchResult[]
    'POST /api/workflow/ticket/batch_urge/': readonly BatchResult[]
    'GET /api/workflow/ticket/export_data/': FileContent | ExportRequested
    'GET /api/workflow/ticket/charts/': TicketCharts
    'GET /api/workflow/ticket/charts/export_data/': FileContent
    'GET /api/workflow/ticket/statistics/': ApprovalStatistics
    'GET /api/workflow/ticket/live_checks/': readonly FailedCheck[]
    'GET /api/workflow/ticket_view/': readonly SavedView[]
    'POST /api/workflow/ticket_view/': SavedView
    'DELETE /api/workflow/ticket_view/:id/': null
    'GET /api/workflow/ticket/:id/': TicketDetail
    'PUT /api/workflow/ticket/:id/': TicketAnswer
    'DELETE /api/workflow/ticket/:id/': null
    'POST /api/workflow/ticket/:id/submit/': TicketAnswer
    'GET /api/workflow/ticket/:id/timeline/': readonly TimelineRow[]
    'GET /api/workflow/ticket/:id/helpers/': readonly PersonOption[]
    'GET /api/workflow/ticket/:id/mentionable/': readonly Mentionable[]
    'GET /api/workflow/ticket/:id/reversal/': ReversalAnswer
    /** The picture signed with last; null before the first. */
    'GET /api/workflow/ticket/signature/': { readonly fileId: number | null }
    /** A proof that is good for minutes. */
    'POST /api/workflow/ticket/:id/sign/': { readonly signature: string }
    'GET /api/workflow/ticket/:id/replay/': ReplayAnswer
    'POST /api/workflow/ticket/:id/approve_at_once/': TicketAnswer
    'POST /api/workflow/ticket/:id/revoke/': TicketAnswer
    'POST /api/workflow/ticket/:id/convert/': TicketAnswer
    /** Every other action of a person. */
    'POST /api/workflow/ticket/:id/:action/': TicketAnswer
  }
}

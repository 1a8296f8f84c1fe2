/** The texts of the frame's own pages behind the sign-in. Their keys are types in the browser; the texts come by part and language (`parts/cut.ts`). */
import apiDocs from '#src/client/messages/apiDocs.messages.ts'
import apply from '#src/client/messages/apply.messages.ts'
import centre from '#src/client/messages/centre.messages.ts'
import designer from '#src/client/messages/designer/designer.messages.ts'
import home from '#src/client/messages/home.messages.ts'
import palette from '#src/client/messages/palette.messages.ts'
import personal from '#src/client/messages/personal.messages.ts'
import phrases from '#src/client/messages/phrases.messages.ts'
import proposals from '#src/client/messages/proposals.messages.ts'
import queue from '#src/client/messages/queue.messages.ts'
import records from '#src/client/messages/records/records.messages.ts'
import release from '#src/client/messages/release.messages.ts'
import ticket from '#src/client/messages/ticket.messages.ts'
import ticketAction from '#src/client/messages/ticketAction.messages.ts'
import workflowImpact from '#src/client/messages/workflowImpact.messages.ts'
import workflowMoves from '#src/client/messages/workflowMoves.messages.ts'
import workflows from '#src/client/messages/workflows.messages.ts'
import workflowTests from '#src/client/messages/workflowTests.messages.ts'
import workflowUse from '#src/client/messages/workflowUse.messages.ts'

/** Screen texts of the pages that are not in `firstMessages`, each file under its name. */
export const laterMessages = {
  apiDocs,
  apply,
  centre,
  ticketAction,
  designer,
  home,
  palette,
  personal,
  phrases,
  proposals,
  queue,
  records,
  release,
  ticket,
  workflowImpact,
  workflowMoves,
  workflowTests,
  workflowUse,
  workflows,
}

/** Those that come with the frame, since every page or the frame itself says something of them; any other is named by the pages that say it. */
export const frameNames = [
  'apply',
  'centre',
  'ticketAction',
  'phrases',
  'proposals',
  'queue',
  'records',
  'ticket',
] as const satisfies readonly (keyof typeof laterMessages)[]

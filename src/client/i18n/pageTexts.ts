/** The texts of the frame's own pages behind the sign-in. Their keys are types in the browser; the texts come by part and language (`parts/cut.ts`). */
import apiDocs from '../messages/apiDocs.messages.ts'
import apply from '../messages/apply.messages.ts'
import centre from '../messages/centre.messages.ts'
import deed from '../messages/deed.messages.ts'
import designer from '../messages/designer.messages.ts'
import home from '../messages/home.messages.ts'
import palette from '../messages/palette.messages.ts'
import personal from '../messages/personal.messages.ts'
import queue from '../messages/queue.messages.ts'
import records from '../messages/records.messages.ts'
import release from '../messages/release.messages.ts'
import ticket from '../messages/ticket.messages.ts'
import workflowImpact from '../messages/workflowImpact.messages.ts'
import workflowMoves from '../messages/workflowMoves.messages.ts'
import workflows from '../messages/workflows.messages.ts'
import workflowTests from '../messages/workflowTests.messages.ts'
import workflowUse from '../messages/workflowUse.messages.ts'

/** Screen texts of the pages that are not in `firstMessages`, each file under its name. */
export const laterMessages = {
  apiDocs,
  apply,
  centre,
  deed,
  designer,
  home,
  palette,
  personal,
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
  'deed',
  'palette',
  'queue',
  'records',
  'ticket',
] as const satisfies readonly (keyof typeof laterMessages)[]

/** The texts of everything behind the sign-in, in one chunk: loaded with the start-up data. */
import { fieldsMessages } from '#src/fields/fields.messages.ts'
import { modules } from '#src/modules.ts'
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
import workflowMoves from '../messages/workflowMoves.messages.ts'
import workflows from '../messages/workflows.messages.ts'
import workflowTests from '../messages/workflowTests.messages.ts'
import workflowUse from '../messages/workflowUse.messages.ts'
import { addMessages, addModuleMessages } from './i18n.ts'

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
  workflowMoves,
  workflowTests,
  workflowUse,
  workflows,
}

/** Adds them, those of the field checks and those of the modules. */
export function addPageTexts(): void {
  addMessages(laterMessages)
  addModuleMessages([fieldsMessages, ...modules.map((module) => module.messages)])
}

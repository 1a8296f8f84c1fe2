import type { TextPaths } from '#src/define/messages.ts'
import { operationMessages } from '#src/define/operations/operations.messages.ts'
import { sentenceMessages } from '#src/define/operations/sentence.messages.ts'
import { fieldsMessages } from '#src/fields/fields.messages.ts'
import type { ModuleTexts } from '#src/modules.ts'
import { accessCheckMessages } from './accessCheck.messages.ts'
import { bpmnMessages } from './bpmn.messages.ts'
import { designsMessages } from './designs.messages.ts'
import { documentationMessages } from './documentation.messages.ts'
import { infrastructureMessages } from './infrastructure.messages.ts'
import { personalMessages } from './personal.messages.ts'
import { proposalsMessages } from './proposals.messages.ts'
import { readMessages } from './reads.messages.ts'
import { recordsMessages } from './records.messages.ts'
import { rolesMessages } from './roles.messages.ts'
import { searchMessages } from './search.messages.ts'
import { secondFactorMessages } from './secondFactor.messages.ts'
import { selfServiceMessages } from './selfService.messages.ts'
import { serverMessages } from './server.messages.ts'
import { ticketsMessages } from './tickets.messages.ts'
import { uploadsMessages } from './uploads.messages.ts'
import { workflowsMessages } from './workflows.messages.ts'

/** Catalogues of the server itself; each module brings its own. */
export const serverCatalogues = [
  accessCheckMessages,
  bpmnMessages,
  designsMessages,
  documentationMessages,
  infrastructureMessages,
  personalMessages,
  proposalsMessages,
  readMessages,
  recordsMessages,
  rolesMessages,
  searchMessages,
  secondFactorMessages,
  selfServiceMessages,
  serverMessages,
  ticketsMessages,
  uploadsMessages,
  workflowsMessages,
  fieldsMessages,
  operationMessages,
  sentenceMessages,
] as const

/** A text that the server can say. */
type SpokenKey = TextPaths<(typeof serverCatalogues)[number]['zhHans'] | ModuleTexts>

declare module '#src/define/names.ts' {
  interface ProblemKeyNames {
    /** Rules and error texts of modules stand under `rules.` and are named without it. */
    shipped: SpokenKey extends infer K ? (K extends `rules.${infer Rule}` ? Rule : K) : never
  }
}

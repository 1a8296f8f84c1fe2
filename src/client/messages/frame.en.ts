import type { SameKeys } from '#src/define/messages.ts'
import fields from '#src/fields/fields.en.ts'
import apply from './frame/apply.en.ts'
import centre from './frame/centre.en.ts'
import layout from './frame/layout.en.ts'
import phrases from './frame/phrases.en.ts'
import proposals from './frame/proposals.en.ts'
import queue from './frame/queue.en.ts'
import records from './frame/records/records.en.ts'
import scanner from './frame/scanner.en.ts'
import ticket from './frame/ticket.en.ts'
import ticketAction from './frame/ticketAction.en.ts'
import type zhHans from './frame.zhHans.ts'

/** What the frame of the signed-in pages says, and what any of them may say. */
export default {
  ...fields,
  apply,
  centre,
  layout,
  phrases,
  proposals,
  queue,
  records,
  scanner,
  ticket,
  ticketAction,
} satisfies SameKeys<typeof zhHans>

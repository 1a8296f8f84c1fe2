import type { MessageTree } from '#src/define/messages.ts'
import fields from '#src/fields/fields.zhHans.ts'
import apply from './frame/apply.zhHans.ts'
import centre from './frame/centre.zhHans.ts'
import layout from './frame/layout.zhHans.ts'
import phrases from './frame/phrases.zhHans.ts'
import proposals from './frame/proposals.zhHans.ts'
import queue from './frame/queue.zhHans.ts'
import records from './frame/records/records.zhHans.ts'
import scanner from './frame/scanner.zhHans.ts'
import ticket from './frame/ticket.zhHans.ts'
import ticketAction from './frame/ticketAction.zhHans.ts'

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
} satisfies MessageTree

/** The records as one person uses them: an action of which the server asks who does it is offered to that person alone (SUP-06, SUP-07). The server decides again. */
import type { Condition } from '#machines/ticket/definition/definition.ts'
import type { RecordAction, RecordDefinition } from '#src/define/record.ts'
import { supervisionMilestone } from './item-parts.ts'
import { saysProgress, supervisionItem } from './supervision-item.ts'

/** Who looks at an item. */
export interface ItemReader {
  readonly userId: number
  /** Roles by key. */
  readonly roles: readonly string[]
}

type ItemAction = keyof typeof supervisionItem.actions

const both = (one: Condition | undefined, other: Condition): Condition =>
  one === undefined ? other : { all: [one, other] }

const isHandler = ({ userId }: ItemReader): Condition => ({ field: 'handlerId', op: 'eq', value: userId })
const isOther = ({ userId }: ItemReader): Condition => ({ field: 'handlerId', op: 'ne', value: userId })
/** The supervising leader, or the bureau chief; never the handler. */
const decides = (reader: ItemReader): Condition =>
  reader.roles.includes('bureauLeader')
    ? isOther(reader)
    : both({ field: 'leaderId', op: 'eq', value: reader.userId }, isOther(reader))

/** Departments report; leaders, who read the items of many, report on what they handle themselves. */
const reports = (reader: ItemReader): Condition | null =>
  reader.roles.includes('divisionLeader') || reader.roles.includes('bureauLeader') ? isHandler(reader) : null

/** Who takes an action; the others are a matter of permission and scope alone. */
const takenBy: Partial<Record<ItemAction, (reader: ItemReader) => Condition | null>> = {
  reply: reports,
  signFor: isHandler,
  decline: isHandler,
  submit: isHandler,
  extend: isHandler,
  approveExtension: isOther,
  refuseExtension: isOther,
  close: decides,
  sendBack: decides,
  rescore: decides,
  terminate: decides,
}

const whoTakes = (name: string, reader: ItemReader): Condition | null =>
  (takenBy as Readonly<Record<string, (reader: ItemReader) => Condition | null>>)[name]?.(reader) ?? null

/** Items with the actions this person may take. An assisting department is not asked how far the item is. */
export function itemFor(reader: ItemReader): RecordDefinition {
  const { newProgress } = supervisionItem.actions.reply.fields
  const fieldsOf = (name: string, { fields }: RecordAction) =>
    name === 'reply'
      ? { fields: { ...fields, newProgress: { ...newProgress, visibleWhen: both(saysProgress, isHandler(reader)) } } }
      : {}
  return {
    ...supervisionItem,
    actions: Object.fromEntries(
      Object.entries<RecordAction>(supervisionItem.actions).map(([name, action]) => {
        const who = whoTakes(name, reader)
        return [name, { ...action, ...fieldsOf(name, action), ...(who !== null && { when: both(action.when, who) }) }]
      }),
    ),
  }
}

/** Milestones, which the handler alone records as done. */
export function milestoneFor(reader: ItemReader): RecordDefinition {
  const { reach } = supervisionMilestone.actions
  return { ...supervisionMilestone, actions: { reach: { ...reach, when: both(reach.when, isHandler(reader)) } } }
}

/** The shape of a design from outside: a draft may be faulty, never malformed. What is not named here is refused, so nothing unknown is ever stored or run. */

import { z } from 'zod'
import {
  type Ballot,
  type Condition,
  type EligiblePeople,
  type Group,
  type NoticeRule,
  noticeOccasions,
  type StateDefinition,
  type SubTicket,
  type Text,
  type TransitionDefinition,
  type WorkflowDefinition,
} from '#machines/ticket/definition/definition.ts'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import { limitSettings } from '#src/define/settings.ts'
import type { WorkflowBasics } from '#src/define/workflows/designs.ts'
import { flag, line, nameOf, type Shape } from '#src/fields/shapes.server.ts'
import { CONDITION, describedForm } from '#src/server/documentation/schema.ts'

const lines = (max: number) =>
  z
    .string()
    .overwrite(trimText)
    .max(max)
    .refine((text) => !/\p{Cs}|(?![\n\t\r])\p{Cc}/u.test(text))
const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
export const bilingual = (max: number) => z.strictObject({ zhHans: line(max), en: line(max) } satisfies Shape<Text>)
const guide = z.strictObject({ zhHans: lines(2000), en: lines(2000) })

const fact = z.union([line(200), z.number(), z.boolean(), z.null()])
const factName = z.string().regex(/^[A-Za-z][A-Za-z0-9_.]{0,79}$/)
const operator = z.enum(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'notIn', 'empty', 'notEmpty'])
const leaf = z.strictObject({
  field: factName,
  op: operator,
  value: z.union([fact, z.array(fact).max(200), z.strictObject({ fact: factName })]).exactOptional(),
})
/** One level more than publishing allows, so that the fault can be said (20.1). */
const MAX_NESTING = 4
function conditionAt(depth: number): z.ZodType<Condition> {
  if (depth === 0) return leaf
  const parts = z.array(conditionAt(depth - 1)).max(50)
  return z.union([leaf, z.strictObject({ all: parts }), z.strictObject({ any: parts })])
}
const deepest = conditionAt(MAX_NESTING)
/** Documented once, by reference to itself: written out, its levels would fill megabytes. */
export const condition: z.ZodType<Condition> = describedForm(CONDITION).transform((value, context) => {
  const parsed = deepest.safeParse(value)
  if (parsed.success) return parsed.data
  context.addIssue({ code: 'custom' })
  return z.NEVER
})

const deptKey = z.string().regex(/^[A-Za-z0-9_-]{1,32}$/)
const group = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('user'), userId: id }),
  z.strictObject({ type: z.literal('role'), role: nameOf(32) }),
  z.strictObject({ type: z.literal('deptLeader'), dept: deptKey.exactOptional() }),
  z.strictObject({ type: z.literal('parentDeptLeader') }),
  z.strictObject({ type: z.literal('divisionLeader'), dept: deptKey.exactOptional() }),
  z.strictObject({ type: z.literal('dept'), dept: deptKey }),
  z.strictObject({ type: z.literal('applicant') }),
  z.strictObject({ type: z.literal('formField'), field: nameOf(64) }),
  z.strictObject({ type: z.literal('previous') }),
]) satisfies z.ZodType<Group>
const participant = z.union([group, z.strictObject({ type: z.literal('several'), of: z.array(group).max(20) })])

const hours = z.number().min(-10_000).max(10_000)
const timerBase = {
  key: nameOf(32),
  afterHours: hours,
  daysSetting: z.enum(limitSettings).exactOptional(),
  pause: flag,
}
const timer = z.discriminatedUnion('action', [
  z.strictObject({
    ...timerBase,
    action: z.literal('remind'),
    everyHours: hours.exactOptional(),
    times: z.number().min(-1000).max(1000).exactOptional(),
  }),
  z.strictObject({ ...timerBase, action: z.literal('escalate'), to: participant }),
  z.strictObject({ ...timerBase, action: z.literal('transfer'), to: participant }),
  z.strictObject({ ...timerBase, action: z.literal('autoPass') }),
  z.strictObject({ ...timerBase, action: z.literal('autoReject') }),
  z.strictObject({ ...timerBase, action: z.literal('close') }),
])

export const permission = z.enum(['hidden', 'read', 'write', 'required'])
const stateKey = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/)

const ballotShape = {
  mode: z.enum(['any', 'anyApproval', 'all', 'sequential', 'ratio', 'count', 'perGroup']),
  ratio: z.number().min(-1000).max(1000).exactOptional(),
  count: z.number().min(-1000).max(1000).exactOptional(),
} satisfies Shape<Ballot>

const eligiblePeople = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ownDept') }),
  z.strictObject({
    type: z.literal('named'),
    departments: z.array(deptKey).max(50),
    roles: z.array(nameOf(32)).max(50),
  }),
]) satisfies z.ZodType<EligiblePeople>

const state = z.strictObject({
  ...ballotShape,
  key: stateKey,
  name: bilingual(50),
  kind: z.enum(['approve', 'handle', 'cc', 'sub']),
  participant,
  claim: flag,
  skipsApplicant: flag,
  emptyPolicy: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('leader') }),
    z.strictObject({ type: z.literal('block') }),
    z.strictObject({ type: z.literal('skip') }),
    z.strictObject({ type: z.literal('reject') }),
    z.strictObject({ type: z.literal('toRole'), role: nameOf(32) }),
    z.strictObject({ type: z.literal('toUser'), userId: z.number().int().positive() }),
  ]),
  enterWhen: condition.exactOptional(),
  skipReason: bilingual(200).exactOptional(),
  doneWhen: condition.exactOptional(),
  opensAtField: nameOf(64).exactOptional(),
  fields: z.record(nameOf(64), permission).exactOptional(),
  timers: z.array(timer).max(20).exactOptional(),
  allowTransfer: flag,
  allowAddSign: flag,
  signersAdvise: flag,
  eligiblePeople: eligiblePeople.exactOptional(),
  allowReturn: z.enum(['start', 'any']).exactOptional(),
  allowReject: flag,
  onReject: z.union([z.enum(['end', 'start']), z.strictObject({ state: stateKey })]).exactOptional(),
  requireComment: flag,
  requireSignature: z.union([z.boolean(), condition]).exactOptional(),
  branch: z.enum(['parallel', 'inclusive']).exactOptional(),
  joinOf: stateKey.exactOptional(),
  child: z
    .strictObject({
      // Nothing chosen yet: a draft is kept all the same, and not published.
      type: z.union([z.literal(''), stateKey]),
      values: z.record(nameOf(64), nameOf(64)),
      wait: z.boolean(),
    } satisfies Shape<SubTicket>)
    .exactOptional(),
  critical: flag,
} satisfies Shape<StateDefinition>)

const transition = z.strictObject({
  from: stateKey,
  to: stateKey,
  when: condition.exactOptional(),
  label: bilingual(50).exactOptional(),
} satisfies Shape<TransitionDefinition>)

const notice = z.strictObject({
  key: nameOf(32),
  on: z.enum(noticeOccasions),
  state: stateKey.exactOptional(),
  to: participant,
  channel: z.enum(['message', 'reminder']),
  text: bilingual(200),
} satisfies Shape<NoticeRule>)

/** The group of a ticket type (dictionary ticketGroup). */
export const ticketGroup = z.enum(['finance', 'officialCar', 'maintenance', 'procurement', 'receive'])

export const definitionSchema: z.ZodType<WorkflowDefinition> = z.strictObject({
  key: stateKey,
  group: ticketGroup,
  withdraw: z.enum(['whileRunning', 'untouched', 'never']),
  allowSelf: z.boolean(),
  repeat: z.enum(['off', 'preceding', 'earlierInRound']),
  resume: z.enum(['runAgain', 'straightBack', 'either']).exactOptional(),
  mostReturns: z.number().min(-1000).max(1000).exactOptional(),
  revocableDays: z.number().min(-10_000).max(10_000).exactOptional(),
  notices: z.array(notice).max(30).exactOptional(),
  states: z.array(state).max(200),
  transitions: z.array(transition).max(800),
} satisfies Shape<WorkflowDefinition>)

const coordinate = z.number().min(-100_000).max(100_000)
export const basicsSchema: z.ZodType<WorkflowBasics> = z.strictObject({
  name: line(50),
  nameEn: line(80),
  code: line(2),
  icon: z.string().regex(/^[a-z0-9-]{0,40}$/),
  purpose: bilingual(100),
  guide,
  createRoleKeys: z.array(nameOf(32)).max(50),
  createDeptIds: z.array(id).max(100),
  layout: z.record(stateKey, z.strictObject({ x: coordinate, y: coordinate })).exactOptional(),
} satisfies Shape<WorkflowBasics>)

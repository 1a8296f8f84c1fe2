/** Everything of a state and of a workflow that BPMN has no words for, to and from extension elements. */
import {
  type Condition,
  type EligiblePeople,
  type EmptyPolicy,
  type Group,
  groupsOf,
  type NoticeRule,
  noticeOccasions,
  type Participant,
  type RejectTarget,
  type StateDefinition,
  type SubTicket,
  type Text,
  type WorkflowDefinition,
} from '#machines/ticket/definition/definition.ts'
import { conditionIn } from '../conditionIn.ts'
import { conditionText } from '../words.ts'
import { elementOf, elementsOf, legal, type ModdleElement, make, stateFlags, textOf } from './moddle.ts'

/** What a reading could not understand: the property, and what stands there. */
export type Unread = (property: string, value: string) => void

const oneOf = <Value extends string>(
  parent: ModdleElement | undefined,
  property: string,
  values: readonly Value[],
  unread: Unread,
): Value | undefined => {
  const text = textOf(parent, property)
  const found = values.find((value) => value === text)
  if (text !== '' && found === undefined) unread(property, text)
  return found
}
const flagOf = (parent: ModdleElement | undefined, property: string): boolean | undefined => {
  const value = parent?.[property]
  return typeof value === 'boolean' ? value : undefined
}
const numberOf = (parent: ModdleElement | undefined, property: string): number | undefined => {
  const value = parent?.[property]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
/** Only what is there: no property is set to nothing. */
const given = <Value extends object>(
  values: {
    readonly [Name in keyof Value]: Value[Name] | undefined
  },
): Partial<Value> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Value>

export const peopleOut = (participant: Participant): ModdleElement =>
  make('jingbao:People', {
    several: participant.type === 'several' ? true : undefined,
    groups: groupsOf(participant).map((group) => make('jingbao:Group', { ...group })),
  })

function groupIn(element: ModdleElement, unread: Unread): Group | null {
  const [type, role, dept, field] = ['type', 'role', 'dept', 'field'].map((name) => textOf(element, name))
  const userId = numberOf(element, 'userId')
  switch (type) {
    case 'user':
      if (userId !== undefined) return { type, userId }
      break
    case 'role':
      if (role) return { type, role }
      break
    case 'dept':
      if (dept) return { type, dept }
      break
    case 'formField':
      if (field) return { type, field }
      break
    case 'deptLeader':
    case 'divisionLeader':
      return dept ? { type, dept } : { type }
    case 'parentDeptLeader':
    case 'applicant':
    case 'previous':
      return { type }
  }
  unread('participant', type ?? '')
  return null
}

/** Null where nobody is named, or where somebody named is not understood. */
export function peopleIn(element: ModdleElement | undefined, unread: Unread): Participant | null {
  if (element === undefined) return null
  const read = elementsOf(element, 'groups').map((group) => groupIn(group, unread))
  const groups = read.filter((group) => group !== null)
  if (groups.length < read.length) return null
  if (flagOf(element, 'several') === true) return { type: 'several', of: groups }
  const [only, ...others] = groups
  return others.length > 0 ? { type: 'several', of: groups } : (only ?? null)
}

const expressionOut = (condition: Condition | undefined): ModdleElement | undefined =>
  condition && make('jingbao:Expression', { text: legal(conditionText(condition)) })

function expressionIn(parent: ModdleElement, property: string, unread: Unread): Condition | undefined {
  const element = elementOf(parent, property)
  const text = textOf(element, 'text')
  const condition = element && conditionIn(text)
  if (element && !condition) unread(property, text)
  return condition ?? undefined
}

const policyOut = (policy: EmptyPolicy): ModdleElement => make('jingbao:EmptyPolicy', { ...policy })

function policyIn(element: ModdleElement | undefined, unread: Unread): EmptyPolicy | undefined {
  const type = oneOf(element, 'type', ['leader', 'block', 'skip', 'reject', 'toRole', 'toUser'], unread)
  if (type === undefined) return undefined
  const [role, userId] = [textOf(element, 'role'), numberOf(element, 'userId')]
  if (type === 'toRole') return role === '' ? undefined : { type, role }
  if (type === 'toUser') return userId === undefined ? undefined : { type, userId }
  return { type }
}

const eligiblePeopleOut = (eligiblePeople: EligiblePeople): ModdleElement =>
  make('jingbao:EligiblePeople', {
    type: eligiblePeople.type,
    ...(eligiblePeople.type === 'named' && {
      departments: eligiblePeople.departments.map((key) => make('jingbao:EligibleDepartment', { key })),
      roles: eligiblePeople.roles.map((key) => make('jingbao:EligibleRole', { key })),
    }),
  })

function eligiblePeopleIn(element: ModdleElement | undefined, unread: Unread): EligiblePeople | undefined {
  const type = oneOf(element, 'type', ['ownDept', 'named'], unread)
  const keys = (property: string) => elementsOf(element, property).map((one) => textOf(one, 'key'))
  if (type === 'named') return { type, departments: keys('departments'), roles: keys('roles') }
  return type && { type }
}

const subTicketOut = ({ type, values, wait }: SubTicket): ModdleElement =>
  make('jingbao:SubTicket', {
    type,
    wait,
    values: Object.entries(values).map(([field, source]) => make('jingbao:FieldValue', { field, source })),
  })

/** What a call activity files; without its extension element nothing is filled in and the ticket waits. */
export function subTicketIn(element: ModdleElement | undefined, type: string): SubTicket {
  const values = elementsOf(element, 'values').map((one) => [textOf(one, 'field'), textOf(one, 'source')])
  return { type, values: Object.fromEntries(values), wait: flagOf(element, 'wait') ?? true }
}

const textsOut = (type: string, { zhHans, en }: Text): ModdleElement =>
  make(type, { zhHans: legal(zhHans), en: legal(en) })
const textsIn = (element: ModdleElement | undefined): Text | undefined =>
  element && { zhHans: textOf(element, 'zhHans'), en: textOf(element, 'en') }

const rejectOut = (target: RejectTarget | undefined) =>
  typeof target === 'object' ? { rejectTo: target.state } : { onReject: target }

function rejectIn(element: ModdleElement, unread: Unread): RejectTarget | undefined {
  const state = textOf(element, 'rejectTo')
  return state === '' ? oneOf(element, 'onReject', ['end', 'start'] as const, unread) : { state }
}

const PERMISSIONS = ['hidden', 'read', 'write', 'required'] as const
const MODES = ['any', 'anyApproval', 'all', 'sequential', 'ratio', 'count', 'perGroup'] as const

/** The extension element of a state; how it votes is said by its loop, if BPMN has one for it. */
export function stateOut(state: StateDefinition, isBar: boolean): ModdleElement {
  const { name, fields, requireSignature, child, timers } = state
  return make('jingbao:State', {
    zhHans: legal(name.zhHans),
    en: legal(name.en),
    ...Object.fromEntries(stateFlags.map((flag) => [flag, state[flag]])),
    opensAtField: state.opensAtField,
    skipReason: state.skipReason && textsOut('jingbao:SkipReason', state.skipReason),
    allowReturn: state.allowReturn,
    ...rejectOut(state.onReject),
    requireSignature: typeof requireSignature === 'boolean' ? requireSignature : undefined,
    signWhen: typeof requireSignature === 'object' ? expressionOut(requireSignature) : undefined,
    doneWhen: expressionOut(state.doneWhen),
    // A task has a gateway before it for this.
    enterWhen: isBar ? expressionOut(state.enterWhen) : undefined,
    hasTimers: timers?.length === 0 ? true : undefined,
    participant: isBar ? undefined : peopleOut(state.participant),
    emptyPolicy: policyOut(state.emptyPolicy),
    vote: isBar ? voteOut(state) : undefined,
    eligiblePeople: state.eligiblePeople && eligiblePeopleOut(state.eligiblePeople),
    subTicket: child && subTicketOut(child),
    permissions:
      fields &&
      make('jingbao:Permissions', {
        fields: Object.entries(fields).map(([field, value]) => make('jingbao:Permission', { field, value })),
      }),
  })
}

/** What a state is beside its place on the route. */
export type Settings = Omit<
  StateDefinition,
  'key' | 'name' | 'kind' | 'participant' | 'emptyPolicy' | 'mode' | 'ratio' | 'count' | 'timers' | 'branch' | 'joinOf'
> & {
  readonly emptyPolicy?: EmptyPolicy
}

/** Everything of a state's extension element but its names, people and votes. */
export function settingsIn(element: ModdleElement, unread: Unread): Settings {
  const permissions = elementOf(element, 'permissions')
  const signWhen = expressionIn(element, 'signWhen', unread)
  const fields = elementsOf(permissions, 'fields').flatMap((one) => {
    const value = oneOf(one, 'value', PERMISSIONS, unread)
    return value === undefined ? [] : [[textOf(one, 'field'), value] as const]
  })
  return given<Settings>({
    ...(Object.fromEntries(stateFlags.map((flag) => [flag, flagOf(element, flag)])) as Pick<
      Settings,
      (typeof stateFlags)[number]
    >),
    opensAtField: textOf(element, 'opensAtField') || undefined,
    skipReason: textsIn(elementOf(element, 'skipReason')),
    allowReturn: oneOf(element, 'allowReturn', ['start', 'any'], unread),
    onReject: rejectIn(element, unread),
    requireSignature: signWhen ?? flagOf(element, 'requireSignature'),
    doneWhen: expressionIn(element, 'doneWhen', unread),
    enterWhen: expressionIn(element, 'enterWhen', unread),
    emptyPolicy: policyIn(elementOf(element, 'emptyPolicy'), unread),
    eligiblePeople: eligiblePeopleIn(elementOf(element, 'eligiblePeople'), unread),
    fields: permissions && Object.fromEntries(fields),
  })
}

type Ballot = Pick<StateDefinition, 'mode' | 'ratio' | 'count'>

export const voteOut = ({ mode, ratio, count }: Ballot): ModdleElement => make('jingbao:Vote', { mode, ratio, count })

/** Null where no mode is named. */
export function voteIn(element: ModdleElement | undefined, unread: Unread): Ballot | null {
  const mode = oneOf(element, 'mode', MODES, unread)
  const [ratio, count] = [numberOf(element, 'ratio'), numberOf(element, 'count')]
  return mode === undefined
    ? null
    : { mode, ...(ratio !== undefined && { ratio }), ...(count !== undefined && { count }) }
}

const noticeOut = ({ key, on, state, channel, to, text }: NoticeRule): ModdleElement =>
  make('jingbao:Notice', {
    key,
    on,
    state,
    channel,
    zhHans: legal(text.zhHans),
    en: legal(text.en),
    participant: peopleOut(to),
  })

function noticeIn(element: ModdleElement, unread: Unread): NoticeRule | null {
  const on = oneOf(element, 'on', noticeOccasions, unread)
  const channel = oneOf(element, 'channel', ['message', 'reminder'], unread)
  const to = peopleIn(elementOf(element, 'participant'), unread)
  const [key, state] = [textOf(element, 'key'), textOf(element, 'state')]
  if (on === undefined || channel === undefined || to === null) return null
  const text = { zhHans: textOf(element, 'zhHans'), en: textOf(element, 'en') }
  return { key, on, ...(state !== '' && { state }), to, channel, text }
}

/** The extension element of the process. */
export function workflowOut(
  { key, group, withdraw, allowSelf, repeat, resume, mostReturns, revocableDays, notices }: WorkflowDefinition,
  language: string,
  parts: Readonly<Record<string, string>>,
): ModdleElement {
  return make('jingbao:Workflow', {
    ...{ key, group, withdraw, allowSelf, repeat, resume, mostReturns, revocableDays, language },
    notices: notices && make('jingbao:Notices', { rules: notices.map(noticeOut) }),
    parts: Object.entries(parts).map(([name, text]) => make('jingbao:Part', { name, text: legal(text) })),
  })
}

/** What holds for the whole workflow, beside its key. */
export type Rules = Omit<WorkflowDefinition, 'key' | 'states' | 'transitions'>

const GROUPS = ['finance', 'officialCar', 'maintenance', 'procurement', 'receive'] as const

/** The rules of the process, over those a new workflow begins with. */
export function rulesIn(element: ModdleElement | undefined, start: Rules, unread: Unread): Rules {
  const notices = elementOf(element, 'notices')
  return {
    ...start,
    ...given<Rules>({
      group: oneOf(element, 'group', GROUPS, unread),
      withdraw: oneOf(element, 'withdraw', ['whileRunning', 'untouched', 'never'], unread),
      allowSelf: flagOf(element, 'allowSelf'),
      repeat: oneOf(element, 'repeat', ['off', 'preceding', 'earlierInRound'], unread),
      resume: oneOf(element, 'resume', ['runAgain', 'straightBack', 'either'], unread),
      mostReturns: numberOf(element, 'mostReturns'),
      revocableDays: numberOf(element, 'revocableDays'),
      notices: notices && elementsOf(notices, 'rules').flatMap((rule) => noticeIn(rule, unread) ?? []),
    }),
  }
}

/** What stands beside the chart, by name. */
export const partsIn = (element: ModdleElement | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(elementsOf(element, 'parts').map((part) => [textOf(part, 'name'), textOf(part, 'text')]))

/** BPMN files are read and written by bpmn-moddle; what BPMN has no words for stands in extension elements of our own. */
import { BpmnModdle, type ModdleElement } from 'bpmn-moddle'

/** Switches of a state that are written under their own names. */
export const stateFlags = [
  'claim',
  'skipsApplicant',
  'allowTransfer',
  'allowAddSign',
  'signersAdvise',
  'allowReject',
  'requireComment',
  'critical',
] as const

export type { ModdleElement }

const attribute = (type: 'String' | 'Boolean' | 'Integer' | 'Real', ...names: readonly string[]) =>
  names.map((name) => ({ name, type, isAttr: true }))
const child = (name: string, type: string) => ({ name, type })
/** A condition under the name of its property, since there are several in one element. */
const expression = (name: string) => ({ name, type: 'Expression', xml: { serialize: 'property' } })
const children = (name: string, type: string) => ({ name, type, isMany: true })
const element = (name: string, ...properties: readonly (object | readonly object[])[]) => ({
  name,
  superClass: ['Element'],
  properties: properties.flat(),
})
const body = { name: 'text', type: 'String', isBody: true }

/** The extension elements, as moddle describes a vocabulary. */
const jingbao = {
  name: 'Jingbao',
  prefix: 'jingbao',
  uri: 'urn:jingbao:workflow',
  xml: { tagAlias: 'lowerCase' },
  types: [
    // Of the process.
    element(
      'Workflow',
      attribute('String', 'key', 'group', 'withdraw', 'repeat', 'resume', 'language'),
      attribute('Boolean', 'allowSelf'),
      attribute('Real', 'mostReturns', 'revocableDays'),
      child('notices', 'Notices'),
      children('parts', 'Part'),
    ),
    element('Notices', children('rules', 'Notice')),
    element(
      'Notice',
      attribute('String', 'key', 'on', 'state', 'channel', 'zhHans', 'en'),
      child('participant', 'People'),
    ),
    // What belongs to the workflow and is no part of its chart (its form), as JSON.
    element('Part', attribute('String', 'name'), body),
    // Of a task, or of a gateway that is a state.
    element(
      'State',
      attribute('String', 'zhHans', 'en', 'opensAtField', 'allowReturn', 'onReject', 'rejectTo'),
      attribute('Boolean', ...stateFlags, 'requireSignature', 'hasTimers'),
      child('participant', 'People'),
      child('emptyPolicy', 'EmptyPolicy'),
      child('vote', 'Vote'),
      child('permissions', 'Permissions'),
      child('eligiblePeople', 'EligiblePeople'),
      child('subTicket', 'SubTicket'),
      child('skipReason', 'SkipReason'),
      expression('enterWhen'),
      expression('doneWhen'),
      expression('signWhen'),
    ),
    element('SkipReason', attribute('String', 'zhHans', 'en')),
    element('People', attribute('Boolean', 'several'), children('groups', 'Group')),
    element('Group', attribute('String', 'type', 'role', 'dept', 'field'), attribute('Integer', 'userId')),
    element('EmptyPolicy', attribute('String', 'type', 'role'), attribute('Integer', 'userId')),
    element('Vote', attribute('String', 'mode'), attribute('Real', 'ratio', 'count')),
    element('Permissions', children('fields', 'Permission')),
    element('Permission', attribute('String', 'field', 'value')),
    element(
      'EligiblePeople',
      attribute('String', 'type'),
      children('departments', 'EligibleDepartment'),
      children('roles', 'EligibleRole'),
    ),
    element('EligibleDepartment', attribute('String', 'key')),
    element('EligibleRole', attribute('String', 'key')),
    element('SubTicket', attribute('String', 'type'), attribute('Boolean', 'wait'), children('values', 'FieldValue')),
    element('FieldValue', attribute('String', 'field', 'source')),
    element('Expression', body),
    // Of a gateway that a state needs in BPMN and that is no state itself.
    element('Helper', attribute('String', 'role', 'state')),
    // Of a sequence flow.
    element('Transition', attribute('Integer', 'order'), attribute('String', 'zhHans', 'en')),
    // Of a timer.
    element(
      'Timer',
      attribute('String', 'key', 'action', 'daysSetting'),
      attribute('Boolean', 'pause'),
      attribute('Real', 'afterHours', 'everyHours', 'times'),
      child('to', 'People'),
    ),
  ],
}

/** Reads and writes files with the extension elements known. */
export const moddle = new BpmnModdle({ jingbao })

/** An element without what is not set. */
export const make = (type: string, properties: Readonly<Record<string, unknown>> = {}): ModdleElement =>
  moddle.create(type, Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)))

/** Extension elements, or none. */
export const extensionElements = (...values: readonly (ModdleElement | undefined)[]): ModdleElement | undefined => {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? undefined : make('bpmn:ExtensionElements', { values: known })
}

/** Without what may not stand in XML 1.0 even escaped. */
export const legal = (text: string): string =>
  text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')

const isElement = (value: unknown): value is ModdleElement =>
  typeof value === 'object' && value !== null && '$type' in value

/** An element that stands in this property. */
export const elementOf = (parent: ModdleElement | undefined, property: string): ModdleElement | undefined => {
  const value = parent?.[property]
  return isElement(value) ? value : undefined
}
/** The elements in this property. */
export const elementsOf = (parent: ModdleElement | undefined, property: string): readonly ModdleElement[] => {
  const value = parent?.[property]
  return Array.isArray(value) ? value.filter(isElement) : []
}
/** A text in this property; empty without one. */
export const textOf = (parent: ModdleElement | undefined, property: string): string => {
  const value = parent?.[property]
  return typeof value === 'string' ? value : ''
}
/** The extension element of a type. */
export const extensionOf = (parent: ModdleElement | undefined, type: string): ModdleElement | undefined =>
  elementsOf(elementOf(parent, 'extensionElements'), 'values').find(({ $type }) => $type === type)
/** The type without its prefix, as BPMN writes its tags: `userTask`. */
export const tagOf = ({ $type }: ModdleElement): string => {
  const name = $type.slice($type.indexOf(':') + 1)
  return name.charAt(0).toLowerCase() + name.slice(1)
}

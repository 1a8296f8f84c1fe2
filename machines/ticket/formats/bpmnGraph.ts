/** A BPMN file as nodes and flows, before anything is made of it. Lanes, notes, data and pictures are passed over; what would change the way and cannot be said here is a fault of the file. */
import type { Condition, Participant } from '../definition.ts'
import { type ReadTimer, timerIn } from './bpmnTimers.ts'
import { conditionIn } from './conditionIn.ts'
import { parseXml, type XmlElement } from './xml.ts'

export type BpmnReason =
  | 'noProcess'
  | 'severalProcesses'
  | 'unsupported'
  | 'noId'
  | 'sameId'
  | 'unknownTarget'
  | 'starts'
  | 'severalWays'
  | 'noWay'
  | 'condition'
  | 'join'
  | 'loop'
  | 'timer'
  | 'timerWay'
  | 'calledElement'
  | 'tooMany'

/** What keeps a file from being taken over. */
export interface BpmnFault {
  readonly reason: BpmnReason
  /** Id of the element; empty for the file. */
  readonly element: string
  readonly detail: string
}

export type GatewayTag = 'exclusiveGateway' | 'parallelGateway' | 'inclusiveGateway'
export type TaskTag = 'task' | 'userTask' | 'manualTask' | 'sendTask' | 'callActivity'

export interface BpmnNode {
  readonly id: string
  readonly tag: 'startEvent' | 'endEvent' | TaskTag | GatewayTag
  readonly name: string
  readonly element: XmlElement
}

export interface BpmnFlow {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly name: string
  readonly when: Condition | undefined
}

export interface BpmnTimer extends ReadTimer {
  readonly id: string
  /** The task it sits on. */
  readonly on: string
}

export interface BpmnGraph {
  readonly name: string
  readonly nodes: ReadonlyMap<string, BpmnNode>
  /** In the order of the file, the default way of a gateway last. */
  readonly flows: readonly BpmnFlow[]
  readonly timers: readonly BpmnTimer[]
  readonly faults: readonly BpmnFault[]
}

const nodeTags: readonly string[] = [
  'startEvent',
  'endEvent',
  'task',
  'userTask',
  'manualTask',
  'sendTask',
  'callActivity',
  'exclusiveGateway',
  'parallelGateway',
  'inclusiveGateway',
]
/** They say nothing about the way. */
const passedOver: readonly string[] = [
  'laneSet',
  'dataObject',
  'dataObjectReference',
  'dataStoreReference',
  'textAnnotation',
  'association',
  'documentation',
  'extensionElements',
  'ioSpecification',
  'property',
  'group',
  'category',
]
const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name)

/** Characters of a name. */
export const MOST_NAME = 50

/** A name on one line, as tools break them to fit into boxes. */
const nameOf = ({ attributes: { name = '' } }: XmlElement): string =>
  [...name.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim()].slice(0, MOST_NAME).join('').trim()

/** A timer at the border of a task; a fault for every other event there. */
function timerOf(element: XmlElement, id: string): BpmnTimer | BpmnFault {
  const { attachedToRef = '' } = element.attributes
  const definition = childOf(element, 'timerEventDefinition')
  if (!definition) {
    const other = element.children.find(({ name }) => name.endsWith('EventDefinition'))
    return { reason: 'unsupported', element: id, detail: other?.name ?? element.name }
  }
  const read = timerIn(element, definition)
  const said = definition.children.map(({ text }) => text).join(' ')
  return read === null
    ? { reason: 'timer', element: id, detail: said.slice(0, 60) }
    : { id, on: attachedToRef, ...read }
}

/** What a flow asks for: its expression, or a name that is one. */
function conditionOf(flow: XmlElement): { readonly when: Condition | undefined; readonly unread: string | null } {
  const expression = childOf(flow, 'conditionExpression')?.text ?? ''
  if (expression !== '') {
    const when = conditionIn(expression)
    return when === null ? { when: undefined, unread: expression } : { when, unread: null }
  }
  return { when: conditionIn(flow.attributes.name ?? '') ?? undefined, unread: null }
}

/** Events and gateways whose further meaning would be lost. */
const isPlain = ({ name, children }: XmlElement): boolean =>
  !name.endsWith('Event') ||
  children.every((child) => !child.name.endsWith('EventDefinition') || child.name === 'terminateEventDefinition')

function processIn(root: XmlElement): XmlElement | BpmnFault {
  const processes = root.children.filter((child) => child.name === 'process')
  const [process, second] = processes.filter(({ children }) => children.some(({ name }) => nodeTags.includes(name)))
  if (root.name !== 'definitions' || !process) return { reason: 'noProcess', element: '', detail: '' }
  return second ? { reason: 'severalProcesses', element: second.attributes.id ?? '', detail: '' } : process
}

/** The graph of a file. @throws XmlError. */
export function graphIn(text: string): BpmnGraph {
  const nodes = new Map<string, BpmnNode>()
  const faults: BpmnFault[] = []
  const timers: BpmnTimer[] = []
  const process = processIn(parseXml(text))
  if ('reason' in process) return { name: '', nodes, flows: [], timers, faults: [process] }
  const ids = new Set<string>()
  const elements = process.children.filter(({ name }) => !passedOver.includes(name))
  for (const element of elements) {
    const { id = '' } = element.attributes
    const { name: tag } = element
    if (id === '') faults.push({ reason: 'noId', element: '', detail: tag })
    else if (ids.has(id)) faults.push({ reason: 'sameId', element: id, detail: '' })
    ids.add(id)
    if (tag === 'boundaryEvent') {
      const timer = timerOf(element, id)
      if ('reason' in timer) faults.push(timer)
      else timers.push(timer)
    } else if (nodeTags.includes(tag) && isPlain(element)) {
      nodes.set(id, { id, tag: tag as BpmnNode['tag'], name: nameOf(element), element })
    } else if (tag !== 'sequenceFlow') faults.push({ reason: 'unsupported', element: id, detail: tag })
  }
  const border = new Set(timers.map(({ id }) => id))
  for (const timer of timers)
    if (!nodes.has(timer.on)) faults.push({ reason: 'unknownTarget', element: timer.id, detail: timer.on })

  const presets = new Set(elements.flatMap(({ attributes }) => attributes.default ?? []))
  const flows = elements.flatMap((element): BpmnFlow[] => {
    if (element.name !== 'sequenceFlow') return []
    const { id = '', sourceRef: from = '', targetRef: to = '' } = element.attributes
    const name = nameOf(element)
    const lost = !nodes.has(from) && !border.has(from) ? from : nodes.has(to) ? undefined : to
    if (lost !== undefined) {
      // An element that was refused has been named already.
      if (!ids.has(lost)) faults.push({ reason: 'unknownTarget', element: id, detail: lost })
      return []
    }
    if (presets.has(id)) return [{ id, from, to, name, when: undefined }]
    const { when, unread } = conditionOf(element)
    if (unread !== null) faults.push({ reason: 'condition', element: id, detail: unread.slice(0, 120) })
    return [{ id, from, to, name, when }]
  })
  return {
    name: nameOf(process),
    nodes,
    flows: [...flows.filter(({ id }) => !presets.has(id)), ...flows.filter(({ id }) => presets.has(id))],
    timers,
    faults,
  }
}

/** The roles a task names; whoever leads the applicant's department where it names none. */
export function peopleOf({ element }: BpmnNode): Participant {
  const roles = (element.attributes.candidateGroups ?? '').split(',').map((role) => role.trim())
  const named = roles.filter((role) => /^[A-Za-z][A-Za-z0-9_]{0,31}$/.test(role))
  const groups = named.map((role) => ({ type: 'role' as const, role }))
  const [only = { type: 'deptLeader' as const }, ...more] = groups
  return more.length > 0 ? { type: 'several', of: groups } : only
}

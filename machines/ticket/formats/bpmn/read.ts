/** A BPMN file as nodes and flows, before anything is made of it. What would change the route and cannot be said here is a fault of the file; what is passed over is noted. */
import type { Condition } from '#machines/ticket/definition/definition.ts'
import { conditionIn } from '../conditionIn.ts'
import { checkXml } from '../xml.ts'
import { definitionTags, foreignParts, hasData } from './foreign.ts'
import type { GatewayTag, TaskTag } from './graph.ts'
import { elementOf, elementsOf, extensionOf, type ModdleElement, moddle, tagOf, textOf } from './moddle.ts'
import { calledOf, MAX_NAME, type Notes, nameOf, oneLine } from './notes.ts'
import { type ReadTimer, timeOf, timerIn } from './timers.ts'

export interface BpmnNode {
  readonly id: string
  readonly tag: 'startEvent' | 'endEvent' | 'task' | TaskTag | GatewayTag
  readonly name: string
  readonly element: ModdleElement
  /** What the lanes it lies in are called. */
  readonly lane: string
}
export interface BpmnFlow {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly name: string
  readonly when: Condition | undefined
  readonly element: ModdleElement
}
export interface BpmnTimer extends ReadTimer {
  readonly id: string
  /** The task it sits on. */
  readonly on: string
  readonly element: ModdleElement
}
export interface BpmnGraph {
  readonly process: ModdleElement | null
  readonly nodes: ReadonlyMap<string, BpmnNode>
  /** In the order of the file, the default transition of a gateway last. */
  readonly flows: readonly BpmnFlow[]
  readonly timers: readonly BpmnTimer[]
}

const taken: readonly string[] = [
  'startEvent',
  'endEvent',
  'task',
  'userTask',
  'manualTask',
  'sendTask',
  'callActivity',
]
const gateways: readonly string[] = ['exclusiveGateway', 'parallelGateway', 'inclusiveGateway']
/** Work of programs elsewhere: here somebody does it. */
const automatic: readonly string[] = ['serviceTask', 'scriptTask', 'businessRuleTask', 'receiveTask']
const passing: readonly string[] = ['intermediateThrowEvent', 'intermediateCatchEvent']
const dataTags: readonly string[] = ['dataObject', 'dataObjectReference', 'dataStoreReference']

function tagFor(tag: string): BpmnNode['tag'] | null {
  if (automatic.includes(tag)) return 'manualTask'
  return taken.includes(tag) || gateways.includes(tag) ? (tag as BpmnNode['tag']) : null
}

/** What a flow asks for: its expression, or a name that is one. */
function conditionOf(flow: ModdleElement, notes: Notes): Condition | undefined {
  const body = textOf(elementOf(flow, 'conditionExpression'), 'body')
  if (body.trim() !== '') {
    const when = conditionIn(body)
    if (when === null) notes.fault('condition', calledOf(flow), body)
    return when ?? undefined
  }
  const name = textOf(flow, 'name')
  const when = conditionIn(name) ?? undefined
  if (when) notes.note('conditionName', calledOf(flow), name)
  return when
}

/** A timer at the border of a task; a fault for every other event there. */
function timerOf(element: ModdleElement, notes: Notes): BpmnTimer | null {
  const [definition] = elementsOf(element, 'eventDefinitions')
  if (definition?.$type !== 'bpmn:TimerEventDefinition') {
    notes.fault('unsupported', calledOf(element), definition ? tagOf(definition) : tagOf(element))
    return null
  }
  const read = timerIn(element, definition, (_, value) => notes.note('setting', calledOf(element), value))
  const host = elementOf(element, 'attachedToRef')
  if (read === null) notes.fault('timer', calledOf(element), timeOf(definition))
  return read && { id: textOf(element, 'id'), on: textOf(host, 'id'), element, ...read }
}

/** What other tools say of an element and nothing is made of. */
function noteRest(element: ModdleElement, notes: Notes): void {
  const called = calledOf(element)
  const foreign = foreignParts(element)
  if (foreign.length > 0) notes.note('vendor', called, foreign.join(', '))
  for (const documentation of elementsOf(element, 'documentation'))
    notes.note('documentation', called, textOf(documentation, 'text'))
  if (hasData(element)) notes.note('data', called, tagOf(element))
  if (elementOf(element, 'loopCharacteristics')?.$type === 'bpmn:StandardLoopCharacteristics')
    notes.note('standardLoop', called)
  const name = typeof element.name === 'string' ? oneLine(element.name) : ''
  if ([...name].length > MAX_NAME) notes.note('shortened', called, name)
}

const isOurs = (process: ModdleElement): boolean => extensionOf(process, 'jingbao:Workflow') !== undefined

/** Lanes by the ids of what lies in them; those of other tools are told, ours are made from the people. */
function lanesIn(process: ModdleElement, notes: Notes): ReadonlyMap<string, string> {
  const lanes = new Map<string, string>()
  const walk = (sets: readonly ModdleElement[]): void => {
    for (const lane of sets.flatMap((set) => elementsOf(set, 'lanes'))) {
      if (!isOurs(process)) notes.note('lanes', calledOf(lane))
      for (const node of elementsOf(lane, 'flowNodeRef')) lanes.set(textOf(node, 'id'), nameOf(lane))
      const inner = elementOf(lane, 'childLaneSet')
      if (inner) walk([inner])
    }
  }
  walk(elementsOf(process, 'laneSets'))
  return lanes
}

function processIn(root: ModdleElement, notes: Notes): ModdleElement | null {
  const roots = elementsOf(root, 'rootElements')
  const processes = roots.filter(({ $type }) => $type === 'bpmn:Process')
  const [process, second] = processes.filter((one) =>
    elementsOf(one, 'flowElements').some((part) => tagFor(tagOf(part))),
  )
  if (!process) notes.fault('noProcess', '')
  else if (second) notes.fault('severalProcesses', calledOf(second))
  for (const collaboration of roots.filter(({ $type }) => $type === 'bpmn:Collaboration')) {
    for (const pool of elementsOf(collaboration, 'participants'))
      if (elementOf(pool, 'processRef') !== process) notes.note('pools', calledOf(pool))
    for (const message of elementsOf(collaboration, 'messageFlows')) notes.note('messages', calledOf(message))
  }
  return process && !second ? process : null
}

/** Flows that lead through an event in between lead past it. */
function bridge(events: readonly ModdleElement[], flows: readonly BpmnFlow[], notes: Notes): readonly BpmnFlow[] {
  return events.reduce((list, event) => {
    const id = textOf(event, 'id')
    const [out, ...others] = list.filter(({ from }) => from === id)
    if (!out || others.length > 0 || out.to === id) {
      notes.fault('unsupported', calledOf(event), tagOf(event))
      return list
    }
    notes.note('event', calledOf(event), definitionTags(event).join(', ') || tagOf(event))
    return list.flatMap((flow) => (flow === out ? [] : [flow.to === id ? { ...flow, to: out.to } : flow]))
  }, flows)
}

/** What moddle could not make anything of. */
function noteWarnings(
  warnings: readonly { readonly message: string; readonly element?: ModdleElement; readonly value?: unknown }[],
  notes: Notes,
): void {
  for (const { message, element, value } of warnings) {
    const [, tag = ''] = /^unparsable content (<[^>\s]*)/.exec(message) ?? []
    const [, wrong, id = ''] = /(duplicate|illegal) ID <([^>]*)>/.exec(message) ?? []
    if (wrong !== undefined) notes.fault(wrong === 'duplicate' ? 'sameId' : 'badId', id)
    else if (message.startsWith('unresolved reference')) {
      const isFlow = element !== undefined && ['sequenceFlow', 'boundaryEvent'].includes(tagOf(element))
      if (isFlow) notes.fault('unknownTarget', calledOf(element), String(value ?? ''))
    } else if (tag !== '') notes.note('content', '', tag.slice(1))
    else if (element) notes.note('content', calledOf(element), message)
  }
}

async function parse(text: string, notes: Notes): Promise<ModdleElement | null> {
  checkXml(text)
  try {
    const { rootElement, warnings } = await moddle.fromXML(text)
    noteWarnings(warnings, notes)
    return rootElement
  } catch (error) {
    // Well-formed, but no BPMN: moddle has no error of its own for this.
    if (!(error instanceof Error) || !('warnings' in error)) throw error
    return null
  }
}

/** The graph of a file. @throws XmlError. */
export async function readGraph(text: string, notes: Notes): Promise<BpmnGraph> {
  const nodes = new Map<string, BpmnNode>()
  const timers: BpmnTimer[] = []
  const root = await parse(text, notes)
  const process = root && processIn(root, notes)
  if (root === null) notes.fault('noProcess', '')
  if (!process) return { process: null, nodes, flows: [], timers }
  noteRest(process, notes)
  const lanes = lanesIn(process, notes)
  const events: ModdleElement[] = []
  const elements = elementsOf(process, 'flowElements')
  for (const element of elements) {
    const [id, source] = [textOf(element, 'id'), tagOf(element)]
    const tag = tagFor(source)
    if (id === '') notes.fault('noId', '', source)
    if (source === 'sequenceFlow') continue
    if (dataTags.includes(source)) notes.note('data', calledOf(element), source)
    else if (source === 'boundaryEvent') {
      const timer = timerOf(element, notes)
      if (timer) timers.push(timer)
    } else if (passing.includes(source)) events.push(element)
    else if (tag === null) notes.fault('unsupported', calledOf(element), source)
    else {
      const extra = definitionTags(element).filter((one) => one !== 'terminateEventDefinition')
      if (extra.length > 0)
        notes.note(tag === 'startEvent' ? 'trigger' : 'outcome', calledOf(element), extra.join(', '))
      if (source !== tag) notes.note('automatic', calledOf(element), source)
      noteRest(element, notes)
      nodes.set(id, { id, tag, name: nameOf(element), element, lane: lanes.get(id) ?? '' })
    }
  }
  for (const artifact of elementsOf(process, 'artifacts'))
    if (tagOf(artifact) !== 'association')
      notes.note('artifacts', textOf(artifact, 'text') || calledOf(artifact), tagOf(artifact))
  return { process, nodes, flows: flowsOf(elements, events, { nodes, timers }, notes), timers }
}

function flowsOf(
  elements: readonly ModdleElement[],
  events: readonly ModdleElement[],
  { nodes, timers }: Pick<BpmnGraph, 'nodes' | 'timers'>,
  notes: Notes,
): readonly BpmnFlow[] {
  const presets = new Set(elements.flatMap((element) => elementOf(element, 'default') ?? []))
  const between = new Set(events.map((event) => textOf(event, 'id')))
  const ends = new Set([...nodes.keys(), ...timers.map(({ id }) => id), ...between])
  const known = new Set(elements)
  const all = elements.flatMap((element): BpmnFlow[] => {
    if (tagOf(element) !== 'sequenceFlow') return []
    const [source, target] = [elementOf(element, 'sourceRef'), elementOf(element, 'targetRef')]
    const [from, to] = [textOf(source, 'id'), textOf(target, 'id')]
    noteRest(element, notes)
    // An end that is not there, or that was refused, has been named already.
    if (!source || !target) {
      if (!notes.faults.some(({ reason }) => reason === 'unknownTarget'))
        notes.fault('unknownTarget', calledOf(element))
      return []
    }
    const lost = [source, target].find((end) => !known.has(end))
    if (lost) notes.fault('unknownTarget', calledOf(element), calledOf(lost))
    if (!ends.has(from) || !ends.has(to)) return []
    const when = presets.has(element) ? undefined : conditionOf(element, notes)
    return [{ id: textOf(element, 'id'), from, to, name: nameOf(element), when, element }]
  })
  const flows = bridge(events, all, notes)
  const isPreset = ({ element }: BpmnFlow) => presets.has(element)
  return [...flows.filter((flow) => !isPreset(flow)), ...flows.filter(isPreset)]
}

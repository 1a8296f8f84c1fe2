/** The chain as BPMN 2.0 with a simple layout (25.11): approvals are user tasks, duties manual ones, copies send tasks, what is filed call activities, choices exclusive gateways, branches parallel or inclusive ones up to one of the same kind that joins them, clocks timers at the border of their task. */
import { type Branching, type Condition, isGateway, type Text, type WorkflowDefinition } from '../definition.ts'
import { indexWorkflow } from '../workflow.ts'
import { JINGBAO, timerOut, type WrittenTimer } from './bpmnTimers.ts'
import { conditionText } from './words.ts'

type GatewayTag = 'exclusiveGateway' | 'parallelGateway' | 'inclusiveGateway'

const taskFor = { approve: 'userTask', handle: 'manualTask', cc: 'sendTask', sub: 'callActivity' } as const

interface Node {
  readonly id: string
  readonly tag: 'startEvent' | 'endEvent' | 'userTask' | 'manualTask' | 'sendTask' | 'callActivity' | GatewayTag
  readonly name: string
  /** The type a call activity files. */
  readonly calls?: string | undefined
}
/** A clock at the border of a task. */
interface Clock extends WrittenTimer {
  readonly id: string
  readonly on: string
  /** Its place among those of the task. */
  readonly index: number
}
interface Flow {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly name: string
  readonly when: Condition | undefined
  /** Taken when no other flow of its gateway is. */
  readonly isDefault: boolean
}

const START = 'start'
const END = 'end'
const entryOf = (key: string) => `enter_${key}`
const choiceOf = (key: string) => `leave_${key}`
const joinBefore = (key: string) => `join_${key}`

const gatewayFor = (branch: Branching | undefined): GatewayTag =>
  branch === undefined ? 'exclusiveGateway' : branch === 'parallel' ? 'parallelGateway' : 'inclusiveGateway'

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // Not even escaped may these stand in XML 1.0.
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')

/** A state with a condition has a gateway before it, a place with several ways one behind it. */
function graphOf(
  definition: WorkflowDefinition,
  language: keyof Text,
): { nodes: readonly Node[]; flows: readonly Flow[]; clocks: readonly Clock[] } {
  const workflow = indexWorkflow(definition)
  const nodes: Node[] = [{ id: START, tag: 'startEvent', name: '' }]
  const flows: Flow[] = []
  const clocks: Clock[] = []
  const flow = (from: string, to: string, more: Partial<Flow> = {}) =>
    flows.push({ id: `flow_${flows.length + 1}`, from, to, name: '', when: undefined, isDefault: false, ...more })
  const stateAt = (key: string) => definition.states.find((state) => state.key === key)
  const branchOf = (key: string | undefined): Branching | undefined =>
    key === undefined ? undefined : stateAt(key)?.branch
  const isBar = (key: string): boolean => {
    const state = stateAt(key)
    return state !== undefined && isGateway(state)
  }
  const own = (key: string): string => (stateAt(key)?.enterWhen === undefined ? key : entryOf(key))
  const entry = (key: string): string => (stateAt(key)?.joinOf === undefined || isBar(key) ? own(key) : joinBefore(key))
  /** Where branches part and nobody acts, the place is the gateway itself. */
  const needsChoice = (key: string): boolean =>
    workflow.ways(key).length > 1 && !(isBar(key) && branchOf(key) !== undefined)
  /** Where the ways out of a place begin. */
  const exit = (key: string): string => (needsChoice(key) ? choiceOf(key) : key)

  const leave = (key: string) => {
    const ways = workflow.ways(key)
    if (needsChoice(key)) {
      nodes.push({ id: choiceOf(key), tag: gatewayFor(branchOf(key)), name: '' })
      flow(key, choiceOf(key))
    }
    for (const way of ways)
      flow(exit(key), entry(way.to), {
        name: way.label?.[language] ?? '',
        when: way.when,
        isDefault: ways.length > 1 && way.when === undefined && branchOf(key) !== 'parallel',
      })
  }
  leave(START)
  for (const { key, name, kind, enterWhen, branch, joinOf, child, timers = [] } of definition.states) {
    if (isBar(key)) {
      nodes.push({ id: key, tag: gatewayFor(branch ?? branchOf(joinOf)), name: name[language] })
      leave(key)
      continue
    }
    if (joinOf !== undefined) {
      nodes.push({ id: joinBefore(key), tag: gatewayFor(branchOf(joinOf)), name: '' })
      flow(joinBefore(key), own(key))
    }
    if (enterWhen) {
      nodes.push({ id: entryOf(key), tag: 'exclusiveGateway', name: '' })
      flow(entryOf(key), key, { when: enterWhen })
      const [only, ...others] = workflow.ways(key)
      flow(entryOf(key), only && others.length === 0 ? entry(only.to) : choiceOf(key), { isDefault: true })
    }
    nodes.push({ id: key, tag: taskFor[kind], name: name[language], calls: child?.type })
    leave(key)
    for (const [index, timer] of timers.entries()) {
      const clock = { id: `clock_${key}_${index + 1}`, on: key, index, ...timerOut(timer) }
      clocks.push(clock)
      const [way, ...others] = workflow.ways(key)
      if (clock.leads === 'end') flow(clock.id, END)
      if (clock.leads === 'on' && way) flow(clock.id, others.length > 0 ? exit(key) : entry(way.to))
    }
  }
  nodes.push({ id: END, tag: 'endEvent', name: '' })
  return { nodes, flows, clocks }
}

const sizes: Readonly<Record<Node['tag'], readonly [width: number, height: number]>> = {
  startEvent: [36, 36],
  endEvent: [36, 36],
  userTask: [120, 80],
  manualTask: [120, 80],
  sendTask: [120, 80],
  callActivity: [120, 80],
  exclusiveGateway: [50, 50],
  parallelGateway: [50, 50],
  inclusiveGateway: [50, 50],
}
const COLUMN = 170
const MIDDLE = 260
/** Width of a clock. */
const CLOCK = 36

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly column: number
}

function boxesOf(nodes: readonly Node[]): ReadonlyMap<string, Box> {
  return new Map(
    nodes.map(({ id, tag }, column) => {
      const [width, height] = sizes[tag]
      return [id, { x: 60 + column * COLUMN - width / 2, y: MIDDLE - height / 2, width, height, column }]
    }),
  )
}

/** Neighbours are joined by a line, others by a bow that leaves room for those between. */
function waypoints(from: Box, to: Box): readonly (readonly [number, number])[] {
  if (to.column === from.column + 1)
    return [
      [from.x + from.width, MIDDLE],
      [to.x, MIDDLE],
    ]
  const height = MIDDLE - 50 - 18 * Math.min(10, Math.abs(to.column - from.column))
  const [start, end] = [from.x + from.width / 2, to.x + to.width / 2]
  return [
    [start, from.y],
    [start, height],
    [end, height],
    [end, to.y],
  ]
}

/** A circle on the lower edge of its task. */
function clockBoxes(boxes: ReadonlyMap<string, Box>, clocks: readonly Clock[]): readonly (readonly [string, Box])[] {
  return clocks.flatMap(({ id, on, index }) => {
    const host = boxes.get(on)
    const [x, y] = [(host?.x ?? 0) + 4 + index * CLOCK, (host?.y ?? 0) + (host?.height ?? 0) - CLOCK / 2]
    return host ? [[id, { x, y, width: CLOCK, height: CLOCK, column: host.column }] as const] : []
  })
}

/** Below everything else, so that it does not run through the tasks. */
function waypointsBelow(from: Box, to: Box): readonly (readonly [number, number])[] {
  const depth = MIDDLE + 90 + 18 * Math.min(10, Math.abs(to.column - from.column))
  const [start, end] = [from.x + from.width / 2, to.x + to.width / 2]
  return [
    [start, from.y + from.height],
    [start, depth],
    [end, depth],
    [end, to.y + to.height],
  ]
}

function diagram(
  process: string,
  nodes: readonly Node[],
  flows: readonly Flow[],
  clocks: readonly Clock[],
): readonly string[] {
  const tasks = boxesOf(nodes)
  const boxes = new Map([...tasks, ...clockBoxes(tasks, clocks)])
  const shapes = [...nodes, ...clocks].flatMap(({ id }) => {
    const box = boxes.get(id)
    return box
      ? [
          `      <bpmndi:BPMNShape id="${id}_shape" bpmnElement="${id}"><dc:Bounds x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}"/></bpmndi:BPMNShape>`,
        ]
      : []
  })
  const edges = flows.flatMap(({ id, from, to }) => {
    const [left, right] = [boxes.get(from), boxes.get(to)]
    if (!left || !right) return []
    const bend = tasks.has(from) ? waypoints : waypointsBelow
    const points = bend(left, right).map(([x, y]) => `<di:waypoint x="${x}" y="${y}"/>`)
    return [`      <bpmndi:BPMNEdge id="${id}_edge" bpmnElement="${id}">${points.join('')}</bpmndi:BPMNEdge>`]
  })
  return [
    '  <bpmndi:BPMNDiagram id="diagram">',
    `    <bpmndi:BPMNPlane id="plane" bpmnElement="${process}">`,
    ...shapes,
    ...edges,
    '    </bpmndi:BPMNPlane>',
    '  </bpmndi:BPMNDiagram>',
  ]
}

/** One process that other tools open. @throws Error for a way to a state that is not there. */
export function toBpmn(definition: WorkflowDefinition, language: keyof Text): string {
  const { nodes, flows, clocks } = graphOf(definition, language)
  const process = `process_${definition.key}`
  const elements = nodes.map(({ id, tag, name, calls }) => {
    const preset = flows.find((flow) => flow.from === id && flow.isDefault)
    const attributes = [
      `id="${id}"`,
      ...(name === '' ? [] : [`name="${escaped(name)}"`]),
      ...(calls === undefined ? [] : [`calledElement="${escaped(calls)}"`]),
      ...(preset ? [`default="${preset.id}"`] : []),
    ]
    return `    <${tag} ${attributes.join(' ')}/>`
  })
  const events = clocks.map(({ id, on, interrupts, attributes, inner }) => {
    const own = Object.entries(attributes).map(([name, value]) => ` jingbao:${name}="${escaped(value)}"`)
    return `    <boundaryEvent id="${id}" attachedToRef="${on}" cancelActivity="${interrupts}"${own.join('')}><timerEventDefinition>${inner}</timerEventDefinition></boundaryEvent>`
  })
  const sequences = flows.map(({ id, from, to, name, when }) => {
    const head = `    <sequenceFlow id="${id}"${name === '' ? '' : ` name="${escaped(name)}"`} sourceRef="${from}" targetRef="${to}"`
    return when === undefined
      ? `${head}/>`
      : `${head}><conditionExpression xsi:type="tFormalExpression">${escaped(conditionText(when))}</conditionExpression></sequenceFlow>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:jingbao="${JINGBAO}" id="definitions" targetNamespace="http://bpmn.io/schema/bpmn">`,
    `  <process id="${process}" isExecutable="false">`,
    ...elements,
    ...events,
    ...sequences,
    '  </process>',
    ...diagram(process, nodes, flows, clocks),
    '</definitions>',
    '',
  ].join('\n')
}

/** The chain as BPMN 2.0 with a simple layout (25.11): approvals are user tasks, duties manual ones, copies send tasks, what is filed call activities, choices exclusive gateways, branches parallel or inclusive ones up to one of the same kind that joins them, votes multi-instance loops, clocks timers at the border of their task. */
import {
  groupsOf,
  type Mode,
  type Participant,
  type StateDefinition,
  type Text,
  type WorkflowDefinition,
} from '#machines/ticket/definition/definition.ts'
import { conditionText } from '../words.ts'
import { type Clock, END, type Flow, type Graph, graphOf, type Node, START } from './graph.ts'
import { diagramOf, type Lane } from './layout.ts'
import { extensionElements, legal, type ModdleElement, make, moddle } from './moddle.ts'
import { stateOut, voteOut, workflowOut } from './settings.ts'

/** How a workflow is written beside its chart. */
export interface BpmnOptions {
  /** Of the names other tools show; the others stand in extension elements. */
  readonly language: keyof Text
  /** Of the pool; the key when absent. */
  readonly name?: string
  /** What a lane is called after those who act in it; without it the lane shows keys. */
  readonly laneName?: (participant: Participant) => string
  /** What belongs to the workflow and is no part of its chart, as JSON by name. */
  readonly parts?: Readonly<Record<string, string>>
}

/** `role financeOfficer, divisionLeader D04`. */
const keysOf = (participant: Participant): string =>
  groupsOf(participant)
    .map(({ type, ...named }) => [type, ...Object.values(named)].join(' '))
    .join(', ')

const formal = (text: string): ModdleElement => make('bpmn:FormalExpression', { body: legal(text) })

/** When a loop of votes is complete, in the words tools use; the exact rule stands beside it. */
const completion: Readonly<Record<Mode, (ballot: Pick<StateDefinition, 'ratio' | 'count'>) => string | null>> = {
  any: () => 'nrOfCompletedInstances >= 1',
  anyApproval: () => 'nrOfApprovals >= 1',
  all: () => null,
  sequential: () => null,
  ratio: ({ ratio = 100 }) => `nrOfApprovals / nrOfInstances >= ${ratio / 100}`,
  count: ({ count = 1 }) => `nrOfApprovals >= ${count}`,
  perGroup: ({ count = 1 }) => `nrOfApprovalsOfEveryGroup >= ${count}`,
}

/** The first answer of one task needs no loop. */
function loopOf({ mode, ratio, count }: StateDefinition): ModdleElement | undefined {
  if (mode === 'any' && ratio === undefined && count === undefined) return undefined
  const condition = completion[mode]({ ...(ratio !== undefined && { ratio }), ...(count !== undefined && { count }) })
  return make('bpmn:MultiInstanceLoopCharacteristics', {
    isSequential: mode === 'sequential' ? true : undefined,
    completionCondition: condition === null ? undefined : formal(condition),
    extensionElements: extensionElements(
      voteOut({ mode, ...(ratio !== undefined && { ratio }), ...(count !== undefined && { count }) }),
    ),
  })
}

function nodeOf({ id, tag, state, helps }: Node, language: keyof Text): ModdleElement {
  const isTask = !tag.endsWith('Gateway') && !tag.endsWith('Event')
  return make(`bpmn:${tag.charAt(0).toUpperCase()}${tag.slice(1)}`, {
    id,
    name: legal(state?.name[language] ?? '') || undefined,
    calledElement: tag === 'callActivity' ? state?.child?.type : undefined,
    loopCharacteristics: isTask && state ? loopOf(state) : undefined,
    extensionElements: extensionElements(
      state && stateOut(state, !isTask),
      helps && make('jingbao:Helper', { role: helps.role, state: helps.state }),
    ),
  })
}

const clockOf = ({ id, interrupts, definition, extension }: Clock, host: ModdleElement | undefined): ModdleElement =>
  make('bpmn:BoundaryEvent', {
    id,
    attachedToRef: host,
    cancelActivity: interrupts,
    eventDefinitions: [definition],
    extensionElements: extensionElements(extension),
  })

function flowOf(
  { id, from, to, when, origin }: Flow,
  elements: ReadonlyMap<string, ModdleElement>,
  language: keyof Text,
): ModdleElement {
  const [sourceRef, targetRef] = [elements.get(from), elements.get(to)]
  if (!sourceRef || !targetRef) throw new Error(`flow ${id} from ${from} to ${to} leads nowhere`)
  const label = origin?.transition.label
  return make('bpmn:SequenceFlow', {
    id,
    name: legal(label?.[language] ?? '') || undefined,
    sourceRef,
    targetRef,
    conditionExpression: when && formal(conditionText(when)),
    extensionElements: extensionElements(
      origin &&
        make('jingbao:Transition', {
          order: origin.order,
          ...(label && { zhHans: legal(label.zhHans), en: legal(label.en) }),
        }),
    ),
  })
}

/** One lane for each kind of people, in the order they come in; what needs no one's work lies where the route comes from. */
function lanesOf({ nodes, flows }: Graph, nameOf: (participant: Participant) => string): readonly Lane[] {
  const names = new Map<string, string>()
  const applicant: Participant = { type: 'applicant' }
  for (const { id, tag, state } of nodes) {
    const acts = state && !tag.endsWith('Gateway') ? state.participant : id === START || id === END ? applicant : null
    if (acts) names.set(id, nameOf(acts))
  }
  const stateOf = ({ id, helps }: Node): string => (helps && names.has(helps.state) ? helps.state : id)
  const laneOf = (node: Node): string => {
    const seen = new Set<string>()
    for (let id = stateOf(node); !seen.has(id); ) {
      const name = names.get(id)
      if (name !== undefined) return name
      seen.add(id)
      id = flows.find(({ to }) => to === id)?.from ?? START
    }
    return nameOf(applicant)
  }
  const lanes = new Map<string, string[]>()
  for (const node of nodes) {
    const name = laneOf(node)
    lanes.set(name, [...(lanes.get(name) ?? []), node.id])
  }
  return [...lanes].map(([name, ids], index) => ({ id: `lane-${index + 1}`, name, nodes: ids }))
}

/** One process that other tools open. @throws Error for a transition to a state that is not there. */
export async function toBpmn(definition: WorkflowDefinition, options: BpmnOptions): Promise<string> {
  const { language, laneName = keysOf, parts = {} } = options
  const graph = graphOf(definition)
  const elements = new Map<string, ModdleElement>()
  for (const node of graph.nodes) elements.set(node.id, nodeOf(node, language))
  for (const clock of graph.clocks) elements.set(clock.id, clockOf(clock, elements.get(clock.on)))
  for (const flow of graph.flows) {
    const made = flowOf(flow, elements, language)
    elements.set(flow.id, made)
    const gateway = elements.get(flow.from)
    if (flow.isDefault && gateway) gateway.default = made
  }
  const lanes = lanesOf(graph, laneName)
  for (const { id, name, nodes } of lanes)
    elements.set(
      id,
      make('bpmn:Lane', { id, name: legal(name), flowNodeRef: nodes.flatMap((node) => elements.get(node) ?? []) }),
    )
  const of = (list: readonly { readonly id: string }[]) => list.flatMap(({ id }) => elements.get(id) ?? [])
  const process = make('bpmn:Process', {
    id: `process-${definition.key}`,
    name: options.name,
    isExecutable: false,
    extensionElements: extensionElements(workflowOut(definition, language, parts)),
    laneSets: [make('bpmn:LaneSet', { id: 'lanes-1', lanes: of(lanes) })],
    flowElements: [...of(graph.nodes), ...of(graph.clocks), ...of(graph.flows)],
  })
  const pool = make('bpmn:Participant', { id: 'pool-1', name: options.name ?? definition.key, processRef: process })
  const collaboration = make('bpmn:Collaboration', { id: 'collaboration-1', participants: [pool] })
  const definitions = make('bpmn:Definitions', {
    id: 'definitions',
    targetNamespace: 'urn:jingbao:workflow',
    rootElements: [collaboration, process],
    diagrams: [diagramOf(graph, lanes, elements, collaboration, pool)],
  })
  const { xml } = await moddle.toXML(definitions, { format: true })
  return xml
}

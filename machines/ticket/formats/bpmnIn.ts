/** A workflow out of a BPMN file (25.11): what our own export writes, and what common tools draw with the same elements. */
import type { Condition, StateDefinition, TimerRule, TransitionDefinition, WorkflowDefinition } from '../definition.ts'
import {
  type BpmnFault,
  type BpmnFlow,
  type BpmnGraph,
  type BpmnNode,
  type BpmnReason,
  type BpmnTimer,
  graphIn,
  MOST_NAME,
  peopleOf,
} from './bpmnGraph.ts'
import { type Aftermath, ruleOf } from './bpmnTimers.ts'

const MOST_STATES = 200
const MOST_WAYS = 800
/** Gateways one after another without a task between them. */
const MOST_DEPTH = 40
/** Flows followed in all: choices behind choices multiply. */
const MOST_FOLLOWED = 5000
/** Characters of a key. */
const MOST_KEY = 64
const START = 'start'
const END = 'end'

const isGateway = ({ tag }: BpmnNode): boolean => tag.endsWith('Gateway')
const isFork = ({ tag }: BpmnNode): boolean => tag === 'parallelGateway' || tag === 'inclusiveGateway'
const isTask = ({ tag }: BpmnNode): boolean => !tag.endsWith('Gateway') && !tag.endsWith('Event')

/** What the file says, and which of its places become states. */
class Importer {
  readonly faults: BpmnFault[]
  private readonly graph: BpmnGraph
  private readonly keys = new Map<string, string>()
  /** Gateways that belong to a task: where its ways part, and where branches meet before it. */
  private readonly partsOf = new Map<string, string>()
  private readonly meetsAt = new Map<string, string>()
  /** Gateways that pass a task by unless its condition holds. */
  private readonly entries = new Map<string, { readonly task: string; readonly when: Condition }>()
  /** The branching place whose branches meet at a gateway. */
  private readonly forks = new Map<string, string>()
  private readonly meetings = new Map<string, string | null>()
  /** Tasks beside the way, to which only a clock leads: whom it brings in. */
  private readonly called = new Set<string>()
  private followed = 0

  constructor(graph: BpmnGraph) {
    this.graph = graph
    this.faults = [...graph.faults]
  }

  private fault(reason: BpmnReason, element: string, detail = ''): void {
    if (!this.faults.some((one) => one.reason === reason && one.element === element))
      this.faults.push({ reason, element, detail })
  }
  private node(id: string): BpmnNode {
    const node = this.graph.nodes.get(id)
    if (!node) throw new Error(`no element ${id}`)
    return node
  }
  private outs(id: string): readonly BpmnFlow[] {
    return this.graph.flows.filter(({ from }) => from === id)
  }
  private ins(id: string): readonly BpmnFlow[] {
    const border = new Set(this.graph.timers.map((timer) => timer.id))
    return this.graph.flows.filter(({ from, to }) => to === id && !border.has(from))
  }
  private get all(): readonly BpmnNode[] {
    return [...this.graph.nodes.values()]
  }
  private splits(node: BpmnNode): boolean {
    return isFork(node) && this.outs(node.id).length > 1
  }
  private joins(node: BpmnNode): boolean {
    return isFork(node) && this.ins(node.id).length > 1
  }

  /** Ids become keys as they are where they can. */
  private nameKeys(): void {
    const taken = new Set([START, END])
    for (const { id, tag } of this.all) {
      if (tag.endsWith('Event')) continue
      const plain = id.replace(/[^A-Za-z0-9_]/g, '_')
      const base = (/^[A-Za-z]/.test(plain) ? plain : `s${plain}`).slice(0, MOST_KEY)
      let key = base
      for (let n = 2; taken.has(key); n += 1) key = `${base.slice(0, MOST_KEY - 6)}_${n}`
      taken.add(key)
      this.keys.set(id, key)
    }
  }

  /** Gateways that say something of the task beside them. */
  private attach(): void {
    for (const node of this.all.filter(isGateway)) {
      const [only, ...more] = this.ins(node.id)
      const [out, ...others] = this.outs(node.id)
      if (this.splits(node) && only && more.length === 0 && node.id === `leave_${only.from}`) {
        this.partsOf.set(node.id, only.from)
      }
      if (node.tag !== 'exclusiveGateway') continue
      const [preset, ...rest] = others
      if (!out || !preset || rest.length > 0 || out.when === undefined || preset.when !== undefined) continue
      const task = this.node(out.to)
      const [onward, ...further] = this.outs(task.id)
      const isOnlyWay = this.ins(task.id).length === 1 && isTask(task) && further.length === 0
      if (!isOnlyWay || onward?.to !== preset.to || only?.from === undefined) continue
      // A choice of our own that leads past a state is a choice.
      if (more.length === 0 && node.id === `leave_${only.from}`) continue
      this.entries.set(node.id, { task: task.id, when: out.when })
    }
    for (const node of this.all.filter((one) => this.joins(one))) {
      const [out, ...others] = this.outs(node.id)
      const target = out && others.length === 0 ? (this.entries.get(out.to)?.task ?? out.to) : undefined
      if (target !== undefined && node.id === `join_${target}`) this.meetsAt.set(node.id, target)
    }
  }

  /** The gateway at which all branches of a fork meet; null when they do not. */
  private meeting(fork: string): string | null {
    const known = this.meetings.get(fork)
    if (known !== undefined) return known
    // A fork that comes back to itself meets nowhere.
    this.meetings.set(fork, null)
    const found = this.meetingOf(this.outs(fork), fork, new Map())
    const meeting = typeof found === 'string' && this.node(found).tag === this.node(fork).tag ? found : null
    this.meetings.set(fork, meeting)
    return meeting
  }

  /** Where these flows meet: undefined while only ways back have been seen, null when they end or part. */
  private meetingOf(
    flows: readonly BpmnFlow[],
    fork: string,
    seen: Map<string, string | null | undefined>,
  ): string | null | undefined {
    const found = flows.map(({ to }): string | null | undefined => {
      const node = this.node(to)
      if (to !== fork && this.joins(node)) return to
      if (seen.has(to)) return seen.get(to)
      seen.set(to, undefined)
      const at = this.splits(node) ? this.meeting(to) : to
      const onward = at === null ? [] : this.outs(at)
      const met = onward.length === 0 ? null : this.meetingOf(onward, fork, seen)
      seen.set(to, met)
      return met
    })
    const [one, ...others] = new Set(found.filter((met) => met !== undefined))
    return others.length > 0 ? null : one
  }

  private pair(): void {
    for (const node of this.all.filter((one) => this.splits(one))) {
      const join = this.meeting(node.id)
      if (join === null || this.forks.has(join)) this.fault('join', node.id)
      else this.forks.set(join, node.id)
    }
    for (const node of this.all.filter((one) => this.joins(one)))
      if (!this.forks.has(node.id)) this.fault('join', node.id)
  }

  /** The place of the definition at which one comes out; null where the ways part first. */
  private place(id: string): string | null {
    const node = this.node(id)
    if (node.tag === 'endEvent') return END
    if (isTask(node)) return this.keys.get(id) ?? null
    const entry = this.entries.get(id)
    if (entry) return this.keys.get(entry.task) ?? null
    const joined = this.meetsAt.get(id)
    if (joined !== undefined) return this.keys.get(joined) ?? null
    return this.splits(node) || this.joins(node) ? (this.keys.get(id) ?? null) : null
  }

  /** The ways that a flow leads to, choices on the way taken apart. */
  private follow(
    flow: BpmnFlow,
    when: readonly Condition[],
    name: string,
    depth = 0,
  ): readonly Pick<TransitionDefinition, 'to' | 'when' | 'label'>[] {
    this.followed += 1
    if (depth > MOST_DEPTH || this.followed > MOST_FOLLOWED) {
      if (!this.faults.some(({ reason }) => reason === 'loop')) this.fault('loop', flow.id)
      return []
    }
    const conditions = flow.when === undefined ? when : [...when, flow.when]
    const label = flow.name === '' ? name : flow.name
    const to = this.place(flow.to)
    if (to !== null) {
      const [only] = conditions
      const parts = conditions.flatMap((one) => ('all' in one ? one.all : [one]))
      const whole = conditions.length > 1 ? { all: parts } : only
      return [
        {
          to,
          ...(whole !== undefined && { when: whole }),
          ...(label !== '' && { label: { zhHans: label, en: label } }),
        },
      ]
    }
    const outs = this.outs(flow.to)
    if (outs.length === 0) {
      this.fault('noWay', flow.to)
      return []
    }
    const open = outs.filter((out) => out.when === undefined)
    if (open.length > 1) this.fault('condition', open[0]?.id ?? '')
    const ordered = [...outs.filter((out) => out.when !== undefined), ...open]
    return ordered.flatMap((out) => this.follow(out, conditions, label, depth + 1))
  }

  private ways(from: string, outs: readonly BpmnFlow[]): readonly TransitionDefinition[] {
    return outs.flatMap((flow) => this.follow(flow, [], '')).map((way) => ({ from, ...way }))
  }

  /** Tasks that a clock calls in, and that lead nowhere else than the task it sits on. */
  private callIn(): void {
    for (const timer of this.graph.timers) {
      const [out, ...others] = this.outs(timer.id)
      const task = out && others.length === 0 ? this.node(out.to) : undefined
      if (task && isTask(task) && this.ins(task.id).length === 0) this.called.add(task.id)
    }
  }

  /** What follows when a clock rings. */
  private after(timer: BpmnTimer, onward: readonly TransitionDefinition[]): Aftermath {
    const [out, ...others] = this.outs(timer.id)
    if (!out) return 'nothing'
    if (others.length > 0) return 'elsewhere'
    const [own] = this.outs(timer.on)
    const isOwn = (id: string): boolean => {
      const to = this.place(id)
      return id === own?.to || (onward.length === 1 && to !== null && onward[0]?.to === to)
    }
    if (this.called.has(out.to)) {
      const task = this.node(out.to)
      const [next, ...more] = this.outs(task.id)
      const ends = next === undefined || this.place(next.to) === END
      const isBack = next !== undefined && isOwn(next.to)
      return more.length === 0 && (ends || isBack) ? { people: peopleOf(task), ends: !isBack } : 'elsewhere'
    }
    if (isOwn(out.to)) return 'on'
    return this.place(out.to) === END ? 'end' : 'elsewhere'
  }

  private timersOf(id: string, onward: readonly TransitionDefinition[]): readonly TimerRule[] {
    return this.graph.timers
      .filter((timer) => timer.on === id)
      .flatMap((timer, index) => {
        const rule = ruleOf(timer, `timer${index + 1}`, this.after(timer, onward))
        if (rule === null) this.fault('timerWay', timer.id)
        return rule === null ? [] : [rule]
      })
  }

  /** A task with its people as far as the file names roles; everything else as a new state begins. */
  private stateOf(node: BpmnNode, onward: readonly TransitionDefinition[]): StateDefinition {
    const { id, tag, element } = node
    const name = node.name === '' ? id.slice(0, MOST_NAME) : node.name
    const both = { zhHans: name, en: name }
    const participant = peopleOf(node)
    const many = element.children.find((child) => child.name === 'multiInstanceLoopCharacteristics')
    const mode = !many ? 'any' : many.attributes.isSequential === 'true' ? 'sequential' : 'all'
    const entry = [...this.entries.values()].find(({ task }) => task === id)
    const parting = [...this.partsOf].find(([, task]) => task === id)?.[0]
    const meeting = [...this.meetsAt].find(([, task]) => task === id)?.[0]
    const fork = meeting === undefined ? undefined : this.forks.get(meeting)
    const timers = this.timersOf(id, onward)
    const base = {
      key: this.keys.get(id) ?? id,
      name: both,
      mode,
      ...(entry && { enterWhen: entry.when }),
      ...(parting !== undefined && { branch: this.branchOf(parting) }),
      ...(fork !== undefined && { joinOf: this.ownerOf(fork) }),
      ...(timers.length > 0 && { timers }),
    } as const
    if (tag === 'sendTask') return { ...base, kind: 'cc', participant, emptyPolicy: { type: 'skip' } }
    if (tag === 'callActivity') {
      const { calledElement = '' } = element.attributes
      if (!/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(calledElement))
        this.fault('calledElement', id, calledElement.slice(0, 60))
      const child = { type: calledElement, values: {}, wait: true }
      return { ...base, kind: 'sub', participant: { type: 'applicant' }, emptyPolicy: { type: 'skip' }, child }
    }
    const rights = { allowTransfer: true, emptyPolicy: { type: 'toRole', role: 'sysAdmin' } } as const
    if (tag === 'manualTask') return { ...base, ...rights, kind: 'handle', participant, allowReturn: 'start' }
    return {
      ...base,
      ...rights,
      kind: 'approve',
      participant,
      allowAddSign: true,
      allowReturn: 'start',
      allowReject: true,
    }
  }

  private branchOf(fork: string): 'parallel' | 'inclusive' {
    return this.node(fork).tag === 'parallelGateway' ? 'parallel' : 'inclusive'
  }
  /** The state whose ways part at a gateway: its task, or the gateway itself. */
  private ownerOf(fork: string): string {
    return this.keys.get(this.partsOf.get(fork) ?? fork) ?? fork
  }

  private gatewayState(node: BpmnNode): StateDefinition {
    const fork = this.forks.get(node.id)
    return {
      key: this.keys.get(node.id) ?? node.id,
      name: { zhHans: node.name, en: node.name },
      kind: 'cc',
      mode: 'any',
      participant: { type: 'several', of: [] },
      emptyPolicy: { type: 'skip' },
      ...(this.splits(node) && { branch: this.branchOf(node.id) }),
      ...(fork !== undefined && { joinOf: this.ownerOf(fork) }),
    }
  }

  /** Only to be called once. */
  run(key: string, group: WorkflowDefinition['group']): WorkflowDefinition {
    this.nameKeys()
    this.attach()
    this.pair()
    this.callIn()
    const [start, second] = this.all.filter(({ tag }) => tag === 'startEvent')
    if (!start || second) this.fault('starts', second?.id ?? '')
    const states: StateDefinition[] = []
    const transitions: TransitionDefinition[] = []
    if (start) transitions.push(...this.ways(START, this.single(start)))
    for (const node of this.all) {
      if (this.called.has(node.id)) continue
      if (isTask(node)) {
        const outs = this.single(node)
        const [only] = outs
        const ways =
          only && this.partsOf.get(only.to) === node.id
            ? this.ways(this.keys.get(node.id) ?? '', this.outs(only.to))
            : outs.length === 0
              ? [{ from: this.keys.get(node.id) ?? '', to: END }]
              : this.ways(this.keys.get(node.id) ?? '', outs)
        states.push(this.stateOf(node, ways))
        transitions.push(...ways)
      } else if ((this.splits(node) || this.joins(node)) && !this.partsOf.has(node.id) && !this.meetsAt.has(node.id)) {
        states.push(this.gatewayState(node))
        transitions.push(...this.ways(this.keys.get(node.id) ?? '', this.outs(node.id)))
      }
    }
    if (states.length > MOST_STATES || transitions.length > MOST_WAYS) this.fault('tooMany', '')
    return {
      key,
      group,
      withdraw: 'whileRunning',
      allowSelf: false,
      repeat: 'preceding',
      states,
      transitions,
    }
  }

  /** The one way out; several without a gateway mean different things in different tools. */
  private single(node: BpmnNode): readonly BpmnFlow[] {
    const outs = this.outs(node.id)
    if (outs.length > 1) this.fault('severalWays', node.id)
    return outs
  }
}

export interface BpmnImport {
  /** Of the process; empty when it has none. */
  readonly name: string
  /** null when the file has faults. */
  readonly definition: WorkflowDefinition | null
  readonly faults: readonly BpmnFault[]
}

/** Reads a file; what it lacks (people, rights, forms) is as in a new workflow. @throws XmlError for what is no XML, or more than is read. */
export function fromBpmn(text: string, key: string, group: WorkflowDefinition['group']): BpmnImport {
  const graph = graphIn(text)
  if (graph.nodes.size === 0) return { name: graph.name, definition: null, faults: graph.faults }
  if (graph.nodes.size > MOST_WAYS || graph.flows.length > MOST_WAYS * 2)
    return { name: graph.name, definition: null, faults: [{ reason: 'tooMany', element: '', detail: '' }] }
  const importer = new Importer(graph)
  const definition = importer.run(key, group)
  return { name: graph.name, definition: importer.faults.length === 0 ? definition : null, faults: importer.faults }
}

/** Which elements of a file become states, which gateways say something of the state beside them, and where the transitions lead. */
import type { Condition, Text, TransitionDefinition } from '#machines/ticket/definition/definition.ts'
import { END, type HelperRole, START } from './graph.ts'
import { extensionOf, textOf } from './moddle.ts'
import { calledOf, cutName, type Notes } from './notes.ts'
import type { BpmnFlow, BpmnGraph, BpmnNode } from './read.ts'

/** Gateways one after another without a task between them. */
const MAX_DEPTH = 40
/** Flows followed in all: choices behind choices multiply. */
const MAX_FOLLOWED = 5000
/** Characters of a key. */
const MAX_KEY_LENGTH = 64

export const isTask = ({ tag }: BpmnNode): boolean => !tag.endsWith('Gateway') && !tag.endsWith('Event')
const isGateway = ({ tag }: BpmnNode): boolean => tag.endsWith('Gateway')
const isFork = ({ tag }: BpmnNode): boolean => tag === 'parallelGateway' || tag === 'inclusiveGateway'

/** A transition with its place among the transitions of the whole, where the file says it. */
export interface OrderedTransition extends TransitionDefinition {
  readonly order: number | null
}
type Target = Pick<OrderedTransition, 'to' | 'when' | 'label' | 'order'>

/** The structure of a graph, made once. */
export class Structure {
  private readonly graph: BpmnGraph
  private readonly notes: Notes
  private readonly language: keyof Text
  private readonly keys = new Map<string, string>()
  /** Gateways that belong to a task: where its transitions part, and where branches meet before it. */
  readonly partsOf = new Map<string, string>()
  readonly meetsAt = new Map<string, string>()
  /** Gateways that pass a task by unless its condition holds. */
  readonly entries = new Map<string, { readonly task: string; readonly when: Condition }>()
  /** The branching place whose branches meet at a gateway. */
  readonly forks = new Map<string, string>()
  private readonly meetings = new Map<string, string | null>()
  private followed = 0

  constructor(graph: BpmnGraph, notes: Notes, language: keyof Text) {
    this.graph = graph
    this.notes = notes
    this.language = language
    this.nameKeys()
    this.attach()
    this.pair()
  }

  node(id: string): BpmnNode {
    const node = this.graph.nodes.get(id)
    if (!node) throw new Error(`no element ${id}`)
    return node
  }
  outs(id: string): readonly BpmnFlow[] {
    return this.graph.flows.filter(({ from }) => from === id)
  }
  /** Flows that lead here, but for those of timers. */
  ins(id: string): readonly BpmnFlow[] {
    return this.graph.flows.filter(({ from, to }) => to === id && this.graph.nodes.has(from))
  }
  get all(): readonly BpmnNode[] {
    return [...this.graph.nodes.values()]
  }
  splits(node: BpmnNode): boolean {
    return isFork(node) && this.outs(node.id).length > 1
  }
  joins(node: BpmnNode): boolean {
    return isFork(node) && this.ins(node.id).length > 1
  }
  keyOf(id: string): string {
    return this.keys.get(id) ?? id
  }
  branchOf(fork: string): 'parallel' | 'inclusive' {
    return this.node(fork).tag === 'parallelGateway' ? 'parallel' : 'inclusive'
  }
  /** The state whose transitions part at a gateway: its task, or the gateway itself. */
  ownerOf(fork: string): string {
    return this.keyOf(this.partsOf.get(fork) ?? fork)
  }

  /** Ids become keys as they are where they can. */
  private nameKeys(): void {
    const taken = new Set([START, END])
    for (const { id, tag } of this.all) {
      if (tag.endsWith('Event')) continue
      const plain = id.replace(/[^A-Za-z0-9_]/g, '_')
      const base = (/^[A-Za-z]/.test(plain) ? plain : `s${plain}`).slice(0, MAX_KEY_LENGTH)
      let key = base
      for (let n = 2; taken.has(key); n += 1) key = `${base.slice(0, MAX_KEY_LENGTH - 6)}_${n}`
      taken.add(key)
      this.keys.set(id, key)
    }
  }

  /** Whether our own export put this gateway beside a state. */
  private helps({ element }: BpmnNode, role: HelperRole, state: string | undefined): boolean {
    const helper = extensionOf(element, 'jingbao:Helper')
    return helper !== undefined && textOf(helper, 'role') === role && textOf(helper, 'state') === state
  }

  /** Gateways that say something of the task beside them. */
  private attach(): void {
    for (const node of this.all.filter(isGateway)) {
      const [only, ...more] = this.ins(node.id)
      const isOwnChoice = more.length === 0 && this.helps(node, 'leave', only?.from)
      if (this.splits(node) && isOwnChoice && only) this.partsOf.set(node.id, only.from)
      // A choice of our own that leads past a state is a choice.
      if (node.tag === 'exclusiveGateway' && only && !isOwnChoice) this.attachEntry(node)
    }
    for (const node of this.all.filter((one) => this.joins(one))) {
      const [out, ...others] = this.outs(node.id)
      const target = out && others.length === 0 ? (this.entries.get(out.to)?.task ?? out.to) : undefined
      if (target !== undefined && this.helps(node, 'join', target)) this.meetsAt.set(node.id, target)
    }
  }

  /** A choice between a task and the only transition from it: the task is entered where the condition holds. */
  private attachEntry(node: BpmnNode): void {
    const [out, preset, ...rest] = this.outs(node.id)
    if (!out || !preset || rest.length > 0 || out.when === undefined || preset.when !== undefined) return
    const task = this.node(out.to)
    const [onward, ...further] = this.outs(task.id)
    const isOnlyTransition = this.ins(task.id).length === 1 && isTask(task) && further.length === 0
    if (!isOnlyTransition || onward?.to !== preset.to) return
    this.entries.set(node.id, { task: task.id, when: out.when })
    if (!this.helps(node, 'enter', task.id)) this.notes.note('passedBy', calledOf(task.element), calledOf(node.element))
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

  /** Where these flows meet: undefined while only transitions back have been seen, null when they end or part. */
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
      if (join === null || this.forks.has(join)) this.notes.fault('join', calledOf(node.element))
      else this.forks.set(join, node.id)
    }
    for (const node of this.all.filter((one) => this.joins(one)))
      if (!this.forks.has(node.id)) this.notes.fault('join', calledOf(node.element))
  }

  /** Whether a gateway is a state of its own: branches part or meet there, and it belongs to no task. */
  isState(node: BpmnNode): boolean {
    return (this.splits(node) || this.joins(node)) && !this.partsOf.has(node.id) && !this.meetsAt.has(node.id)
  }

  /** The place of the definition at which one comes out; null where the transitions part first. */
  place(id: string): string | null {
    const node = this.node(id)
    if (node.tag === 'endEvent') return END
    if (isTask(node)) return this.keys.get(id) ?? null
    const entry = this.entries.get(id)
    if (entry) return this.keys.get(entry.task) ?? null
    const joined = this.meetsAt.get(id)
    if (joined !== undefined) return this.keys.get(joined) ?? null
    return this.splits(node) || this.joins(node) ? (this.keys.get(id) ?? null) : null
  }

  /** What a flow is called, in both languages. */
  private labelOf({ element, name }: BpmnFlow): Text | undefined {
    const own = extensionOf(element, 'jingbao:Transition')
    const label = { zhHans: textOf(own, 'zhHans'), en: textOf(own, 'en') }
    const hasLabel = typeof own?.zhHans === 'string' || typeof own?.en === 'string'
    if (own && hasLabel && [cutName(label.zhHans), cutName(label.en)].includes(name)) return label
    if (name === '') return undefined
    if (own) this.notes.note('renamed', name)
    return hasLabel ? { ...label, [this.language]: name } : { zhHans: name, en: name }
  }

  /** The transitions that a flow leads to, choices in between taken apart. */
  private follow(
    flow: BpmnFlow,
    when: readonly Condition[],
    above: Pick<Target, 'label' | 'order'>,
    depth = 0,
  ): readonly Target[] {
    this.followed += 1
    if (depth > MAX_DEPTH || this.followed > MAX_FOLLOWED) {
      if (!this.notes.faults.some(({ reason }) => reason === 'loop')) this.notes.fault('loop', calledOf(flow.element))
      return []
    }
    const conditions = flow.when === undefined ? when : [...when, flow.when]
    const order = extensionOf(flow.element, 'jingbao:Transition')?.order
    const label = this.labelOf(flow) ?? above.label
    const edge = { order: typeof order === 'number' ? order : above.order, ...(label && { label }) }
    const to = this.place(flow.to)
    if (to !== null) {
      const [only] = conditions
      const parts = conditions.flatMap((one) => ('all' in one ? one.all : [one]))
      const whole = conditions.length > 1 ? { all: parts } : only
      return [{ to, ...(whole !== undefined && { when: whole }), ...edge }]
    }
    const outs = this.outs(flow.to)
    if (outs.length === 0) {
      this.notes.fault('noTransition', calledOf(this.node(flow.to).element))
      return []
    }
    const open = outs.filter((out) => out.when === undefined)
    if (open.length > 1) this.notes.fault('condition', calledOf(open[0]?.element ?? flow.element))
    const ordered = [...outs.filter((out) => out.when !== undefined), ...open]
    return ordered.flatMap((out) => this.follow(out, conditions, edge, depth + 1))
  }

  /** The transitions out of a place over these flows. */
  transitionsFrom(from: string, outs: readonly BpmnFlow[]): readonly OrderedTransition[] {
    return outs.flatMap((flow) => this.follow(flow, [], { order: null })).map((transition) => ({ from, ...transition }))
  }

  /** The one transition out; several without a gateway mean different things in different tools. */
  single(node: BpmnNode): readonly BpmnFlow[] {
    const outs = this.outs(node.id)
    if (outs.length > 1) this.notes.fault('severalTransitions', calledOf(node.element))
    return outs
  }

  /** The transitions out of a task: over the gateway where they part, or to the end when nothing follows. */
  transitionsOf(task: BpmnNode): readonly OrderedTransition[] {
    const outs = this.single(task)
    const [only] = outs
    const from = this.keyOf(task.id)
    if (only && this.partsOf.get(only.to) === task.id) return this.transitionsFrom(from, this.outs(only.to))
    return outs.length === 0 ? [{ from, to: END, order: null }] : this.transitionsFrom(from, outs)
  }
}

/** A workflow out of a BPMN file (25.11): all of what our own export writes, and what common tools draw with the same elements. */
import type {
  Participant,
  StateDefinition,
  Text,
  TimerRule,
  WorkflowDefinition,
} from '#machines/ticket/definition/definition.ts'
import { foreignPeople, foreignVote } from './foreign.ts'
import { END, START } from './graph.ts'
import { elementOf, extensionOf, type ModdleElement, textOf } from './moddle.ts'
import { type BpmnFault, type BpmnNote, calledOf, cutName, Notes, nameOf } from './notes.ts'
import { type BpmnGraph, type BpmnNode, type BpmnTimer, readGraph } from './read.ts'
import { partsIn, peopleIn, rulesIn, settingsIn, subTicketIn, type Unread, voteIn } from './settings.ts'
import { isTask, type OrderedTransition, Structure } from './structure.ts'
import { type Aftermath, ruleOf } from './timers.ts'

const MAX_STATES = 200
const MAX_TRANSITIONS = 800

/** What the file says, taken together. */
class Importer {
  private readonly graph: BpmnGraph
  private readonly notes: Notes
  private readonly structure: Structure
  private readonly own: ModdleElement | undefined
  private readonly language: keyof Text
  /** Tasks beside the route, to which only a clock leads: whom it brings in. */
  private readonly called = new Set<string>()

  constructor(graph: BpmnGraph, notes: Notes) {
    this.graph = graph
    this.notes = notes
    this.own = extensionOf(graph.process ?? undefined, 'jingbao:Workflow')
    this.language = textOf(this.own, 'language') === 'en' ? 'en' : 'zhHans'
    this.structure = new Structure(graph, notes, this.language)
  }

  private unread(element: ModdleElement): Unread {
    return (property, value) => this.notes.note('setting', calledOf(element), `${property}: ${value}`)
  }

  /** Tasks that a clock calls in, and that lead nowhere else than the task it sits on. */
  private callIn(): void {
    for (const timer of this.graph.timers) {
      const [out, ...others] = this.structure.outs(timer.id)
      const task = out && others.length === 0 ? this.structure.node(out.to) : undefined
      if (task && isTask(task) && this.structure.ins(task.id).length === 0) this.called.add(task.id)
    }
  }

  /** The people a task names; whoever leads the applicant's department where it names none. */
  private peopleOf({ element, lane }: BpmnNode): Participant {
    const own = extensionOf(element, 'jingbao:State')
    const named = peopleIn(elementOf(own, 'participant'), this.unread(element))
    if (named) return named
    const foreign = foreignPeople(element)
    if (foreign) this.notes.note('candidates', calledOf(element), foreign.text)
    else this.notes.note('people', calledOf(element), lane)
    return foreign?.participant ?? { type: 'deptLeader' }
  }

  private voteOf({ element }: BpmnNode): Pick<StateDefinition, 'mode' | 'ratio' | 'count'> {
    const loop = elementOf(element, 'loopCharacteristics')
    if (loop?.$type !== 'bpmn:MultiInstanceLoopCharacteristics') return { mode: 'any' }
    const own = voteIn(extensionOf(loop, 'jingbao:Vote'), this.unread(element))
    if (own) return own
    const vote = foreignVote(loop)
    this.notes.note('mode', calledOf(element), vote.mode)
    return vote
  }

  /** Both names of a state; another tool may have changed the one it shows. */
  private textOf({ element, id, name }: BpmnNode): Text {
    const own = extensionOf(element, 'jingbao:State')
    const both = { zhHans: textOf(own, 'zhHans'), en: textOf(own, 'en') }
    if (own && [cutName(both.zhHans), cutName(both.en)].includes(name)) return both
    if (own) {
      this.notes.note('renamed', calledOf(element))
      return { ...both, [this.language]: name }
    }
    if (name === '' && isTask(this.structure.node(id))) this.notes.note('nameless', cutName(id))
    const shownName = name === '' && isTask(this.structure.node(id)) ? cutName(id) : name
    return { zhHans: shownName, en: shownName }
  }

  /** What follows when a clock rings. */
  private after(timer: BpmnTimer, onward: readonly OrderedTransition[]): Aftermath {
    const { structure } = this
    const [out, ...others] = structure.outs(timer.id)
    if (!out) return 'nothing'
    if (others.length > 0) return 'elsewhere'
    const [own] = structure.outs(timer.on)
    const isOwn = (id: string): boolean => {
      const to = structure.place(id)
      return id === own?.to || (onward.length === 1 && to !== null && onward[0]?.to === to)
    }
    if (this.called.has(out.to)) {
      const task = structure.node(out.to)
      const [next, ...more] = structure.outs(task.id)
      const ends = next === undefined || structure.place(next.to) === END
      const isBack = next !== undefined && isOwn(next.to)
      return more.length === 0 && (ends || isBack) ? { people: this.peopleOf(task), ends: !isBack } : 'elsewhere'
    }
    if (isOwn(out.to)) return 'on'
    return structure.place(out.to) === END ? 'end' : 'elsewhere'
  }

  private timersOf({ id, element }: BpmnNode, onward: readonly OrderedTransition[]): readonly TimerRule[] | undefined {
    const rules = this.graph.timers
      .filter((timer) => timer.on === id)
      .flatMap((timer, index) => {
        const rule = ruleOf(timer, `timer${index + 1}`, this.after(timer, onward))
        if (rule === null) this.notes.fault('timerTransition', calledOf(timer.element))
        else if (timer.action === null) this.notes.note('timerAction', calledOf(element), rule.action)
        return rule === null ? [] : [rule]
      })
    return rules.length > 0 || extensionOf(element, 'jingbao:State')?.hasTimers === true ? rules : undefined
  }

  /** Where a state stands between branches, and when it is entered. */
  private placeOf(id: string): Pick<StateDefinition, 'enterWhen' | 'branch' | 'joinOf'> {
    const { entries, partsOf, meetsAt, forks } = this.structure
    const entry = [...entries.values()].find(({ task }) => task === id)
    const parting = [...partsOf].find(([, task]) => task === id)?.[0]
    const meeting = [...meetsAt].find(([, task]) => task === id)?.[0]
    const fork = meeting === undefined ? undefined : forks.get(meeting)
    return {
      ...(entry && { enterWhen: entry.when }),
      ...(parting !== undefined && { branch: this.structure.branchOf(parting) }),
      ...(fork !== undefined && { joinOf: this.structure.ownerOf(fork) }),
    }
  }

  private subTicketOf({ element }: BpmnNode): Pick<StateDefinition, 'child'> {
    const own = elementOf(extensionOf(element, 'jingbao:State'), 'subTicket')
    const type = textOf(element, 'calledElement')
    if (!/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(type)) this.notes.fault('calledElement', calledOf(element), type)
    else if (!own) this.notes.note('subTicket', calledOf(element), type)
    return { child: subTicketIn(own, type) }
  }

  /** A task as its extension element says it; without one, as a new state begins. */
  private stateOf(node: BpmnNode, onward: readonly OrderedTransition[]): StateDefinition {
    const { id, tag, element } = node
    const own = extensionOf(element, 'jingbao:State')
    const timers = this.timersOf(node, onward)
    const kind =
      tag === 'sendTask' ? 'cc' : tag === 'callActivity' ? 'sub' : tag === 'manualTask' ? 'handle' : 'approve'
    const isAsked = kind === 'approve' || kind === 'handle'
    const state = {
      key: this.structure.keyOf(id),
      name: this.textOf(node),
      kind,
      participant: kind === 'sub' && !own ? ({ type: 'applicant' } as const) : this.peopleOf(node),
      ...this.voteOf(node),
      ...(kind === 'sub' && this.subTicketOf(node)),
    } as const
    const beside = { ...this.placeOf(id), ...(timers && { timers }) }
    const policy = isAsked ? ({ type: 'leader' } as const) : ({ type: 'skip' } as const)
    if (own) return { ...state, emptyPolicy: policy, ...settingsIn(own, this.unread(element)), ...beside }
    this.notes.note('rights', '')
    this.notes.note('oneLanguage', '')
    return {
      ...state,
      emptyPolicy: policy,
      ...(isAsked && { allowTransfer: true, allowReturn: 'start' }),
      ...(kind === 'approve' && { allowAddSign: true, allowReject: true }),
      ...beside,
    }
  }

  private gatewayState(node: BpmnNode): StateDefinition {
    const { element } = node
    const own = extensionOf(element, 'jingbao:State')
    const fork = this.structure.forks.get(node.id)
    const unread = this.unread(element)
    return {
      key: this.structure.keyOf(node.id),
      name: this.textOf(node),
      kind: 'cc',
      participant: { type: 'several', of: [] },
      ...(voteIn(elementOf(own, 'vote'), unread) ?? { mode: 'any' }),
      emptyPolicy: { type: 'skip' },
      ...(own && settingsIn(own, unread)),
      ...(this.structure.splits(node) && { branch: this.structure.branchOf(node.id) }),
      ...(fork !== undefined && { joinOf: this.structure.ownerOf(fork) }),
    }
  }

  /** Gateways whose names stand nowhere afterwards, and ends that become one. */
  private noteRest(): void {
    const { all } = this.structure
    for (const node of all)
      if (node.tag === 'exclusiveGateway' && node.name !== '') this.notes.note('gatewayName', node.name)
    const ends = all.filter(({ tag }) => tag === 'endEvent')
    if (ends.length > 1) for (const { element } of ends) this.notes.note('ends', calledOf(element))
    if (!this.own) this.notes.note('rules', '')
  }

  /** Only to be called once. */
  run(key: string, group: WorkflowDefinition['group']): WorkflowDefinition {
    const { structure } = this
    this.callIn()
    const [start, second] = structure.all.filter(({ tag }) => tag === 'startEvent')
    if (!start || second) this.notes.fault('starts', second ? calledOf(second.element) : '')
    const states: StateDefinition[] = []
    const transitions: OrderedTransition[] = start ? [...structure.transitionsFrom(START, structure.single(start))] : []
    for (const node of structure.all) {
      if (this.called.has(node.id)) continue
      if (isTask(node)) {
        const onward = structure.transitionsOf(node)
        states.push(this.stateOf(node, onward))
        transitions.push(...onward)
      } else if (structure.isState(node)) {
        states.push(this.gatewayState(node))
        transitions.push(...structure.transitionsFrom(structure.keyOf(node.id), structure.outs(node.id)))
      }
    }
    if (states.length > MAX_STATES || transitions.length > MAX_TRANSITIONS) this.notes.fault('tooMany', '')
    this.noteRest()
    const isOrdered = transitions.every(({ order }) => order !== null)
    const ordered = isOrdered ? transitions.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0)) : transitions
    const usual = { group, withdraw: 'whileRunning', allowSelf: false, repeat: 'preceding' } as const
    return {
      key: textOf(this.own, 'key') || key,
      ...rulesIn(this.own, usual, this.unread(this.graph.process ?? this.own ?? { $type: '', $attrs: {} })),
      states,
      transitions: ordered.map(({ order: _, ...transition }) => transition),
    }
  }
}

/** What a file says; plain data, so that it can be sent between processes. */
export interface BpmnImport {
  /** Of the process; empty when it has none. */
  readonly name: string
  /** null when the file has faults. */
  readonly definition: WorkflowDefinition | null
  readonly faults: readonly BpmnFault[]
  /** Everything dropped, changed or guessed. */
  readonly notes: readonly BpmnNote[]
  /** What stands beside the chart, by name, as JSON. */
  readonly parts: Readonly<Record<string, string>>
}

/** Reads a file; what it lacks (people, rights, forms) is as in a new workflow, and noted. @throws XmlError for what is no XML, or more than is read. */
export async function fromBpmn(text: string, key: string, group: WorkflowDefinition['group']): Promise<BpmnImport> {
  const notes = new Notes()
  const graph = await readGraph(text, notes)
  const { process } = graph
  const name = process ? nameOf(process) : ''
  const faulty = { name, definition: null, parts: {}, notes: notes.notes }
  if (process === null || graph.nodes.size === 0) return { ...faulty, faults: notes.faults }
  if (graph.nodes.size > MAX_TRANSITIONS || graph.flows.length > MAX_TRANSITIONS * 2)
    return { ...faulty, faults: [{ reason: 'tooMany', element: '', detail: '' }] }
  const definition = new Importer(graph, notes).run(key, group)
  if (notes.faults.length > 0) return { ...faulty, faults: notes.faults }
  const parts = partsIn(extensionOf(process, 'jingbao:Workflow'))
  return { name, definition, faults: [], notes: notes.notes, parts }
}

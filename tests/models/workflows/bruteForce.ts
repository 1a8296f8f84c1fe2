/** Walks a small definition over every form people can fill in, value by value, with the checks the server makes: what proofs are compared with. */
import { evaluate } from '#machines/ticket/definition/conditions.ts'
import {
  type Condition,
  type FieldPermission,
  groupsOf,
  type StateDefinition,
  type TransitionDefinition,
} from '#machines/ticket/definition/definition.ts'
import { startPermissions } from '#src/define/application.ts'
import { factsOf } from '#src/fields/conditions.ts'
import {
  boolean,
  type Field,
  type Fields,
  type FieldValue,
  type FormData,
  integer,
  money,
  person,
} from '#src/fields/field.ts'
import { checkForm, writableFields } from '#src/fields/form.ts'
import { isEmpty } from '#src/fields/kind.ts'
import type { WithForm } from './forms.ts'
import type { Chance } from './random.ts'
import { row, state } from './small.ts'

/** Every value that makes a difference to the conditions below. */
const values: Readonly<Record<string, readonly FieldValue[]>> = {
  amount: ['50.00', '150.00'],
  flag: [null, true, false],
  days: [null, 1, 5],
  helper: [null, 7],
  other: [null, 8],
}
const names = Object.keys(values)

const conditions: readonly Condition[] = [
  { field: 'amount', op: 'gt', value: 100 },
  { field: 'amount', op: 'lte', value: 100 },
  { field: 'flag', op: 'eq', value: true },
  { field: 'flag', op: 'ne', value: true },
  { field: 'days', op: 'gt', value: 3 },
  { field: 'days', op: 'lt', value: 1 },
  { field: 'helper', op: 'notEmpty' },
  { field: 'helper', op: 'empty' },
  { field: 'other', op: 'empty' },
]
const about = (field: string): readonly Condition[] =>
  conditions.filter((condition) => 'field' in condition && condition.field === field)

function conditionOf(luck: Chance, among: readonly string[]): Condition {
  const one = luck.of(among.flatMap(about))
  if (luck.isLucky(70)) return one
  const parts = [one, luck.of(among.flatMap(about))]
  return luck.isLucky(50) ? { all: parts } : { any: parts }
}

/** A field that may show under a condition over those before it. */
function fieldOf(luck: Chance, name: string, before: readonly string[]): Field {
  const more = {
    ...(before.length > 0 && luck.isLucky(60) && { visibleWhen: conditionOf(luck, before) }),
    ...(luck.isLucky(60)
      ? { required: true }
      : before.length > 0 && luck.isLucky(30)
        ? { required: conditionOf(luck, before) }
        : {}),
  }
  if (name === 'amount') return money({ required: true, max: '200.00' })
  if (name === 'flag') return boolean(more)
  if (name === 'days') return integer({ min: 1, max: 9, ...more })
  return person(more)
}

const permissions: readonly FieldPermission[] = ['write', 'required', 'read']

function stateOf(luck: Chance, key: string, kind: 'approve' | 'handle'): StateDefinition {
  const field = luck.of(['helper', 'other'])
  const asked = luck.isLucky(60)
  const written = names.filter(() => luck.isLucky(30))
  return state(key, {
    kind,
    allowReject: false,
    allowReturn: 'start',
    ...(asked && {
      participant: luck.isLucky(75)
        ? { type: 'formField', field }
        : {
            type: 'several',
            of: [
              { type: 'formField', field: 'helper' },
              { type: 'formField', field: 'other' },
            ],
          },
    }),
    emptyPolicy: luck.isLucky(75) ? { type: 'block' } : { type: 'skip' },
    ...(luck.isLucky(60) && { enterWhen: conditionOf(luck, names) }),
    ...(written.length > 0 && { fields: Object.fromEntries(written.map((name) => [name, luck.of(permissions)])) }),
    ...(kind === 'handle' && luck.isLucky(30) && { doneWhen: conditionOf(luck, names) }),
  })
}

/** A form of five fields and a chain of up to four states over it. */
export function randomWithForm(luck: Chance): WithForm {
  const fields: Fields = Object.fromEntries(
    names.map((name, index) => [name, fieldOf(luck, name, names.slice(0, index))]),
  )
  const approving = 1 + luck.below(2)
  const count = approving + luck.below(2)
  const states = Array.from({ length: count }, (_, index) =>
    stateOf(luck, `s${index + 1}`, index < approving ? 'approve' : 'handle'),
  )
  const keys = ['start', ...states.map(({ key }) => key), 'end']
  const transitions = keys.slice(1).flatMap((to, index): TransitionDefinition[] => {
    const from = keys[index] ?? 'start'
    const beyond = keys.slice(index + 2)
    const jumps = beyond.filter(() => luck.isLucky(25)).slice(0, 2)
    return [...jumps.map((jump) => ({ from, to: jump, when: conditionOf(luck, names) })), { from, to }]
  })
  const hidden = names.slice(1).filter(() => luck.isLucky(15))
  return {
    what: '',
    form: {
      sections: [{ key: 'main', fields }],
      start: Object.fromEntries(names.map((name) => [name, hidden.includes(name) ? 'hidden' : 'write'])),
    },
    definition: { ...row(states), withdraw: luck.isLucky(50) ? 'whileRunning' : 'never', transitions },
  }
}

const given = { today: '2026-01-01', now: '2026-01-01 09:00:00' }

/** Where a ticket stands, with its form. */
interface Node {
  readonly place: string
  readonly values: FormData
}

/** What a walk over every form has met. */
export interface BruteForce {
  /** States somebody came to. */
  readonly reached: ReadonlySet<string>
  /** States that found nobody, or whose work can never be done. */
  readonly stuck: ReadonlySet<string>
  readonly gaps: ReadonlySet<string>
  /** Places with two transitions at once, each to another place. */
  readonly overlaps: ReadonlySet<string>
  /** Whether some ticket goes exactly this path and finds itself stuck at its end. */
  readonly isStuckAfter: (path: readonly string[]) => boolean
}

const wordOf = ({ place, values: form }: Node): string =>
  JSON.stringify([place, names.map((name) => form[name] ?? null)])

export function bruteForce({ form, definition }: WithForm): BruteForce {
  const fields: Fields = Object.assign({}, ...form.sections.map((section) => section.fields))
  const begins = startPermissions(form, definition)
  const stateAt = (key: string) => definition.states.find((one) => one.key === key)

  /** The form after somebody wrote this, as the server takes it; null where it is refused. */
  const write = (
    may: Readonly<Record<string, FieldPermission>>,
    stored: FormData,
    input: FormData,
  ): FormData | null => {
    const writable = writableFields(fields, may)
    const asked = Object.fromEntries(Object.keys(writable).map((name) => [name, input[name] ?? null]))
    const outside = (now: FormData) => factsOf(fields, now)
    const sight = checkForm(writable, asked, given, { partial: true, facts: outside({ ...stored, ...asked }) })
    const { values: checked, problems } = checkForm(writable, asked, given, {
      facts: outside({ ...stored, ...sight.values }),
    })
    return Object.keys(problems).length > 0 ? null : { ...stored, ...checked }
  }
  const inputs = (may: Readonly<Record<string, FieldPermission>>): readonly FormData[] => {
    const writable = names.filter((name) => may[name] === 'write' || may[name] === 'required')
    return writable.reduce<readonly FormData[]>(
      (found, name) => found.flatMap((one) => (values[name] ?? []).map((value) => ({ ...one, [name]: value }))),
      [{}],
    )
  }
  const writtenAt = (place: string, stored: FormData): readonly FormData[] => {
    const may = place === 'start' ? begins : (stateAt(place)?.fields ?? {})
    const all = inputs(may).flatMap((input) => {
      const written = write(may, stored, input)
      return written === null ? [] : [written]
    })
    const demands = Object.entries(may).some(
      ([name, permission]) =>
        permission === 'required' ||
        (permission === 'write' && (fields[name]?.required ?? false) !== false && isEmpty(stored[name])),
    )
    // Nothing sent: the form is looked at again only where something must be filled in.
    if (place === 'start' || demands) return all
    return [...all, stored]
  }

  const gaps = new Set<string>()
  const overlaps = new Set<string>()
  const reached = new Set<string>()
  const choose = (from: string, stored: FormData): TransitionDefinition | undefined => {
    const facts = factsOf(fields, stored)
    const transitions = definition.transitions.filter((transition) => transition.from === from)
    const open = transitions.filter((transition) => transition.when && evaluate(transition.when, facts))
    if (new Set(open.map(({ to }) => to)).size > 1) overlaps.add(from)
    const transition = transitions.find(({ when }) => evaluate(when, facts))
    if (transition === undefined) gaps.add(from)
    return transition
  }
  /** The next place in which somebody should act. */
  const next = (from: string, stored: FormData): string | null => {
    for (let at = from; ; ) {
      const transition = choose(at, stored)
      if (transition === undefined || transition.to === 'end') return transition?.to ?? null
      at = transition.to
      const entered = stateAt(at)
      if (evaluate(entered?.enterWhen, factsOf(fields, stored))) return at
    }
  }
  const findsNobody = ({ place, values: stored }: Node): boolean => {
    const one = stateAt(place)
    if (one === undefined) return false
    const groups = groupsOf(one.participant)
    return groups.every((group) => group.type === 'formField' && isEmpty(stored[group.field]))
  }
  const isDone = (place: string, stored: FormData): boolean => {
    const one = stateAt(place)
    return one?.emptyPolicy.type === 'skip' || evaluate(one?.doneWhen, factsOf(fields, stored))
  }
  /** What can follow in a state; `start` again after a return. */
  const after = (node: Node): readonly Node[] => {
    const { place, values: stored } = node
    if (place === 'end') return []
    const one = stateAt(place)
    const skips = one?.emptyPolicy.type === 'skip'
    if (findsNobody(node) && !skips) return []
    const left = [...(findsNobody(node) ? [] : writtenAt(place, stored)), ...(skips ? [stored] : [])]
    const onward = left.flatMap((form_): Node[] => {
      if (!isDone(place, form_)) return [{ place, values: form_ }]
      const to = next(place, form_)
      return to === null ? [] : [{ place: to, values: form_ }]
    })
    const back = one !== undefined && (one.allowReturn !== undefined || definition.withdraw === 'whileRunning')
    return back ? [...onward, { place: 'start', values: stored }] : onward
  }

  const empty: Node = { place: 'start', values: Object.fromEntries(names.map((name) => [name, null])) }
  const seen = new Map([[wordOf(empty), empty]])
  const follow = new Map<string, readonly Node[]>()
  for (const [word, node] of seen) {
    if (stateAt(node.place)) reached.add(node.place)
    const following = after(node)
    follow.set(word, following)
    for (const one of following) if (!seen.has(wordOf(one))) seen.set(wordOf(one), one)
  }
  /** Work that stays whatever is written there. */
  const isEndless = (node: Node): boolean => {
    const one = stateAt(node.place)
    if (one?.doneWhen === undefined || one.emptyPolicy.type === 'skip' || findsNobody(node)) return false
    const met = new Map([[wordOf(node), node]])
    for (const [word] of met) {
      for (const onward of follow.get(word) ?? []) {
        if (onward.place === 'start') continue
        if (onward.place !== node.place) return false
        if (!met.has(wordOf(onward))) met.set(wordOf(onward), onward)
      }
    }
    return true
  }
  const isStuck = (node: Node): boolean =>
    (findsNobody(node) && stateAt(node.place)?.emptyPolicy.type === 'block') || isEndless(node)
  const stuck = new Set([...seen.values()].filter(isStuck).map(({ place }) => place))

  const isStuckAfter = (path: readonly string[]): boolean => {
    let nodes: readonly Node[] = [empty]
    for (const place of path.slice(1)) {
      // A return before the next step leads through the applicant.
      const again = nodes.flatMap((node) => (follow.get(wordOf(node)) ?? []).filter((one) => one.place === 'start'))
      const stay = nodes.flatMap((node) => (follow.get(wordOf(node)) ?? []).filter((one) => one.place === node.place))
      const found = [...nodes, ...again, ...stay].flatMap((node) =>
        (follow.get(wordOf(node)) ?? []).filter((one) => one.place === place),
      )
      nodes = [...new Map(found.map((node) => [wordOf(node), node])).values()]
    }
    return nodes.some(isStuck)
  }
  return { reached, stuck, gaps, overlaps, isStuckAfter }
}

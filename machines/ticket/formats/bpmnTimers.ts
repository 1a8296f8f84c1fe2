/**
 * The clocks of a task at its border (25.8, 25.11). What BPMN has words for is said in them: a duration, a cycle, whether the
 * task is interrupted, and where it goes then. The rest stands in attributes of our own, which other tools pass over.
 */
import { asksPeople, endsVisit, type Group, groupsOf, type Participant, type TimerRule } from '../definition.ts'
import type { XmlElement } from './xml.ts'

/** Of our own attributes. */
export const JINGBAO = 'urn:jingbao:workflow'

const HOURS_A_DAY = 24
const HOURS_A_WEEK = 168
const MINUTES = 60

/** `P2D`, `PT48H`, `P1DT30M`: hours; null for anything else. */
export function hoursOf(duration: string): number | null {
  const parts = /^P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?)?$/.exec(duration.trim())
  if (!parts) return null
  const [weeks = 0, days = 0, hours = 0, minutes = 0] = parts.slice(1).map((part) => Number(part ?? 0))
  const all = weeks * HOURS_A_WEEK + days * HOURS_A_DAY + hours + minutes / MINUTES
  return all > 0 ? all : null
}

function durationOf(hours: number): string {
  const minutes = Math.round(hours * MINUTES)
  const [whole, rest] = [Math.floor(minutes / MINUTES), minutes % MINUTES]
  return `PT${whole > 0 || rest === 0 ? `${whole}H` : ''}${rest > 0 ? `${rest}M` : ''}`
}

/** `role:financeOfficer, deptLeader`: people in one attribute. */
const peopleText = (participant: Participant): string =>
  groupsOf(participant)
    .map((group) => {
      if (group.type === 'role') return `role:${group.role}`
      if (group.type === 'user') return `user:${group.userId}`
      if (group.type === 'formField') return `formField:${group.field}`
      return 'dept' in group && group.dept !== undefined ? `${group.type}:${group.dept}` : group.type
    })
    .join(', ')

function groupIn(text: string): Group | null {
  const [, type = '', name = ''] = /^([A-Za-z]+)(?::([A-Za-z0-9_]{1,64}))?$/.exec(text.trim()) ?? []
  switch (type) {
    case 'role':
      return name === '' ? null : { type, role: name }
    case 'user':
      return /^\d{1,15}$/.test(name) ? { type, userId: Number(name) } : null
    case 'formField':
      return name === '' ? null : { type, field: name }
    case 'dept':
      return name === '' ? null : { type, dept: name }
    case 'deptLeader':
    case 'divisionLeader':
      return name === '' ? { type } : { type, dept: name }
    case 'parentDeptLeader':
    case 'applicant':
    case 'previous':
      return name === '' ? { type } : null
    default:
      return null
  }
}

function peopleIn(text: string): Participant | null {
  const groups = text.split(',').map(groupIn)
  const known = groups.filter((group) => group !== null)
  const [only, ...more] = known
  if (only === undefined || known.length < groups.length) return null
  return more.length > 0 ? { type: 'several', of: known } : only
}

/** A clock as it is written. */
export interface WrittenTimer {
  readonly interrupts: boolean
  /** Where it leads: on as the task does, to the end, or nowhere. */
  readonly leads: 'on' | 'end' | null
  readonly attributes: Readonly<Record<string, string>>
  /** The inside of its timer definition. */
  readonly inner: string
}

/** A rule as an event at the border. */
export function timerOut(rule: TimerRule): WrittenTimer {
  const { key, action, afterHours, pause } = rule
  const again = rule.action === 'remind' && rule.everyHours !== undefined ? rule : undefined
  const isCycle = again !== undefined && again.everyHours === afterHours
  return {
    interrupts: endsVisit(rule),
    leads: action === 'autoPass' ? 'on' : endsVisit(rule) ? 'end' : null,
    attributes: {
      key,
      action,
      ...(asksPeople(rule) && { to: peopleText(rule.to) }),
      ...(pause && { pause: 'true' }),
      ...(again && !isCycle && { every: durationOf(again.everyHours ?? 0), times: String(again.times ?? 0) }),
    },
    inner: isCycle
      ? `<timeCycle>R${again.times}/${durationOf(afterHours)}</timeCycle>`
      : `<timeDuration>${durationOf(afterHours)}</timeDuration>`,
  }
}

/** A clock as it was read; what follows when it rings is said by `action`, or else by where it leads. */
export interface ReadTimer {
  readonly afterHours: number
  readonly interrupts: boolean
  readonly key: string | null
  readonly action: TimerRule['action'] | null
  readonly to: Participant | null
  readonly pause: boolean
  readonly everyHours: number | null
  readonly times: number | null
}

const actions: readonly string[] = ['remind', 'escalate', 'transfer', 'autoPass', 'autoReject', 'close']
const isAction = (text: string): text is TimerRule['action'] => actions.includes(text)
const textOf = (definition: XmlElement, name: string): string =>
  definition.children.find((child) => child.name === name)?.text ?? ''

/** The clock of a border event; null where its time, or what it says it does, cannot be understood. */
export function timerIn(event: XmlElement, definition: XmlElement): ReadTimer | null {
  const { cancelActivity, key = '', action = '', to = '', every = '', times = '', pause } = event.attributes
  const cycle = /^R(\d{1,3})\/(.+)$/.exec(textOf(definition, 'timeCycle').trim())
  const afterHours = hoursOf(cycle?.[2] ?? textOf(definition, 'timeDuration'))
  const people = to === '' ? null : peopleIn(to)
  const isSaid = action === '' || isAction(action)
  if (afterHours === null || !isSaid || (to !== '' && people === null)) return null
  return {
    afterHours,
    interrupts: cancelActivity !== 'false',
    key: /^[A-Za-z][A-Za-z0-9_]{0,31}$/.test(key) ? key : null,
    action: isAction(action) ? action : null,
    to: people,
    pause: pause === 'true',
    everyHours: cycle ? afterHours : hoursOf(every),
    times: cycle ? Number(cycle[1]) : /^\d{1,3}$/.test(times) ? Number(times) : null,
  }
}

/** What follows when a clock of another tool rings: the way of its task, the end, nothing, people of a task beside the way, or something else. */
export type Aftermath =
  | 'on'
  | 'end'
  | 'nothing'
  | 'elsewhere'
  | { readonly people: Participant; readonly ends: boolean }

const actionFor = ({ interrupts }: ReadTimer, then: Aftermath): TimerRule['action'] | null => {
  if (typeof then === 'object') return interrupts ? (then.ends ? null : 'transfer') : 'escalate'
  if (!interrupts) return then === 'nothing' ? 'remind' : null
  return then === 'on' ? 'autoPass' : then === 'end' ? 'autoReject' : null
}

/** The rule of a clock; null for what no rule says. */
export function ruleOf(timer: ReadTimer, fallbackKey: string, then: Aftermath): TimerRule | null {
  const action = timer.action ?? actionFor(timer, then)
  const { afterHours, everyHours, times, pause } = timer
  const base = { key: timer.key ?? fallbackKey, afterHours, ...(pause && { pause }) }
  const to = timer.to ?? (typeof then === 'object' ? then.people : null)
  if (action === 'escalate' || action === 'transfer') return to === null ? null : { ...base, action, to }
  if (action === 'remind' && everyHours !== null && times !== null) return { ...base, action, everyHours, times }
  return action === null ? null : { ...base, action }
}

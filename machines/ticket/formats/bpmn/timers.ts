/**
 * The clocks of a task at its border (25.8, 25.11). What BPMN has words for is said in them: a duration, a cycle, whether the
 * task is interrupted, and where it goes then. The rest stands in an extension element.
 */
import { asksPeople, endsVisit, type Participant, type TimerRule } from '#machines/ticket/definition/definition.ts'
import { elementOf, extensionOf, type ModdleElement, make, textOf } from './moddle.ts'
import { peopleIn, peopleOut, type Unread } from './settings.ts'

const HOURS_A_DAY = 24
const HOURS_A_WEEK = 168
const MINUTES = 60
const SECONDS = 3600

/** `P2D`, `PT48H`, `P1DT30M`: hours; null for anything else. Months and years have no fixed length. */
export function hoursOf(duration: string): number | null {
  const parts = /^P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,7})S)?)?$/.exec(
    duration.trim(),
  )
  if (!parts) return null
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0))
  const whole = weeks * HOURS_A_WEEK + days * HOURS_A_DAY + hours
  const all = (whole * SECONDS + minutes * MINUTES + seconds) / SECONDS
  return all > 0 ? all : null
}

function durationOf(hours: number): string {
  const minutes = Math.max(1, Math.round(hours * MINUTES))
  const [whole, rest] = [Math.floor(minutes / MINUTES), minutes % MINUTES]
  return `PT${whole > 0 || rest === 0 ? `${whole}H` : ''}${rest > 0 ? `${rest}M` : ''}`
}
/** Hours that a duration in whole minutes does not say. */
const exactly = (hours: number): number | undefined => (hoursOf(durationOf(hours)) === hours ? undefined : hours)

/** A clock as it is written. */
export interface WrittenTimer {
  readonly interrupts: boolean
  /** Where it leads: on as the task does, to the end, or nowhere. */
  readonly leads: 'on' | 'end' | null
  readonly definition: ModdleElement
  readonly extension: ModdleElement
}

const formal = (body: string): ModdleElement => make('bpmn:FormalExpression', { body })

/** A rule as an event at the border. */
export function timerOut(rule: TimerRule): WrittenTimer {
  const { key, action, afterHours, daysSetting, pause } = rule
  const again = rule.action === 'remind' ? rule : undefined
  const times = again?.times
  const isCycle =
    again?.everyHours === afterHours && times !== undefined && /^\d{1,3}$/.test(String(times)) && !exactly(afterHours)
  return {
    interrupts: endsVisit(rule),
    leads: action === 'autoPass' ? 'on' : endsVisit(rule) ? 'end' : null,
    extension: make('jingbao:Timer', {
      key,
      action,
      daysSetting,
      pause,
      afterHours: exactly(afterHours),
      to: asksPeople(rule) ? peopleOut(rule.to) : undefined,
      ...(again && !isCycle && { everyHours: again.everyHours, times }),
    }),
    definition: make(
      'bpmn:TimerEventDefinition',
      isCycle
        ? { timeCycle: formal(`R${times}/${durationOf(afterHours)}`) }
        : { timeDuration: formal(durationOf(afterHours)) },
    ),
  }
}

/** A clock as it was read; what follows when it rings is said by `action`, or else by where it leads. */
export interface ReadTimer {
  readonly afterHours: number
  readonly interrupts: boolean
  readonly key: string | null
  readonly action: TimerRule['action'] | null
  readonly daysSetting: string | null
  readonly to: Participant | null
  readonly pause: boolean | null
  readonly everyHours: number | null
  readonly times: number | null
}

const actions: readonly string[] = ['remind', 'escalate', 'transfer', 'autoPass', 'autoReject', 'close']
const isAction = (text: string): text is TimerRule['action'] => actions.includes(text)

/** What a timer says of its time, in its own words. */
export const timeOf = (definition: ModdleElement): string =>
  ['timeCycle', 'timeDuration', 'timeDate']
    .map((property) => textOf(elementOf(definition, property), 'body').trim())
    .filter((text) => text !== '')
    .join(' ')

/** The clock of a border event; null where its time, or what it says it does, cannot be understood. */
export function timerIn(event: ModdleElement, definition: ModdleElement, unread: Unread): ReadTimer | null {
  const own = extensionOf(event, 'jingbao:Timer')
  const number = (property: string): number | null => {
    const value = own?.[property]
    return typeof value === 'number' && Number.isFinite(value) ? value : null
  }
  const cycle = /^R(\d{1,3})\/(.+)$/.exec(textOf(elementOf(definition, 'timeCycle'), 'body').trim())
  const hours = hoursOf(cycle?.[2] ?? textOf(elementOf(definition, 'timeDuration'), 'body'))
  const [action, key] = [textOf(own, 'action'), textOf(own, 'key')]
  // An exact figure counts while the duration beside it has not been changed.
  const exact = number('afterHours')
  const afterHours = exact !== null && hoursOf(durationOf(exact)) === hours ? exact : hours
  if (afterHours === null || (action !== '' && !isAction(action))) return null
  return {
    afterHours,
    interrupts: event.cancelActivity !== false,
    key: /^[A-Za-z][A-Za-z0-9_]{0,31}$/.test(key) ? key : null,
    action: isAction(action) ? action : null,
    daysSetting: textOf(own, 'daysSetting') || null,
    to: peopleIn(elementOf(own, 'to'), unread),
    pause: typeof own?.pause === 'boolean' ? own.pause : null,
    everyHours: cycle ? afterHours : number('everyHours'),
    times: cycle ? Number(cycle[1]) : number('times'),
  }
}

/** What follows when a clock of another tool rings: the transition of its task, the end, nothing, people of a task beside the route, or something else. */
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
  const { afterHours, daysSetting, everyHours, times, pause } = timer
  const base = {
    key: timer.key ?? fallbackKey,
    afterHours,
    ...(daysSetting !== null && { daysSetting }),
    ...(pause !== null && { pause }),
  }
  const to = timer.to ?? (typeof then === 'object' ? then.people : null)
  if (action === 'escalate' || action === 'transfer') return to === null ? null : { ...base, action, to }
  if (action === 'remind')
    return { ...base, action, ...(everyHours !== null && { everyHours }), ...(times !== null && { times }) }
  return action === null ? null : { ...base, action }
}

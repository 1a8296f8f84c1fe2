/** Limits of workflows that administrators set in days. */
import type { LastWord, TimerRule, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { SettingName } from '#src/define/names.ts'
import type { Settings } from '#src/define/server.ts'
import { limitSettings, WORKDAY_HOURS } from '#src/define/settings.ts'
import type { ShownLastWord } from '#src/define/tickets/detail.ts'

/** Hours of a day where all hours count. */
const DAY_HOURS = 24

const settingOf = ({ daysSetting }: TimerRule): SettingName | undefined =>
  limitSettings.find((name) => name === daysSetting)

interface Limited {
  /** Hours of each setting when it was made. */
  readonly hours: string
  readonly definition: WorkflowDefinition
}
const known = new WeakMap<WorkflowDefinition, Limited>()

/** The definition with the limits that the settings say now; a timer keeps the one it was set with. */
export function withLimits(definition: WorkflowDefinition, settings: Settings): WorkflowDefinition {
  const isSet = definition.states.some(({ timers = [] }) => timers.some((timer) => settingOf(timer) !== undefined))
  if (!isSet) return definition
  const aDay = settings.boolean('wf.workHoursOnly') ? WORKDAY_HOURS : DAY_HOURS
  const hoursOf = (name: SettingName): number => settings.number(name) * aDay
  const hours = limitSettings.map(hoursOf).join()
  const before = known.get(definition)
  if (before?.hours === hours) return before.definition
  const states = definition.states.map((state) =>
    state.timers === undefined
      ? state
      : {
          ...state,
          timers: state.timers.map((timer) => {
            const name = settingOf(timer)
            return name === undefined ? timer : { ...timer, afterHours: hoursOf(name) }
          }),
        },
  )
  const made = { ...definition, states }
  known.set(definition, { hours, definition: made })
  return made
}

/** The time after which a state decides by itself, in the unit in which the clock of workflows counts. */
export function showLastWord({ action, afterHours }: LastWord, settings: Settings): ShownLastWord {
  if (!settings.boolean('wf.workHoursOnly')) return { action, after: afterHours, unit: 'hours' }
  return afterHours % WORKDAY_HOURS === 0
    ? { action, after: afterHours / WORKDAY_HOURS, unit: 'workdays' }
    : { action, after: afterHours, unit: 'workHours' }
}

import { Button, Checkbox } from '@blueprintjs/core'
import { AddIcon, TrashIcon } from '@blueprintjs/icons'
import { asksPeople, type StateDefinition, type TimerRule } from '#machines/ticket/definition/definition.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { addTimer, timerOf } from '../model/participants.ts'
import { ChoiceBox, Figure } from '../parts.tsx'
import { ParticipantSettings } from './participants/ParticipantSettings.tsx'

const actions = ['remind', 'escalate', 'transfer', 'autoPass', 'autoReject', 'close'] as const
/** What is approved is neither rejected nor closed by a clock. */
const forApproval: readonly string[] = ['autoReject', 'close']
/** What a reminder that repeats begins with. */
const USUAL_REPEAT = { everyHours: 8, times: 3 }

interface Props {
  readonly state: StateDefinition
  readonly onChange: (timers: readonly TimerRule[]) => void
}

/** What happens when nobody acts in time (25.8). */
export function TimerSettings({ state, onChange }: Props) {
  const t = useT()
  const { timers = [], kind } = state
  const offered = kind === 'approve' ? actions : actions.filter((action) => !forApproval.includes(action))
  return (
    <div className="timers">
      {timers.map((timer, index) => (
        <fieldset key={timer.key} className="timer" data-spot={`timer ${timer.key}`}>
          <legend className="timer-legend">
            {timer.daysSetting === undefined
              ? t('designer.afterHours', [timer.afterHours])
              : t('designer.afterDaysSetting')}
          </legend>
          {timer.daysSetting === undefined ? (
            <Figure
              label={t('designer.hours')}
              value={timer.afterHours}
              onChange={(afterHours) => onChange(timers.with(index, { ...timer, afterHours }))}
            />
          ) : (
            <p className="inspector-hint">{t('designer.daysSettingHint')}</p>
          )}
          <ChoiceBox
            label={t('designer.limitAction')}
            value={timer.action}
            spot={`action ${timer.key}`}
            options={offered.map((value) => ({ value, label: t(`designer.action.${value}`) }))}
            onChange={(value) => {
              const action = actions.find((one) => one === value)
              if (action !== undefined) onChange(timers.with(index, timerOf(timer.key, timer.afterHours, action)))
            }}
          />
          <Button
            variant="minimal"
            size="small"
            icon={<TrashIcon />}
            aria-label={t('designer.removeLimit')}
            title={t('designer.removeLimit')}
            onClick={() => onChange(timers.toSpliced(index, 1))}
          />
          {timer.action === 'close' ? <p className="inspector-hint timer-to">{t('designer.closeHint')}</p> : null}
          <Checkbox
            className="timer-pause"
            label={t('designer.pauseLimit')}
            checked={timer.pause === true}
            onChange={(event) => {
              const { pause: _, ...others } = timer
              onChange(timers.with(index, event.currentTarget.checked ? { ...timer, pause: true } : others))
            }}
          />
          {timer.action === 'remind' ? (
            <Repeat timer={timer} onChange={(next) => onChange(timers.with(index, next))} />
          ) : null}
          {asksPeople(timer) ? (
            <div className="timer-to">
              <ParticipantSettings
                works
                participant={timer.to}
                onChange={(to) => onChange(timers.with(index, { ...timer, to }))}
              />
            </div>
          ) : null}
        </fieldset>
      ))}
      <Button
        variant="minimal"
        size="small"
        icon={<AddIcon />}
        text={t('designer.addLimit')}
        onClick={() => onChange(addTimer(timers, 'remind'))}
      />
    </div>
  )
}

type Reminder = Extract<TimerRule, { action: 'remind' }>

/** Whether a reminder comes again, after how long and how often. */
function Repeat({ timer, onChange }: { readonly timer: Reminder; readonly onChange: (timer: Reminder) => void }) {
  const t = useT()
  const { everyHours, times, ...once } = timer
  return (
    <div className="timer-to">
      <Checkbox
        label={t('designer.repeatReminder')}
        checked={everyHours !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? { ...once, ...USUAL_REPEAT } : once)}
      />
      {everyHours === undefined || times === undefined ? null : (
        <div className="inspector-pair">
          <Figure
            label={t('designer.everyHours')}
            value={everyHours}
            onChange={(next) => onChange({ ...timer, everyHours: next })}
          />
          <Figure label={t('designer.times')} value={times} onChange={(next) => onChange({ ...timer, times: next })} />
        </div>
      )}
    </div>
  )
}

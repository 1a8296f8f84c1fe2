import { Checkbox, Radio, RadioGroup } from '@blueprintjs/core'
import { groupsOf, type StateDefinition } from '#machines/ticket/definition/definition.ts'
import { neededOf } from '#machines/ticket/engine/modes.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { ballotPatch, examplesOf, modesOf } from '../../model/participants.ts'
import type { Patch } from '../../model/states.ts'
import { Figure } from '../../parts.tsx'
import { useHolders } from './ParticipantSettings.tsx'

interface Props {
  readonly state: StateDefinition
  readonly onChange: (patch: Patch<StateDefinition>) => void
}

/** How the votes make the outcome, each mode as a whole sentence (25.1). */
export function BallotSettings({ state, onChange }: Props) {
  const t = useT()
  const { mode, kind } = state
  const sentences = kind === 'handle' ? 'handleMode' : 'mode'
  // Both any-of meanings are the same where nobody can reject.
  const modes = modesOf(state).filter((one) => kind === 'approve' || one !== 'anyApproval' || mode === one)
  return (
    <>
      <RadioGroup
        name={`mode ${state.key}`}
        aria-label={t('designer.how')}
        selectedValue={mode}
        onChange={(event) => {
          const next = modes.find((one) => one === event.currentTarget.value)
          if (next !== undefined) onChange(ballotPatch(state, next))
        }}
      >
        {modes.map((one) => (
          <Radio key={one} value={one} label={t(`designer.${sentences}.${one}`)} />
        ))}
      </RadioGroup>
      {mode === 'ratio' ? (
        <>
          <Figure label={t('designer.ratio')} value={state.ratio ?? 100} onChange={(ratio) => onChange({ ratio })} />
          <Needed state={state} />
        </>
      ) : null}
      {mode === 'count' || mode === 'perGroup' ? (
        <>
          <Figure
            label={t(mode === 'count' ? 'designer.count' : 'designer.perGroupCount')}
            value={state.count ?? 1}
            onChange={(count) => onChange({ count })}
          />
          {mode === 'count' ? <Needed state={state} /> : null}
        </>
      ) : null}
      {mode === 'any' ? (
        <Checkbox
          label={t('designer.claim')}
          checked={state.claim === true}
          onChange={(event) => onChange({ claim: event.currentTarget.checked ? true : undefined })}
        />
      ) : null}
    </>
  )
}

/** The computed number beside the percentage: for the people of today, or for some sizes. */
function Needed({ state }: { readonly state: StateDefinition }) {
  const t = useT()
  const [only, ...others] = groupsOf(state.participant)
  const holders = useHolders(only?.type === 'role' && others.length === 0 ? only.role : null)
  const text =
    holders !== undefined && holders.length > 0
      ? t('designer.needNow', [holders.length, neededOf(state, holders.length)])
      : examplesOf(state, neededOf)
          .map(({ n, need }) => t('designer.needOf', [n, need]))
          .join(t('common.listSeparator'))
  return <p className="inspector-hint">{text}</p>
}

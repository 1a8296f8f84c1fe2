import { Checkbox } from '@blueprintjs/core'
import {
  type EmptyPolicy,
  groupsOf,
  isGateway,
  type StateDefinition,
  type StateKind,
} from '#machines/ticket/definition/definition.ts'
import { indexWorkflow } from '#machines/ticket/definition/workflow.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useUser } from '#src/client/platform/session/index.ts'
import { formFieldsOf } from '#src/define/application.ts'
import { useDesigner } from '../context.ts'
import { type Patch, patchState } from '../model/states.ts'
import { workingRoles } from '../model/workingRoles.ts'
import { ChoiceBox, Group, Line } from '../parts.tsx'
import type { Selection } from '../selection.ts'
import { BranchSettings } from './BranchSettings.tsx'
import { ConditionBuilder } from './ConditionBuilder.tsx'
import { EntrySettings } from './EntrySettings.tsx'
import { BallotSettings } from './participants/BallotSettings.tsx'
import { EligiblePeopleSettings } from './participants/EligiblePeopleSettings.tsx'
import { ParticipantSettings } from './participants/ParticipantSettings.tsx'
import { PersonBox } from './participants/PersonBox.tsx'
import { ReturnSettings } from './ReturnSettings.tsx'
import { StateFields } from './StateFields.tsx'
import { SubSettings } from './SubSettings.tsx'
import { TimerSettings } from './TimerSettings.tsx'
import { TransitionsOn } from './TransitionsOn.tsx'

interface Props {
  readonly state: StateDefinition
  readonly onSelect: (selection: Selection) => void
}

/** Everything of one state, in groups. */
export function StateSettings({ state, onSelect }: Props) {
  const t = useT()
  const { define } = useDesigner()
  const set = (patch: Patch<StateDefinition>, strand?: string): void =>
    define((before) => patchState(before, state.key, patch), strand && `${state.key} ${strand}`)
  const { kind, name } = state
  const head = (
    <div className="inspector-pair" data-spot="name">
      <Line
        label={t('designer.name')}
        value={name.zhHans}
        onChange={(zhHans) => set({ name: { ...name, zhHans } }, 'name')}
      />
      <Line label={t('designer.nameEn')} value={name.en} onChange={(en) => set({ name: { ...name, en } }, 'nameEn')} />
    </div>
  )
  const transitions =
    state.branch === undefined ? (
      <TransitionsOn from={state.key} onSelect={onSelect} />
    ) : (
      <BranchSettings state={state} branch={state.branch} onSelect={onSelect} />
    )
  if (isGateway(state))
    return (
      <div className="inspector">
        {head}
        <p className="inspector-hint">{t(state.branch === undefined ? 'designer.joinText' : 'designer.splitText')}</p>
        {transitions}
      </div>
    )
  // Where nobody acts none are offered; those that came with an import can be taken away.
  const hasLimits = state.timers !== undefined && state.timers.length > 0
  const limits = (
    <Group spot="limits" title={t('designer.limits')} hint={t('designer.limitHint')}>
      <TimerSettings state={state} onChange={(timers) => set({ timers: timers.length === 0 ? undefined : timers })} />
    </Group>
  )
  const returns = state.allowReturn === undefined ? null : <ReturnSettings state={state} onChange={set} />
  if (kind === 'sub')
    return (
      <div className="inspector">
        {head}
        <p className="inspector-hint">{t('designer.kindHint.sub')}</p>
        <Group spot="child" title={t('designer.child')}>
          <SubSettings
            child={state.child ?? { type: '', values: {}, wait: true }}
            onChange={(child) => set({ child })}
          />
        </Group>
        {hasLimits ? limits : null}
        {returns}
        {state.child?.wait === false ? null : <RejectSettings state={state} onChange={set} />}
        <EntrySettings state={state} onChange={set} />
        {transitions}
      </div>
    )
  return (
    <div className="inspector">
      {head}
      {state.joinOf === undefined ? null : <p className="inspector-hint">{t('designer.joinText')}</p>}
      <Group spot="who" title={t('designer.who')}>
        <ParticipantSettings
          works={kind !== 'cc'}
          participant={state.participant}
          onChange={(participant) =>
            set({
              participant,
              // Groups by themselves need several.
              ...(groupsOf(participant).length < 2 && state.mode === 'perGroup' && { mode: 'all', count: undefined }),
            })
          }
        />
        {kind === 'approve' ? <OwnSettings state={state} onChange={set} /> : null}
        <EmptySettings kind={kind} policy={state.emptyPolicy} onChange={(emptyPolicy) => set({ emptyPolicy })} />
      </Group>
      {kind === 'cc' ? null : (
        <Group spot="how" title={t('designer.how')}>
          <BallotSettings state={state} onChange={set} />
        </Group>
      )}
      <EntrySettings state={state} onChange={set} />
      {kind === 'cc' && !hasLimits ? null : limits}
      {kind === 'cc' ? (
        returns
      ) : (
        <Group title={t('designer.actions')}>
          <ActionSettings state={state} onChange={set} />
        </Group>
      )}
      {kind === 'handle' ? (
        <Group title={t('designer.whenDone')}>
          <ConditionBuilder condition={state.doneWhen} onChange={(doneWhen) => set({ doneWhen })} otherwise={null} />
          <OpensAt state={state} onChange={set} />
        </Group>
      ) : null}
      <Group title={t('designer.fieldsHere')} hint={t('designer.fieldsHint')}>
        <StateFields state={state} />
      </Group>
      {transitions}
    </div>
  )
}

const policies = ['leader', 'toRole', 'toUser', 'block', 'skip', 'reject'] as const

function EmptySettings({
  kind,
  policy,
  onChange,
}: {
  readonly kind: StateKind
  readonly policy: EmptyPolicy
  readonly onChange: (policy: EmptyPolicy) => void
}) {
  const t = useT()
  const user = useUser()
  const { roles } = useDesigner()
  const role = policy.type === 'toRole' ? policy.role : (workingRoles(roles)[0]?.value ?? '')
  const choose = (value: string): void => {
    const type = policies.find((one) => one === value) ?? 'leader'
    if (type === 'toRole') onChange({ type, role })
    else onChange(type === 'toUser' ? { type, userId: user.id } : { type })
  }
  return (
    <div className="inspector-pair">
      <ChoiceBox
        label={t('designer.empty')}
        value={policy.type}
        spot="empty"
        options={policies
          // Work is not rejected.
          .filter((value) => value !== 'reject' || kind === 'approve' || policy.type === value)
          .map((value) => ({ value, label: t(`designer.emptyPolicy.${value}`) }))}
        onChange={choose}
      />
      {policy.type === 'toRole' ? (
        <ChoiceBox
          label={t('designer.role')}
          value={role}
          options={workingRoles(roles, role)}
          onChange={(next) => onChange({ type: 'toRole', role: next })}
        />
      ) : null}
      {policy.type === 'toUser' ? (
        <PersonBox
          label={t('designer.person')}
          userId={policy.userId}
          works
          onChange={(userId) => onChange({ type: 'toUser', userId })}
        />
      ) : null}
    </div>
  )
}

type Set = (patch: Patch<StateDefinition>) => void

/** What happens when applicants are among those who approve (25.7 rule 3). */
function OwnSettings({ state, onChange }: { readonly state: StateDefinition; readonly onChange: Set }) {
  const t = useT()
  const { allowSelf } = useDesigner().design.definition
  return (
    <ChoiceBox
      label={t('designer.own')}
      value={state.skipsApplicant === true ? 'skip' : 'usual'}
      spot="own"
      options={[
        { value: 'usual', label: t(allowSelf ? 'designer.ownAs.act' : 'designer.ownAs.replace') },
        { value: 'skip', label: t('designer.ownAs.skip') },
      ]}
      onChange={(value) => onChange({ skipsApplicant: value === 'skip' ? true : undefined })}
    />
  )
}

function ActionSettings({ state, onChange }: { readonly state: StateDefinition; readonly onChange: Set }) {
  const t = useT()
  const signers = state.allowAddSign === true || state.signersAdvise === true ? (['signersAdvise'] as const) : []
  const flags =
    state.kind === 'approve'
      ? (['allowTransfer', 'allowAddSign', ...signers, 'allowReject', 'requireComment', 'critical'] as const)
      : (['allowTransfer', 'requireComment', 'critical'] as const)
  return (
    <>
      {flags.map((flag) => (
        <Checkbox
          key={flag}
          label={t(`designer.${flag}`)}
          checked={state[flag] === true}
          onChange={(event) => onChange({ [flag]: event.currentTarget.checked ? true : undefined })}
        />
      ))}
      {state.allowTransfer === true || state.allowAddSign === true || state.eligiblePeople !== undefined ? (
        <EligiblePeopleSettings
          eligiblePeople={state.eligiblePeople}
          onChange={(eligiblePeople) => onChange({ eligiblePeople })}
        />
      ) : null}
      {state.kind === 'approve' && (state.allowReject === true || state.emptyPolicy.type === 'reject') ? (
        <RejectSettings state={state} onChange={onChange} />
      ) : null}
      {state.kind === 'approve' ? <SignatureSettings state={state} onChange={onChange} /> : null}
      <ReturnSettings state={state} onChange={onChange} />
    </>
  )
}

/** What follows a rejection (25.2). */
function RejectSettings({ state, onChange }: { readonly state: StateDefinition; readonly onChange: Set }) {
  const t = useT()
  const { design, stateName } = useDesigner()
  const { onReject = 'end' } = state
  const earlier = indexWorkflow(design.definition)
    .returnable(state.key)
    .map(({ key }) => ({ value: `to ${key}`, label: t('designer.rejectTo.state', [stateName(key)]) }))
  return (
    <ChoiceBox
      label={t('designer.onReject')}
      value={typeof onReject === 'string' ? onReject : `to ${onReject.state}`}
      spot="onReject"
      options={[
        { value: 'end', label: t('designer.rejectTo.end') },
        { value: 'start', label: t('designer.rejectTo.start') },
        ...earlier,
      ]}
      onChange={(value) =>
        onChange({
          onReject: value === 'end' ? undefined : value === 'start' ? 'start' : { state: value.replace(/^to /, '') },
        })
      }
    />
  )
}

/** Approvals signed by hand: never, always, or where a condition holds. */
function SignatureSettings({ state, onChange }: { readonly state: StateDefinition; readonly onChange: Set }) {
  const t = useT()
  const { requireSignature = false } = state
  return (
    <>
      <Checkbox
        label={t('designer.requireSignature')}
        checked={requireSignature !== false}
        onChange={(event) => onChange({ requireSignature: event.currentTarget.checked ? true : undefined })}
      />
      {requireSignature === false ? null : (
        <ConditionBuilder
          condition={requireSignature === true ? undefined : requireSignature}
          onChange={(condition) => onChange({ requireSignature: condition ?? true })}
          otherwise={t('designer.unsignedOtherwise')}
        />
      )}
    </>
  )
}

/** A form field holding the day on which a handling begins. */
function OpensAt({ state, onChange }: { readonly state: StateDefinition; readonly onChange: Set }) {
  const t = useT()
  const { design, label } = useDesigner()
  const days = Object.entries(formFieldsOf(design.form)).filter(([, field]) => field.kind === 'date')
  if (days.length === 0) return null
  return (
    <ChoiceBox
      label={t('designer.opensAt')}
      value={state.opensAtField ?? ''}
      options={[{ value: '', label: t('designer.atOnce') }, ...days.map(([value]) => ({ value, label: label(value) }))]}
      onChange={(field) => onChange({ opensAtField: field === '' ? undefined : field })}
    />
  )
}

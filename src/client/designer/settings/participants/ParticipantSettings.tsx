import { Button } from '@blueprintjs/core'
import { AddIcon, TrashIcon } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { groupsOf, type Participant, type Group as ParticipantGroup } from '#machines/ticket/definition/definition.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel, useUser } from '#src/client/platform/session/index.ts'
import { formFieldsOf } from '#src/define/application.ts'
import { readHolders } from '../../calls.ts'
import { useDesigner } from '../../context.ts'
import { newGroup, withGroup } from '../../model/participants.ts'
import { allRoles, workingRoles } from '../../model/workingRoles.ts'
import { ChoiceBox } from '../../parts.tsx'
import { DepartmentBox } from './DepartmentBoxes.tsx'
import { PersonBox } from './PersonBox.tsx'

type GroupType = ParticipantGroup['type']
const types: readonly GroupType[] = [
  'deptLeader',
  'divisionLeader',
  'parentDeptLeader',
  'role',
  'user',
  'dept',
  'applicant',
  'formField',
  'previous',
]

interface Props {
  readonly participant: Participant
  readonly onChange: (participant: Participant) => void
  /** They are given work, not only told: administrators are not offered (SYS-131). */
  readonly works?: boolean
}

/** Who acts: one group, or several together. */
export function ParticipantSettings({ participant, onChange, works = false }: Props) {
  const t = useT()
  const groups = groupsOf(participant)
  return (
    <div className="participants">
      {groups.length > 1 ? <p className="inspector-hint">{t('designer.groups')}</p> : null}
      {groups.map((group, index) => (
        <div className="participant" key={`${index} ${group.type}`}>
          <GroupSettings
            group={group}
            works={works}
            onChange={(next) => onChange(withGroup(participant, index, next))}
          />
          {groups.length > 1 ? (
            <Button
              variant="minimal"
              size="small"
              icon={<TrashIcon />}
              aria-label={t('designer.removeGroup')}
              title={t('designer.removeGroup')}
              onClick={() => onChange(withGroup(participant, index, null))}
            />
          ) : null}
        </div>
      ))}
      <Button
        variant="minimal"
        size="small"
        icon={<AddIcon />}
        text={t('designer.addGroup')}
        onClick={() => onChange(withGroup(participant, groups.length, { type: 'divisionLeader' }))}
      />
    </div>
  )
}

/** People of a form field. */
const ofPeople: readonly string[] = ['person', 'people']

function GroupSettings({
  group,
  works,
  onChange,
}: {
  readonly group: ParticipantGroup
  readonly works: boolean
  readonly onChange: (group: ParticipantGroup) => void
}) {
  const t = useT()
  const word = useDictionaryLabel()
  const user = useUser()
  const { roles, departments, design, label } = useDesigner()
  const fields = Object.entries(formFieldsOf(design.form)).filter(([, field]) => ofPeople.includes(field.kind))
  const choose = (type: string): void => {
    const known = types.find((one) => one === type)
    const first = {
      userId: user.id,
      role: workingRoles(roles)[0]?.value ?? '',
      dept: departments[0]?.key ?? '',
      field: fields[0]?.[0] ?? '',
    }
    if (known !== undefined) onChange(newGroup(known, first))
  }
  return (
    <div className="participant-fields">
      <ChoiceBox
        label={t('designer.groupType')}
        value={group.type}
        options={types
          .filter((type) => type !== 'formField' || fields.length > 0 || group.type === 'formField')
          .map((type) => ({ value: type, label: word('participantType', type) }))}
        onChange={choose}
      />
      {group.type === 'role' ? (
        <>
          <ChoiceBox
            label={t('designer.role')}
            value={group.role}
            options={works ? workingRoles(roles, group.role) : allRoles(roles)}
            onChange={(role) => onChange({ type: 'role', role })}
          />
          <Holders role={group.role} />
        </>
      ) : null}
      {group.type === 'user' ? (
        <PersonBox
          label={t('designer.person')}
          userId={group.userId}
          works={works}
          onChange={(userId) => onChange({ type: 'user', userId })}
        />
      ) : null}
      {group.type === 'dept' ? (
        <DepartmentBox
          label={t('designer.ofDept')}
          value={group.dept}
          onChange={(dept) => onChange({ type: 'dept', dept })}
        />
      ) : null}
      {group.type === 'deptLeader' || group.type === 'divisionLeader' ? (
        <DepartmentBox
          label={t('designer.ofDept')}
          value={group.dept ?? ''}
          none={t('designer.ownDept')}
          onChange={(dept) => onChange(dept === '' ? { type: group.type } : { type: group.type, dept })}
        />
      ) : null}
      {group.type === 'formField' ? (
        fields.length === 0 ? (
          <p className="inspector-hint">{t('designer.noPersonField')}</p>
        ) : (
          <ChoiceBox
            label={t('designer.field')}
            value={group.field}
            options={fields.map(([value]) => ({ value, label: label(value) }))}
            onChange={(field) => onChange({ type: 'formField', field })}
          />
        )
      ) : null}
    </div>
  )
}

/** Who holds a role today. */
export function useHolders(role: string | null) {
  return useQuery({
    queryKey: ['designer', 'holders', role],
    queryFn: ({ signal }) => readHolders(role ?? '', signal),
    enabled: role !== null,
    staleTime: 60_000,
  }).data
}

const SHOWN = 4

function Holders({ role }: { readonly role: string }) {
  const t = useT()
  const holders = useHolders(role)
  if (holders === undefined) return null
  const named = holders.slice(0, SHOWN).map(({ name }) => name)
  const more = holders.length > SHOWN ? ['…'] : []
  return (
    <p className={`inspector-hint ${holders.length === 0 ? 'is-warning' : ''}`}>
      {holders.length === 0
        ? t('designer.nobody')
        : t('designer.people', [holders.length, [...named, ...more].join(t('common.listSeparator'))])}
    </p>
  )
}

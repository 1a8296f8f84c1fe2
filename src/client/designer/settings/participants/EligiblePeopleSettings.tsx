import { Checkbox } from '@blueprintjs/core'
import type { EligiblePeople } from '#machines/ticket/definition/definition.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDesigner } from '../../context.ts'
import { ChoiceBox } from '../../parts.tsx'
import { DepartmentsBox } from './DepartmentBoxes.tsx'

interface Props {
  readonly eligiblePeople: EligiblePeople | undefined
  readonly onChange: (eligiblePeople: EligiblePeople | undefined) => void
}

const kinds = ['anybody', 'ownDept', 'named'] as const

/** Whom the people of a state may hand their work to and call in (25.5). */
export function EligiblePeopleSettings({ eligiblePeople, onChange }: Props) {
  const t = useT()
  const { roles } = useDesigner()
  const choose = (kind: string): void => {
    if (kind === 'named') onChange({ type: 'named', departments: [], roles: [] })
    else onChange(kind === 'ownDept' ? { type: 'ownDept' } : undefined)
  }
  return (
    <>
      <ChoiceBox
        label={t('designer.eligiblePeople')}
        value={eligiblePeople?.type ?? 'anybody'}
        spot="eligiblePeople"
        options={kinds.map((value) => ({ value, label: t(`designer.eligiblePeopleOf.${value}`) }))}
        onChange={choose}
      />
      {eligiblePeople?.type === 'named' ? (
        <>
          <DepartmentsBox
            label={t('designer.eligibleDepartments')}
            chosen={eligiblePeople.departments}
            onChange={(keys) => onChange({ ...eligiblePeople, departments: keys })}
          />
          <Several
            title={t('designer.eligibleRoles')}
            choices={Object.entries(roles)}
            chosen={eligiblePeople.roles}
            onChange={(keys) => onChange({ ...eligiblePeople, roles: keys })}
          />
        </>
      ) : null}
    </>
  )
}

interface SeveralProps {
  readonly title: string
  readonly choices: readonly (readonly [key: string, name: string])[]
  readonly chosen: readonly string[]
  readonly onChange: (keys: readonly string[]) => void
}

/** Any of them; what is chosen and no longer there stays to be taken away. */
function Several({ title, choices, chosen, onChange }: SeveralProps) {
  const gone = chosen.filter((key) => !choices.some(([known]) => known === key)).map((key) => [key, key] as const)
  return (
    <fieldset className="basics-roles">
      <legend>{title}</legend>
      {[...choices, ...gone].map(([key, name]) => (
        <Checkbox
          key={key}
          inline
          label={name}
          checked={chosen.includes(key)}
          onChange={() => onChange(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key])}
        />
      ))}
    </fieldset>
  )
}

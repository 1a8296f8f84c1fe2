import { Checkbox } from '@blueprintjs/core'
import type { EligiblePeople } from '#machines/ticket/definition/definition.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDesigner } from '../../context.ts'
import { ChoiceBox } from '../../parts.tsx'
import { DepartmentsBox } from './DepartmentBoxes.tsx'

interface Props {
  readonly circle: EligiblePeople | undefined
  readonly onChange: (circle: EligiblePeople | undefined) => void
}

const kinds = ['anybody', 'ownDept', 'named'] as const

/** Whom the people of a state may hand their work to and call in (25.5). */
export function EligiblePeopleSettings({ circle, onChange }: Props) {
  const t = useT()
  const { roles } = useDesigner()
  const choose = (kind: string): void => {
    if (kind === 'named') onChange({ type: 'named', departments: [], roles: [] })
    else onChange(kind === 'ownDept' ? { type: 'ownDept' } : undefined)
  }
  return (
    <>
      <ChoiceBox
        label={t('designer.circle')}
        value={circle?.type ?? 'anybody'}
        spot="circle"
        options={kinds.map((value) => ({ value, label: t(`designer.circleOf.${value}`) }))}
        onChange={choose}
      />
      {circle?.type === 'named' ? (
        <>
          <DepartmentsBox
            label={t('designer.circleDepartments')}
            chosen={circle.departments}
            onChange={(keys) => onChange({ ...circle, departments: keys })}
          />
          <Several
            title={t('designer.circleRoles')}
            choices={Object.entries(roles)}
            chosen={circle.roles}
            onChange={(keys) => onChange({ ...circle, roles: keys })}
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

import { FormGroup } from '@blueprintjs/core'
import { useId } from 'react'
import { ChosenList } from '#src/client/components/forms/inputs/ChosenList.tsx'
import { Combobox } from '#src/client/components/forms/inputs/Combobox.tsx'
import { departmentSource } from '#src/client/components/forms/inputs/options.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDesigner } from '../../context.ts'

/** Definitions name departments by key, choices come by id. What is no longer there goes by its key. */
function useNames() {
  const { departments } = useDesigner()
  return {
    idOf: (key: string): number => departments.find((one) => one.key === key)?.id ?? 0,
    keyOf: (id: number): string | undefined => departments.find((one) => one.id === id)?.key,
    nameOf: (key: string): string => departments.find((one) => one.key === key)?.name ?? key,
  }
}

interface OneProps {
  readonly label: string
  /** Key of the department, '' for none. */
  readonly value: string
  readonly onChange: (key: string) => void
  /** What none means; without it there is always one. */
  readonly none?: string
}

/** One department. */
export function DepartmentBox({ label, value, onChange, none }: OneProps) {
  const id = useId()
  const { idOf, keyOf, nameOf } = useNames()
  return (
    <FormGroup label={label} labelFor={id}>
      <Combobox
        id={id}
        label={label}
        source={departmentSource}
        selected={value === '' ? null : { id: idOf(value), label: nameOf(value) }}
        required={none === undefined}
        {...(none !== undefined && { placeholder: none })}
        onSelect={(option) => {
          const key = option === null ? none && '' : keyOf(option.id)
          if (key !== undefined) onChange(key)
        }}
      />
    </FormGroup>
  )
}

interface SeveralProps {
  readonly label: string
  readonly chosen: readonly string[]
  readonly onChange: (keys: readonly string[]) => void
}

/** Any departments: those chosen first, and a search for one more. */
export function DepartmentsBox({ label, chosen, onChange }: SeveralProps) {
  const t = useT()
  const id = useId()
  const { idOf, keyOf, nameOf } = useNames()
  return (
    <FormGroup label={label} labelFor={id}>
      <div className="chosen-many">
        <ChosenList
          label={label}
          chosen={chosen.map((key) => ({ key, label: nameOf(key) }))}
          disabled={false}
          onRemove={(key) => onChange(chosen.filter((one) => one !== key))}
        />
        <Combobox
          id={id}
          label={label}
          source={departmentSource}
          selected={null}
          without={chosen.map(idOf)}
          placeholder={t('records.input.addDepartment')}
          onSelect={(option) => {
            const key = option === null ? undefined : keyOf(option.id)
            if (key !== undefined) onChange([...chosen, key])
          }}
        />
      </div>
    </FormGroup>
  )
}

import { Checkbox } from '@blueprintjs/core'
import { useState } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { formFieldsOf } from '#src/define/application.ts'
import type { Field } from '#src/fields/field.ts'
import { formulaFault, formulaKinds } from '#src/fields/formula/typing.ts'
import { useDesigner } from '../context.ts'
import { fieldsAround } from '../model/formulaNames.ts'
import { Group } from '../parts.tsx'
import { FormulaBox } from './FormulaBox.tsx'

interface Props {
  readonly field: Field
  /** The sub-table whose column the field is; null for a field of the form. */
  readonly table: string | null
  /** Label of any field of the form by its path. */
  readonly label: (path: string) => string
  readonly onChange: (patch: Readonly<Record<string, unknown>>) => void
}

/** Whether people fill the field in or a formula computes it (FRM-01). */
export function FormulaSettings({ field, table, label, onChange }: Props) {
  const t = useT()
  const { design } = useDesigner()
  const [isOn, setIsOn] = useState(field.formula !== undefined)
  if (!formulaKinds.includes(field.kind)) return null
  const around = fieldsAround({ fields: formFieldsOf(design.form), table })
  return (
    <Group title={t('designer.formula.title')} spot="formula">
      <Checkbox
        label={t('designer.formula.computed')}
        checked={isOn}
        onChange={(event) => {
          setIsOn(event.currentTarget.checked)
          if (!event.currentTarget.checked) onChange({ formula: undefined, computed: undefined })
        }}
      />
      {isOn ? (
        <FormulaBox
          title={t('designer.formula.text')}
          example={t('designer.formula.example')}
          formula={field.formula}
          table={table}
          label={label}
          result={t(`designer.fieldKind.${field.kind}`)}
          faultOf={(formula) => formulaFault(formula, field, around)}
          onChange={(formula) =>
            onChange(
              formula === undefined
                ? { formula, computed: undefined }
                : { formula, computed: true, required: undefined },
            )
          }
        />
      ) : null}
    </Group>
  )
}

import { useState } from 'react'
import { FieldControl } from '#src/client/components/forms/inputs/FieldInput.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { Field, FieldValue } from '#src/fields/field.ts'
import { isEmpty } from '#src/fields/kind.ts'
import { kindOf } from '#src/fields/kinds.ts'
import { useDesigner } from '../context.ts'
import { setDefault } from '../model/form.ts'
import { ChoiceBox } from '../parts.tsx'
import type { Edit } from './FieldParts.tsx'

interface Props {
  readonly name: string
  readonly field: Field
  readonly onChange: Edit
  readonly onPatch: (patch: Readonly<Record<string, unknown>>) => void
}

/** With what the field begins in a new form (FRM-10). */
export function DefaultSettings({ name, field, onChange, onPatch }: Props) {
  const t = useT()
  const { design, label } = useDesigner()
  const initial: FieldValue = 'initial' in field ? (field.initial ?? null) : null
  const rule = design.form.defaults?.[name]
  /** A fixed value was chosen and is not written yet. */
  const [isFixing, setFixing] = useState(false)
  const { begins = [] } = kindOf(field)
  if (begins.length === 0) return null
  const choices = ['none', ...begins] as const
  const isToday = initial === 'today' && begins.includes('today')
  const chosen = rule ?? (isToday ? 'today' : isEmpty(initial) && !isFixing ? 'none' : 'fixed')
  const begin = (next: string): void => {
    const found = choices.find((one) => one === next) ?? 'none'
    const isRule = found !== 'none' && found !== 'fixed' && found !== 'today'
    onChange((form) => setDefault(form, name, isRule ? found : undefined))
    setFixing(found === 'fixed')
    onPatch({ initial: found === 'today' ? 'today' : undefined })
  }
  return (
    <div className="inspector-pair">
      <ChoiceBox
        label={t('designer.default.title')}
        value={chosen}
        options={choices.map((value) => ({ value, label: t(`designer.default.${value}`) }))}
        onChange={begin}
      />
      {chosen === 'fixed' ? (
        <div className="default-value">
          <FieldControl
            id={`default-${name}`}
            name={name}
            field={field}
            value={initial}
            label={t('designer.default.value')}
            problems={{}}
            context={{ labels: label }}
            onChange={(value) => onPatch({ initial: value ?? undefined })}
          />
        </div>
      ) : null}
    </div>
  )
}

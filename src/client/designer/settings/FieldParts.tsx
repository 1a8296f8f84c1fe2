import { Checkbox } from '@blueprintjs/core'
import type { Text } from '#machines/ticket/definition/definition.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useStartUp } from '#src/client/platform/session/index.ts'
import type { FormDefinition } from '#src/define/application.ts'
import type { Field } from '#src/fields/field.ts'
import { useDesigner } from '../context.ts'
import { setLabel } from '../model/form.ts'
import { ChoiceBox, Figure, Group, Line } from '../parts.tsx'
import { ConditionBuilder } from './ConditionBuilder.tsx'

/** A change of the form; changes of one strand are undone together. */
export type Edit = (make: (form: FormDefinition) => FormDefinition, strand?: string) => void

/** What a field or column is called, in both languages. */
export function Labels({ path, onChange }: { readonly path: string; readonly onChange: Edit }) {
  const t = useT()
  const language = useLanguage()
  const { design, label } = useDesigner()
  // What the program calls it stands in the box of the reader's language.
  const called = (box: keyof Text) => (box === language && given[box] === '' ? label(path) : undefined)
  const given: Text = design.form.labels?.[path] ?? { zhHans: '', en: '' }
  const rename = (language: keyof Text) => (text: string) =>
    onChange((form) => setLabel(form, path, { ...given, [language]: text }), `label ${path} ${language}`)
  return (
    <div className="inspector-pair">
      <Line
        label={t('designer.name')}
        value={given.zhHans}
        placeholder={called('zhHans')}
        onChange={rename('zhHans')}
      />
      <Line label={t('designer.nameEn')} value={given.en} placeholder={called('en')} onChange={rename('en')} />
    </div>
  )
}

/** What there is to set of a field. */
export interface KindProps {
  readonly field: Field
  readonly onChange: (patch: Readonly<Record<string, unknown>>) => void
}

/** Whether it must be filled in: never, always, or where a condition over the facts around it holds. */
export function RequiredSettings({ field, onChange }: KindProps) {
  const t = useT()
  const { required = false } = field
  return (
    <>
      <Checkbox
        label={t('designer.requiredField')}
        checked={required !== false}
        onChange={(event) => onChange({ required: event.currentTarget.checked ? true : undefined })}
      />
      {required === false ? null : (
        <Group title={t('designer.requiredWhen')}>
          <ConditionBuilder
            condition={required === true ? undefined : required}
            onChange={(condition) => onChange({ required: condition ?? true })}
            otherwise={t('designer.optionalOtherwise')}
          />
        </Group>
      )}
    </>
  )
}

/** What only fields of this kind have. */
export function KindSettings({ field, onChange }: KindProps) {
  const t = useT()
  const { dictionaries } = useStartUp()
  const { roles } = useDesigner()
  switch (field.kind) {
    case 'text':
      return (
        <>
          <Figure label={t('designer.longest')} value={field.max} onChange={(max) => onChange({ max })} />
          <Checkbox
            label={t('designer.multiline')}
            checked={field.multiline === true}
            onChange={(event) => onChange({ multiline: event.currentTarget.checked ? true : undefined })}
          />
        </>
      )
    case 'choice':
      return (
        <ChoiceBox
          label={t('designer.dictionary')}
          value={field.dictionary}
          options={dictionaries.map(({ value, children }) => ({
            value,
            label: `${value} (${children
              .slice(0, SHOWN)
              .map((entry) => entry.label)
              .join(t('common.listSeparator'))})`,
          }))}
          onChange={(dictionary) => onChange({ dictionary })}
        />
      )
    case 'person':
      return (
        <ChoiceBox
          label={t('designer.onlyRole')}
          value={field.role ?? ''}
          options={[
            { value: '', label: t('designer.everyone') },
            ...Object.entries(roles).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(role) => onChange({ role: role === '' ? undefined : role })}
        />
      )
    case 'people':
    case 'files':
      return <Figure label={t('designer.mostItems')} value={field.max} onChange={(max) => onChange({ max })} />
    case 'lines':
      return (
        <div className="inspector-pair">
          <Figure label={t('designer.leastRows')} value={field.min} onChange={(min) => onChange({ min })} />
          <Figure label={t('designer.mostRows')} value={field.max} onChange={(max) => onChange({ max })} />
        </div>
      )
    default:
      return null
  }
}

/** Entries named beside a dictionary, so that one knows which it is. */
const SHOWN = 3

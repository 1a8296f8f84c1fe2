import { Checkbox } from '@blueprintjs/core'
import type { Text } from '#machines/ticket/definition/definition.ts'
import type { SettingsProps } from '#src/client/components/forms/kinds.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import type { FormDefinition } from '#src/define/application.ts'
import type { FieldKind } from '#src/fields/field.ts'
import { useDesigner } from '../context.ts'
import { setHint, setLabel } from '../model/form.ts'
import { Group, Line } from '../parts.tsx'
import { ConditionBuilder } from './ConditionBuilder.tsx'

/** Longest hint of a field. */
const MAX_HINT = 100

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

/** The hint below the field, in both languages. */
export function HintSettings({ name, onChange }: { readonly name: string; readonly onChange: Edit }) {
  const t = useT()
  const { design } = useDesigner()
  const hint: Text = design.form.hints?.[name] ?? { zhHans: '', en: '' }
  const write = (language: keyof Text) => (text: string) =>
    onChange((form) => setHint(form, name, { ...hint, [language]: text }), `hint ${name} ${language}`)
  return (
    <div className="inspector-pair">
      <Line label={t('designer.hint')} max={MAX_HINT} value={hint.zhHans} onChange={write('zhHans')} />
      <Line label={t('designer.hintEn')} max={MAX_HINT} value={hint.en} onChange={write('en')} />
    </div>
  )
}

/** Whether it must be filled in: never, always, or where a condition over the facts around it holds. */
export function RequiredSettings({ field, onChange }: SettingsProps<FieldKind>) {
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

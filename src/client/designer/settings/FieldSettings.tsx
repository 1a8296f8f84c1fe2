import { Checkbox } from '@blueprintjs/core'
import { useT } from '#src/client/platform/i18n/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { FormDefinition } from '#src/define/application.ts'
import { kindOf } from '#src/fields/kinds.ts'
import { isLines } from '#src/fields/lines/lines.ts'
import { DesignerContext, useDesigner } from '../context.ts'
import { factsForField, patchField, sectionOf } from '../model/form.ts'
import { Group } from '../parts.tsx'
import { ColumnSettings } from './ColumnSettings.tsx'
import { ConditionBuilder } from './ConditionBuilder.tsx'
import { DefaultSettings } from './DefaultSettings.tsx'
import { HintSettings, Labels, RequiredSettings } from './FieldParts.tsx'
import { FormulaSettings } from './FormulaSettings.tsx'
import { KindSettings } from './KindSettings.tsx'

/** One field of an administrator's own. */
export function FieldSettings({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const t = useT()
  const designer = useDesigner()
  const { design, change, label } = designer
  const field = sectionOf(design.form, name)?.fields[name]
  const edit = (make: (form: FormDefinition) => FormDefinition, strand?: string): void =>
    change((before) => ({ ...before, form: make(before.form) }), strand)
  if (field === undefined) return null
  const set = (patch: Readonly<Record<string, unknown>>): void => edit((form) => patchField(form, name, patch))
  return (
    <Sheet shape="drawer" isLight title={label(name)} onClose={onClose}>
      <div className="inspector">
        <Labels path={name} onChange={edit} />
        <HintSettings name={name} onChange={edit} />
        <FormulaSettings field={field} table={null} label={label} onChange={set} />
        {field.computed === true ? null : (
          <DesignerContext value={{ ...designer, facts: factsForField(design.form, designer.facts, name) }}>
            <RequiredSettings field={field} onChange={set} />
          </DesignerContext>
        )}
        {field.computed === true ? null : <DefaultSettings name={name} field={field} onChange={edit} onPatch={set} />}
        <KindSettings field={field} onChange={set} />
        {kindOf(field).compares(field) === 'money' ? (
          <Checkbox
            label={t('designer.isAmount')}
            checked={design.form.amountField === name}
            onChange={(event) => {
              const isAmount = event.currentTarget.checked
              edit(({ amountField: _before, ...form }) => (isAmount ? { ...form, amountField: name } : form))
            }}
          />
        ) : null}
        <Group title={t('designer.visibleWhen')}>
          <DesignerContext value={{ ...designer, facts: factsForField(design.form, designer.facts, name) }}>
            <ConditionBuilder
              condition={field.visibleWhen}
              onChange={(visibleWhen) => set({ visibleWhen })}
              otherwise={t('designer.hiddenOtherwise')}
            />
          </DesignerContext>
        </Group>
        {isLines(field) ? <ColumnSettings name={name} field={field} onChange={edit} /> : null}
      </div>
    </Sheet>
  )
}

import { Button } from '@blueprintjs/core'
import { AddIcon, ArrowDownIcon, ArrowUpIcon, TrashIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useStartUp } from '#src/client/platform/session/index.ts'
import type { Field, FieldKind, LinesField } from '#src/fields/field.ts'
import { DesignerContext, useDesigner } from '../context.ts'
import { factsOfFields } from '../model/facts.ts'
import { firstName } from '../model/firstNames.ts'
import { addColumn, columnKinds, patchColumn, removeColumn, shiftColumn } from '../model/form.ts'
import { ChoiceBox, Group } from '../parts.tsx'
import { ConditionBuilder } from './ConditionBuilder.tsx'
import { type Edit, Labels, RequiredSettings } from './FieldParts.tsx'
import { FormulaSettings } from './FormulaSettings.tsx'
import { KindSettings } from './KindSettings.tsx'

interface Props {
  readonly name: string
  readonly field: LinesField
  readonly onChange: Edit
}

/** The columns of a sub-table, each with everything a field may have. */
export function ColumnSettings({ name, field, onChange }: Props) {
  const t = useT()
  const { dictionaries } = useStartUp()
  const [kind, setKind] = useState<FieldKind>('text')
  const columns = Object.entries(field.fields)
  return (
    <fieldset className="form-columns">
      <legend>{t('designer.columns')}</legend>
      {columns.map(([column, inner], at) => (
        <Column
          key={column}
          name={name}
          column={column}
          inner={inner}
          field={field}
          isFirst={at === 0}
          isLast={at === columns.length - 1}
          onChange={onChange}
        />
      ))}
      <div className="form-add">
        <ChoiceBox
          isBare
          label={t('designer.formKind')}
          value={kind}
          options={columnKinds.map((value) => ({ value, label: t(`designer.fieldKind.${value}`) }))}
          onChange={(value) => setKind(columnKinds.find((one) => one === value) ?? 'text')}
        />
        <Button
          size="small"
          icon={<AddIcon />}
          text={t('designer.addColumn')}
          onClick={() =>
            onChange((form) => addColumn(form, name, kind, firstName('column'), dictionaries[0]?.value ?? ''))
          }
        />
      </div>
    </fieldset>
  )
}

interface ColumnProps extends Props {
  readonly column: string
  readonly inner: Field
  readonly isFirst: boolean
  readonly isLast: boolean
}

function Column({ name, column, inner, field, isFirst, isLast, onChange }: ColumnProps) {
  const t = useT()
  const designer = useDesigner()
  const path = `${name}.${column}`
  const title = designer.label(path)
  const set = (patch: Readonly<Record<string, unknown>>): void =>
    onChange((form) => patchColumn(form, name, column, patch))
  const { [column]: _own, ...others } = field.fields
  // In a row the columns ask each other, not the form around them.
  const around = {
    ...designer,
    facts: factsOfFields(others),
    label: (other: string) => designer.label(`${name}.${other}`),
  }
  const action = (label: string, icon: typeof TrashIcon, make: Parameters<Edit>[0], isIdle = false) => {
    const Icon = icon
    return (
      <Button
        variant="minimal"
        size="small"
        icon={<Icon />}
        disabled={isIdle}
        aria-label={`${label} ${title}`}
        title={label}
        onClick={() => onChange(make)}
      />
    )
  }
  return (
    <details className="form-column">
      <summary>
        <span>{title}</span>
        <small>
          {t(`designer.fieldKind.${inner.kind}`)}
          {inner.computed === true ? ` · ${t('designer.computedField')}` : ''}
          {inner.required === undefined || inner.required === false
            ? ''
            : ` · ${t(inner.required === true ? 'designer.formRequired' : 'designer.conditional')}`}
        </small>
      </summary>
      <Labels path={path} onChange={onChange} />
      <DesignerContext value={around}>
        <FormulaSettings field={inner} table={name} label={designer.label} onChange={set} />
        {inner.computed === true ? null : <RequiredSettings field={inner} onChange={set} />}
        <KindSettings field={inner} onChange={set} />
        {around.facts.length === 0 ? null : (
          <Group title={t('designer.visibleWhen')}>
            <ConditionBuilder
              condition={inner.visibleWhen}
              onChange={(visibleWhen) => set({ visibleWhen })}
              otherwise={t('designer.hiddenOtherwise')}
            />
          </Group>
        )}
      </DesignerContext>
      <div className="form-column-actions">
        {action(t('designer.earlier'), ArrowUpIcon, (form) => shiftColumn(form, name, column, -1), isFirst)}
        {action(t('designer.later'), ArrowDownIcon, (form) => shiftColumn(form, name, column, 1), isLast)}
        {action(t('designer.removeColumn'), TrashIcon, (form) => removeColumn(form, name, column), isFirst && isLast)}
      </div>
    </details>
  )
}

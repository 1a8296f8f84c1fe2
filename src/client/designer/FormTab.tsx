import { Button } from '@blueprintjs/core'
import { AddIcon, ArrowDownIcon, ArrowUpIcon, EditIcon, LockIcon, TrashIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { confirmDialog } from '#src/client/components/ui/index.ts'
import { hasText } from '#src/client/platform/i18n/i18n.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { applicationNamed } from '#src/client/platform/parts/index.ts'
import { useStartUp } from '#src/client/platform/session/index.ts'
import { type FormSection, fieldsOf, headFields } from '#src/define/application.ts'
import type { Field, FieldKind } from '#src/fields/field.ts'
import { cellsOf } from '#src/fields/walk.ts'
import { DesignerContext, useDesigner } from './context.ts'
import { FormPreview } from './FormPreview.tsx'
import { FormRules } from './FormRules.tsx'
import { firstName } from './model/firstNames.ts'
import {
  addField,
  addSection,
  designedKinds,
  removeField,
  removeSection,
  setSectionCondition,
  setTitle,
  shiftField,
} from './model/form.ts'
import { usesOf } from './model/uses.ts'
import { ChoiceBox, Line } from './parts.tsx'
import { ConditionBuilder } from './settings/ConditionBuilder.tsx'
import { FieldSettings } from './settings/FieldSettings.tsx'
import { useUseWords } from './words.ts'

/** Fields the program brought with the application: they stay as they are. */
export function useShippedFields(): ReadonlySet<string> {
  const { design } = useDesigner()
  const application = applicationNamed(design.definition.key)
  return new Set([...Object.keys(headFields), ...(application === undefined ? [] : Object.keys(fieldsOf(application)))])
}

/** What the form asks, section by section (20.9). */
export function FormTab() {
  const t = useT()
  const { design, change } = useDesigner()
  const [edited, setEdited] = useState<string | null>(null)
  return (
    <div className="form-tab">
      <section className="card form-tab-fields" aria-label={t('designer.tab.form')}>
        <p className="inspector-hint">{t('designer.formHint')}</p>
        <Section section={{ key: 'head', fields: headFields }} onEdit={setEdited} />
        {design.form.sections.map((section) => (
          <Section key={section.key} section={section} onEdit={setEdited} />
        ))}
        <Button
          icon={<AddIcon />}
          text={t('designer.addSection')}
          onClick={() => change((before) => ({ ...before, form: addSection(before.form, firstName('section')) }))}
        />
        <FormRules />
        {edited === null ? null : <FieldSettings name={edited} onClose={() => setEdited(null)} />}
      </section>
      <FormPreview />
    </div>
  )
}

interface SectionProps {
  readonly section: FormSection
  readonly onEdit: (name: string) => void
}

function Section({ section, onEdit }: SectionProps) {
  const t = useT()
  const language = useLanguage()
  const { design, change } = useDesigner()
  const { dictionaries } = useStartUp()
  const shipped = useShippedFields()
  const [kind, setKind] = useState<FieldKind>('text')
  const isHead = section.key === 'head'
  const key = `applications.${design.definition.key}.sections.${section.key}` as const
  const title = isHead ? t('designer.sections.head') : hasText(key) ? t(key) : section.key
  const isOwn = !isHead && !hasText(key)
  const add = (): void => {
    const { form, name } = addField(design.form, section.key, kind, firstName('field'), dictionaries[0]?.value ?? '')
    change((before) => ({ ...before, form }))
    onEdit(name)
  }
  const given = section.title ?? { zhHans: title, en: title }
  const rename = (language: 'zhHans' | 'en') => (text: string) =>
    change(
      (before) => ({ ...before, form: setTitle(before.form, section.key, { ...given, [language]: text }) }),
      `section ${section.key} ${language}`,
    )
  return (
    <section className="form-section" aria-label={section.title?.[language] ?? title}>
      {isOwn ? (
        <div className="form-section-head">
          <Line label={t('designer.sectionTitle')} value={given.zhHans} onChange={rename('zhHans')} />
          <Line label={t('designer.sectionTitleEn')} value={given.en} onChange={rename('en')} />
          <Button
            variant="minimal"
            icon={<TrashIcon />}
            aria-label={t('designer.removeSection')}
            title={t('designer.removeSection')}
            onClick={() => change((before) => ({ ...before, form: removeSection(before.form, section.key) }))}
          />
        </div>
      ) : (
        <h2>{section.title?.[language] ?? title}</h2>
      )}
      {isOwn ? <SectionCondition section={section} /> : null}
      <DataTable
        className="form-tab-table"
        look={{ compact: true }}
        rows={Object.entries(section.fields)}
        keyOf={([name]) => name}
        columns={[
          { name: 'field', head: t('designer.fieldColumn'), cell: () => null },
          { name: 'kind', head: t('designer.formKind'), cell: () => null },
          { name: 'required', head: t('designer.formRequired'), cell: () => null },
          { name: ' actions', head: <span className="canvas-help">{t('common.more')}</span>, cell: () => null },
        ]}
        drawRow={([name, field]) => (
          <FieldRow key={name} name={name} field={field} isLocked={shipped.has(name)} onEdit={() => onEdit(name)} />
        )}
      />
      {isHead ? null : (
        <div className="form-add">
          <ChoiceBox
            isBare
            label={t('designer.formKind')}
            value={kind}
            options={designedKinds.map((value) => ({ value, label: t(`designer.fieldKind.${value}`) }))}
            onChange={(value) => setKind(designedKinds.find((one) => one === value) ?? 'text')}
          />
          <Button size="small" icon={<AddIcon />} text={t('designer.addField')} onClick={add} />
        </div>
      )}
    </section>
  )
}

/** Under which condition an own section shows, folded while it always does. */
function SectionCondition({ section }: { readonly section: FormSection }) {
  const t = useT()
  const designer = useDesigner()
  const { change } = designer
  const facts = designer.facts.filter(({ name }) => !Object.hasOwn(section.fields, name.replace(/\.count$/, '')))
  return (
    <details className="section-condition" open={section.visibleWhen !== undefined}>
      <summary>{t('designer.sectionWhen')}</summary>
      <DesignerContext value={{ ...designer, facts }}>
        <ConditionBuilder
          condition={section.visibleWhen}
          onChange={(condition) =>
            change((before) => ({ ...before, form: setSectionCondition(before.form, section.key, condition) }))
          }
          otherwise={t('designer.hiddenOtherwise')}
        />
      </DesignerContext>
    </details>
  )
}

interface RowProps {
  readonly name: string
  readonly field: Field
  readonly isLocked: boolean
  readonly onEdit: () => void
}

function FieldRow({ name, field, isLocked, onEdit }: RowProps) {
  const t = useT()
  const { design, change, label } = useDesigner()
  const wordsOfUse = useUseWords()
  const remove = async (): Promise<void> => {
    const uses = usesOf(design, name)
    const text = t('designer.removeUsed', [label(name), uses.map(wordsOfUse).join(t('common.listSeparator'))])
    const question = { text, intent: 'danger', confirmText: t('designer.removeAnyway') } as const
    if (uses.length > 0 && !(await confirmDialog(question))) return
    change((before) => ({ ...before, form: removeField(before.form, name) }))
  }
  const kindText = ({ kind, formula }: Field): string =>
    `${t(`designer.fieldKind.${kind}`)}${formula === undefined ? '' : ` · ${t('designer.computedField')}`}`
  const required =
    typeof field.required === 'object' ? t('designer.conditional') : t(field.required ? 'common.yes' : 'common.no')
  const shift = (step: -1 | 1): void => change((before) => ({ ...before, form: shiftField(before.form, name, step) }))
  return (
    <>
      <tr>
        <th scope="row">{label(name)}</th>
        <td>{kindText(field)}</td>
        <td>{required}</td>
        <td className="form-row-actions">
          {isLocked ? (
            <LockIcon title={t('designer.lockedField')} />
          ) : (
            <>
              <Button
                variant="minimal"
                size="small"
                icon={<EditIcon />}
                aria-label={`${t('common.edit')} ${label(name)}`}
                onClick={onEdit}
              />
              <Button
                variant="minimal"
                size="small"
                icon={<ArrowUpIcon />}
                aria-label={`${t('designer.earlier')} ${label(name)}`}
                onClick={() => shift(-1)}
              />
              <Button
                variant="minimal"
                size="small"
                icon={<ArrowDownIcon />}
                aria-label={`${t('designer.later')} ${label(name)}`}
                onClick={() => shift(1)}
              />
              <Button
                variant="minimal"
                size="small"
                icon={<TrashIcon />}
                aria-label={`${t('common.remove')} ${label(name)}`}
                onClick={() => ignoreApiError(remove())}
              />
            </>
          )}
        </td>
      </tr>
      {Object.entries(cellsOf(field) ?? {}).map(([column, inner]) => (
        <tr key={column} className="is-column">
          <th scope="row">{label(`${name}.${column}`)}</th>
          <td>{kindText(inner)}</td>
          <td>{inner.required === true ? t('common.yes') : t('common.no')}</td>
          <td />
        </tr>
      ))}
    </>
  )
}

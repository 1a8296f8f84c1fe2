import type { ReactNode } from 'react'
import type { Facts, FieldPermission } from '#machines/ticket/definition/definition.ts'
import type { FormCellsProps } from '#src/client/components/forms/display/FormCells.tsx'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { type FormDefinition, formFieldsOf, headFields } from '#src/define/application.ts'
import { formRules } from '#src/define/forms/formRules.ts'
import { visibility } from '#src/fields/conditions.ts'
import type { Fields, FormData } from '#src/fields/field.ts'
import { useFormLabels } from '../labels.ts'

export interface TicketSectionsProps {
  readonly type: string
  readonly form: FormDefinition
  readonly values: FormData
  readonly permissions: Readonly<Record<string, FieldPermission>>
  /** What the form's rules know of the applicant. */
  readonly applicant: Facts
  /** What a module draws above the fields of the first section of its own. */
  readonly lead?: ReactNode
}

const { attachments, ...head } = headFields

/** The form of a ticket in its sections: head, the type's own, attachments. */
export function TicketSections({
  type,
  form,
  values,
  permissions,
  applicant,
  prefix,
  isShown = () => true,
  lead,
  draw,
}: TicketSectionsProps & {
  readonly prefix: string
  /** Whether a field that may be seen is drawn. */
  readonly isShown?: (name: string) => boolean
  readonly draw: (cells: FormCellsProps) => ReactNode
}) {
  const t = useT()
  const language = useLanguage()
  const labels = useFormLabels(type, form)
  const all = formFieldsOf(form)
  const sections = [
    { key: 'head', title: t('apply.section.head'), fields: head as Fields },
    ...form.sections.map((section) => ({
      key: section.key,
      title: section.title?.[language] ?? t(`applications.${type}.sections.${section.key}`),
      fields: section.fields,
    })),
    {
      key: 'attachments',
      title: t('apply.section.attachments'),
      fields: (attachments ? { attachments } : {}) as Fields,
    },
  ]
  const rules = formRules(form, applicant, values)
  const { visible } = visibility(all, values, rules.facts, rules.amountField)
  return sections.map(({ key, title, fields }) => {
    const shown = Object.entries(fields).filter(([name]) => permissions[name] !== 'hidden' && isShown(name))
    // A section of which nothing shows has no heading.
    if (!shown.some(([name]) => visible.has(name))) return null
    return (
      <section key={key} className="ticket-section" aria-label={title}>
        <h2>{title}</h2>
        {key === form.sections[0]?.key ? lead : null}
        {draw({
          prefix,
          fields: Object.fromEntries(shown),
          all,
          labels,
          values,
          permissions,
          row: values,
          ...rules,
          hints: (name) => form.hints?.[name]?.[language] || undefined,
          heading: title,
        })}
      </section>
    )
  })
}

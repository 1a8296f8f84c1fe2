import type { FieldPermission } from '#machines/ticket/definition.ts'
import { FormFields, type FormFieldsProps } from '#src/client/forms/FormFields.tsx'
import { useLanguage, useT } from '#src/client/i18n/index.ts'
import { type FormDefinition, formFieldsOf, headFields } from '#src/define/application.ts'
import type { Fields, FormData } from '#src/fields/field.ts'
import { isEmpty } from '#src/fields/kind.ts'
import { useFormLabels } from './labels.ts'

interface TicketFormProps extends Pick<FormFieldsProps, 'prefix' | 'onChange' | 'problems'> {
  readonly type: string
  readonly form: FormDefinition
  readonly values: FormData
  readonly permissions: Readonly<Record<string, FieldPermission>>
  /** Reading: fields nobody filled in are left out. */
  readonly isReading?: boolean
  readonly disabled?: boolean
}

const { attachments, ...head } = headFields
/** Stands in the head of the ticket already. */
const headed = { title: true, urgency: true }
const nothing = () => undefined
const noProblems = {}

/** The form of a ticket in its sections: head, the type's own, attachments. */
export function TicketForm({ type, form, values, permissions, isReading = false, ...rest }: TicketFormProps) {
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
  const shown = (fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields).filter(
        ([name]) => permissions[name] !== 'hidden' && !(isReading && (name in headed || isEmpty(values[name]))),
      ),
    )
  return (
    <div className={isReading ? 'ticket-form is-reading' : 'ticket-form'}>
      {sections.map((section) => {
        const fields = shown(section.fields)
        if (Object.keys(fields).length === 0) return null
        return (
          <section key={section.key} className="ticket-section" aria-label={section.title}>
            <h2>{section.title}</h2>
            <FormFields
              fields={fields}
              all={all}
              labels={labels}
              values={values}
              permissions={permissions}
              row={values}
              heading={section.title}
              {...rest}
            />
          </section>
        )
      })}
    </div>
  )
}

/** The form as it was filled in. */
export function TicketContent({
  type,
  form,
  values,
  permissions = noProblems,
}: Pick<TicketFormProps, 'type' | 'form' | 'values'> & { readonly permissions?: TicketFormProps['permissions'] }) {
  const reading = Object.fromEntries(
    Object.entries(permissions).map(([name, permission]) => [
      name,
      permission === 'hidden' ? ('hidden' as const) : ('read' as const),
    ]),
  )
  return (
    <TicketForm
      prefix="shown-"
      type={type}
      form={form}
      values={values}
      permissions={reading}
      onChange={nothing}
      problems={noProblems}
      isReading
    />
  )
}

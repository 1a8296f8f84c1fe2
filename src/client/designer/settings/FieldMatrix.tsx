import { type FieldPermission, isGateway } from '#machines/ticket/definition/definition.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { formFieldsOf, startPermissions } from '#src/define/application.ts'
import { useDesigner } from '../context.ts'
import { setStart } from '../model/form.ts'
import { ChoiceBox } from '../parts.tsx'
import { PermissionChoice, permissions } from './StateFields.tsx'

/** All fields by all states (20.9): what each may do with each. */
export function FieldMatrix() {
  const t = useT()
  const { design, label, stateName } = useDesigner()
  const { definition, form } = design
  const atStart = startPermissions(form, definition)
  const states = definition.states.filter((state) => !isGateway(state))
  return (
    <section className="card field-matrix" aria-label={t('designer.tab.fields')} tabIndex={0}>
      <p className="inspector-hint">{t('designer.matrixHint')}</p>
      <DataTable
        look={{ compact: true }}
        rows={Object.keys(formFieldsOf(form))}
        keyOf={(field) => field}
        columns={[
          { name: ' field', head: t('designer.fieldColumn'), isRowHead: true, cell: label },
          {
            name: ' start',
            head: t('designer.startColumn'),
            cell: (field) => <StartChoice field={field} now={atStart[field] ?? 'read'} />,
          },
          ...states.map((state) => ({
            name: state.key,
            head: stateName(state.key),
            cell: (field: string) => <PermissionChoice state={state} field={field} />,
          })),
        ]}
      />
    </section>
  )
}

/** One cell: what the applicant may do with the field while filling in the form. */
function StartChoice({ field, now }: { readonly field: string; readonly now: FieldPermission }) {
  const t = useT()
  const { design, change, label } = useDesigner()
  const isComputed = formFieldsOf(design.form)[field]?.computed === true
  const offered = isComputed ? permissions.filter((one) => one === 'hidden' || one === 'read') : permissions
  return (
    <span className={`permission is-${now}`}>
      <ChoiceBox
        isBare
        label={t('designer.matrixLabel', [label(field), t('designer.startColumn')])}
        value={now}
        spot={`start ${field}`}
        options={offered.map((value) => ({ value, label: t(`designer.permission.${value}`) }))}
        onChange={(value) => {
          const next = permissions.find((one) => one === value)
          if (next !== undefined) change((before) => ({ ...before, form: setStart(before.form, field, next) }))
        }}
      />
    </span>
  )
}

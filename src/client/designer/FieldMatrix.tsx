import { HTMLTable } from '@blueprintjs/core'
import { useT } from '#src/client/i18n/index.ts'
import { formFieldsOf, startPermissions } from '#src/define/application.ts'
import { useDesigner } from './context.ts'
import { PermissionChoice } from './StateFields.tsx'

/** All fields by all states (20.9): what each may do with each. */
export function FieldMatrix() {
  const t = useT()
  const { design, label, stateName } = useDesigner()
  const { definition, form } = design
  const atStart = startPermissions(form, definition)
  return (
    <section className="card field-matrix" aria-label={t('designer.tab.fields')} tabIndex={0}>
      <p className="inspector-hint">{t('designer.matrixHint')}</p>
      <HTMLTable compact>
        <thead>
          <tr>
            <th scope="col">{t('designer.fieldColumn')}</th>
            <th scope="col">{t('designer.startColumn')}</th>
            {definition.states.map(({ key }) => (
              <th key={key} scope="col">
                {stateName(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.keys(formFieldsOf(form)).map((field) => (
            <tr key={field}>
              <th scope="row">{label(field)}</th>
              <td className="field-matrix-start">{t(`designer.permission.${atStart[field] ?? 'read'}`)}</td>
              {definition.states.map((state) => (
                <td key={state.key}>
                  <PermissionChoice state={state} field={field} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </section>
  )
}

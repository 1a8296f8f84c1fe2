import type { FieldPermission, StateDefinition } from '#machines/ticket/definition/definition.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { formFieldsOf } from '#src/define/application.ts'
import { useDesigner } from '../context.ts'
import { permissionOf, setPermission } from '../model/states.ts'
import { ChoiceBox } from '../parts.tsx'

/** What may be done with a field, from least to most. */
export const permissions: readonly FieldPermission[] = ['hidden', 'read', 'write', 'required']

/** The fields of the form as this state treats them. */
export function StateFields({ state }: { readonly state: StateDefinition }) {
  const { design } = useDesigner()
  return (
    <ul className="state-fields">
      {Object.keys(formFieldsOf(design.form)).map((field) => (
        <li key={field}>
          <FieldName field={field} />
          <PermissionChoice state={state} field={field} />
        </li>
      ))}
    </ul>
  )
}

function FieldName({ field }: { readonly field: string }) {
  const { label } = useDesigner()
  return <span>{label(field)}</span>
}

/** One cell: what this state's people may do with the field. */
export function PermissionChoice({ state, field }: { readonly state: StateDefinition; readonly field: string }) {
  const t = useT()
  const { define, design, label, stateName } = useDesigner()
  const now = permissionOf(state, field)
  // What the server computes nobody writes, and who is only told writes nothing.
  const isFixed = state.kind === 'cc' || formFieldsOf(design.form)[field]?.computed === true
  const offered = isFixed ? permissions.filter((one) => one === 'hidden' || one === 'read') : permissions
  return (
    <span className={`permission is-${now}`}>
      <ChoiceBox
        isBare
        label={t('designer.matrixLabel', [label(field), stateName(state.key)])}
        value={now}
        spot={`field ${field}`}
        options={offered.map((value) => ({ value, label: t(`designer.permission.${value}`) }))}
        onChange={(value) => {
          const next = permissions.find((one) => one === value)
          if (next !== undefined) define((before) => setPermission(before, state.key, field, next))
        }}
      />
    </span>
  )
}

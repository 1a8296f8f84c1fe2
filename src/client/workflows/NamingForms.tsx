import { useT } from '#src/client/platform/i18n/index.ts'
import { PostForm } from '#src/client/records/form/PostForm.tsx'
import type { WorkflowRow } from '#src/define/workflows/workflows.ts'
import { choice, type Fields, text } from '#src/fields/field.ts'
import { workflowPath } from './calls.ts'

const names: Fields = {
  name: text(50, { required: true, min: 2 }),
  nameEn: text(80, { required: true, min: 2 }),
}
/** Whoever has no wish gets both from the English name. */
const marks: Fields = { key: text(44, { min: 5, pattern: 'key' }), code: text(2, { min: 2 }) }
export const naming: Fields = { ...names, ...marks }
const newFields: Fields = { ...names, group: choice('ticketGroup', { required: true }), ...marks }
const start = { name: null, nameEn: null, key: null, code: null }
const newValues = { ...start, group: null }

/** What the two names that are no words of a language look like stands in their labels; a name says its language. */
export const namingLabel = (name: string) =>
  name === 'key' || name === 'code' || name === 'name'
    ? (`workflows.${name}Label` as const)
    : (`workflows.${name as 'nameEn'}` as const)

export interface NamingProps {
  /** Gets the number of the new workflow. */
  readonly onDone: (id: number) => void
  readonly onClose: () => void
}

/** 20.9 Create: a type of the bureau's own. */
export function CreateForm({ onDone, onClose }: NamingProps) {
  const t = useT()
  return (
    <PostForm<{ id: number }>
      title={t('workflows.create')}
      path={workflowPath}
      record="workflow"
      fields={newFields}
      initial={newValues}
      labels={(name) => t(namingLabel(name))}
      submitText={t('workflows.create')}
      onDone={({ id }) => onDone(id)}
      onClose={onClose}
    />
  )
}

/** 20.9 Copy: a new type that begins as this one is. */
export function CopyForm({ row, onDone, onClose }: NamingProps & { readonly row: WorkflowRow }) {
  const t = useT()
  return (
    <PostForm<{ id: number }>
      title={t('workflows.copyOf', [row.name])}
      path={`${workflowPath}${row.id}/copy/`}
      record="workflow"
      fields={naming}
      initial={start}
      labels={(name) => t(namingLabel(name))}
      submitText={t('workflows.copy')}
      onDone={({ id }) => onDone(id)}
      onClose={onClose}
    />
  )
}

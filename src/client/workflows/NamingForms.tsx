import { Button, Callout, FileInput, FormGroup } from '@blueprintjs/core'
import { useId, useMemo, useState } from 'react'
import { told } from '#src/client/forms/told.ts'
import { ApiError, api, newKey } from '#src/client/http.ts'
import { useT } from '#src/client/i18n/index.ts'
import { PostForm } from '#src/client/records/PostForm.tsx'
import { Sheet } from '#src/client/records/Sheet.tsx'
import type { BpmnRefusal, DesignFile } from '#src/define/designs.ts'
import type { WorkflowRow } from '#src/define/workflows.ts'
import { choice, type Fields, text } from '#src/fields/field.ts'
import { workflowPath } from './calls.ts'

const names: Fields = {
  name: text(50, { required: true, min: 2 }),
  nameEn: text(80, { required: true, min: 2 }),
}
/** Whoever has no wish gets both from the English name. */
const marks: Fields = { key: text(44, { min: 5, pattern: 'key' }), code: text(2, { min: 2 }) }
/** A key of a bureau's own; a file from elsewhere brings none. */
const OWN_KEY = /^cst_./
const naming: Fields = { ...names, ...marks }
const newFields: Fields = { ...names, group: choice('ticketGroup', { required: true }), ...marks }
const start = { name: null, nameEn: null, key: null, code: null }
const newValues = { ...start, group: null }

/** What the two names that are no words of a language look like stands in their labels; a name says its language. */
const namingLabel = (name: string) =>
  name === 'key' || name === 'code' || name === 'name'
    ? (`workflows.${name}Label` as const)
    : (`workflows.${name as 'nameEn'}` as const)

interface NamingProps {
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

/** The file as our own format says it; null for anything else. The server looks at the rest. */
function designIn(content: string): DesignFile | null {
  try {
    const value: unknown = JSON.parse(content)
    const isOurs =
      typeof value === 'object' && value !== null && 'format' in value && value.format === 'jingbao.workflow'
    return isOurs ? (value as DesignFile) : null
  } catch (error) {
    // What cannot be read as JSON is some other file; the dialog says so.
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** A BPMN file as the server reads it, or why it does not: in one sentence, and then by element. */
async function designOf(text: string): Promise<DesignFile | { readonly refused: readonly string[] }> {
  try {
    return await api.post<DesignFile>(`${workflowPath}read_bpmn/`, { text }, { key: newKey(), quiet: true })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const faults = error.errKey === 'workflow.bpmnFaulty' ? (error.data as BpmnRefusal).faults : []
    return { refused: [error.message, ...faults.map(({ message }) => message)] }
  }
}

/** 20.9 Import: a design from a file becomes a new type. */
export function ImportForm({ onDone, onClose }: NamingProps) {
  const t = useT()
  const id = useId()
  const [name, setName] = useState('')
  const [document, setDocument] = useState<DesignFile | null>(null)
  const [refusal, setRefusal] = useState<readonly string[]>([])
  const [initial, fixed] = useMemo(
    () => [
      {
        name: document?.basics.name ?? null,
        nameEn: document?.basics.nameEn ?? null,
        key: document !== null && OWN_KEY.test(document.definition.key) ? document.definition.key : null,
        code: document?.basics.code || null,
      },
      { document },
    ],
    [document],
  )
  if (document !== null)
    return (
      <PostForm<{ id: number }>
        title={t('workflows.importOf', [name])}
        path={`${workflowPath}import/`}
        record="workflow"
        fields={naming}
        initial={initial}
        fixed={fixed}
        labels={(name) => t(namingLabel(name))}
        submitText={t('workflows.import')}
        onDone={(answer) => onDone(answer.id)}
        onClose={onClose}
      />
    )
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    const content = await file.text()
    const found = content.trimStart().startsWith('<') ? await designOf(content) : designIn(content)
    setRefusal(found === null ? [t('workflows.fileForeign')] : 'refused' in found ? found.refused : [])
    setName(file.name)
    setDocument(found === null || 'refused' in found ? null : found)
  }
  return (
    <Sheet
      title={t('workflows.import')}
      shape="dialog"
      onClose={onClose}
      footer={<Button text={t('common.cancel')} onClick={onClose} />}
    >
      <FormGroup label={t('workflows.file')} labelFor={id} helperText={t('workflows.fileHint')}>
        <FileInput
          fill
          text={name === '' ? t('workflows.chooseFile') : name}
          buttonText={t('workflows.browse')}
          inputProps={{ id, accept: '.json,.bpmn,.xml,application/json' }}
          onInputChange={(event) => told(read(event.currentTarget.files?.[0]))}
        />
      </FormGroup>
      {refusal.length === 0 ? null : (
        <Callout intent="danger" role="alert">
          {refusal.slice(0, 1)}
          {refusal.length > 1 ? (
            <ul>
              {refusal.slice(1).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          ) : null}
        </Callout>
      )}
    </Sheet>
  )
}

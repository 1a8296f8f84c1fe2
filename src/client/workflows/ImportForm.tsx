import '#src/client/platform/theme/files.ts'
import { Button, Callout, FileInput, FormGroup } from '@blueprintjs/core'
import { useId, useMemo, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { ApiError, api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { PostForm } from '#src/client/records/form/PostForm.tsx'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { BpmnNoteLine, BpmnRefusal, DesignFile } from '#src/define/workflows/designs.ts'
import { workflowPath } from './calls.ts'
import { ImportNotes } from './ImportNotes.tsx'
import { type NamingProps, naming, namingLabel } from './NamingForms.tsx'

/** A key of a bureau's own; a file from elsewhere brings none. */
const OWN_KEY = /^cst_./

/** What a file was read as: with notes where it was written in a format that says less, or more, than ours. */
interface Reading {
  readonly design: DesignFile
  readonly notes: readonly BpmnNoteLine[] | null
}
type Refused = { readonly refused: readonly string[] }

/** The file as our own format says it; null for anything else. The server looks at the rest. */
function designIn(content: string): Reading | null {
  try {
    const value: unknown = JSON.parse(content)
    const isOurs =
      typeof value === 'object' && value !== null && 'format' in value && value.format === 'jingbao.workflow'
    return isOurs ? { design: value as DesignFile, notes: null } : null
  } catch (error) {
    // What cannot be read as JSON is some other file; the dialog says so.
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** A BPMN file as the server reads it, or why it does not: in one sentence, and then by element. */
async function readBpmn(text: string): Promise<Reading | Refused> {
  try {
    return await api.post(`${workflowPath}read_bpmn/`, { text }, { key: newKey(), quiet: true })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const faults = error.errKey === 'workflow.bpmnFaulty' ? (error.data as BpmnRefusal).faults : []
    return { refused: [error.message, ...faults.map(({ message }) => message)] }
  }
}

/** 20.9 Import: a design from a file becomes a new type, after a look at what the file could not say (25.11). */
export function ImportForm({ onDone, onClose }: NamingProps) {
  const t = useT()
  const [name, setName] = useState('')
  const [reading, setReading] = useState<Reading | null>(null)
  const [isAccepted, setIsAccepted] = useState(false)
  const [initial, fixed] = useMemo(
    () => [
      {
        name: reading?.design.basics.name ?? null,
        nameEn: reading?.design.basics.nameEn ?? null,
        key: reading !== null && OWN_KEY.test(reading.design.definition.key) ? reading.design.definition.key : null,
        code: reading?.design.basics.code || null,
      },
      { document: reading?.design },
    ],
    [reading],
  )
  if (reading === null)
    return (
      <ChooseFile
        onRead={(found, file) => {
          setName(file)
          setReading(found)
        }}
        onClose={onClose}
      />
    )
  if (reading.notes !== null && !isAccepted)
    return <ImportNotes file={name} notes={reading.notes} onAccept={() => setIsAccepted(true)} onClose={onClose} />
  return (
    <PostForm<{ id: number }>
      title={t('workflows.importOf', [name])}
      path={`${workflowPath}import/`}
      record="workflow"
      fields={naming}
      initial={initial}
      fixed={fixed}
      labels={(field) => t(namingLabel(field))}
      submitText={t('workflows.import')}
      onDone={(answer) => onDone(answer.id)}
      onClose={onClose}
    />
  )
}

interface ChooseProps {
  readonly onRead: (reading: Reading, file: string) => void
  readonly onClose: () => void
}

/** A file that is not read says why, and another one may be chosen. */
function ChooseFile({ onRead, onClose }: ChooseProps) {
  const t = useT()
  const id = useId()
  const [name, setName] = useState('')
  const [refusal, setRefusal] = useState<readonly string[]>([])
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    const content = await file.text()
    const isXml = content
      .replace(/^\uFEFF/, '')
      .trimStart()
      .startsWith('<')
    const found = isXml ? await readBpmn(content) : designIn(content)
    setName(file.name)
    if (found !== null && !('refused' in found)) onRead(found, file.name)
    else setRefusal(found === null ? [t('workflows.fileForeign')] : found.refused)
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
          onInputChange={(event) => ignoreApiError(read(event.currentTarget.files?.[0]))}
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

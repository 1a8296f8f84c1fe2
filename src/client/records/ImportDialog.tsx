import { Button, Callout, FileInput, FormGroup, HTMLTable } from '@blueprintjs/core'
import { DownloadIcon } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ScrollRegion } from '#src/client/forms/ScrollRegion.tsx'
import { saveBlob } from '#src/client/forms/storedFiles.ts'
import { told } from '#src/client/forms/told.ts'
import { ApiError, newKey } from '#src/client/http.ts'
import { useT } from '#src/client/i18n/index.ts'
import { toast } from '#src/client/ui/index.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import { BusyButton } from './BusyButton.tsx'
import { type ImportProblem, problemsCsv } from './problemsCsv.ts'
import { Sheet } from './Sheet.tsx'
import { downloadTemplate, importLimits, importRecord, problemsOf } from './transfer.ts'

/** Refused cells shown at once; the download has all of them. */
const SHOWN = 100

interface ImportTexts {
  readonly title: string
  /** Of a file that is no xlsx: what it must be, and how it is asked for. */
  readonly hint?: string
  readonly choose?: string
  readonly accept?: string
  readonly onClose: () => void
}
interface ImportProps extends ImportTexts {
  readonly record: RecordDefinition
  readonly onDone?: ((answer: unknown) => void) | undefined
}

/** Template, file, and what is wrong with it: all rows of a record come in or none (IMPEX-STD). */
export function ImportDialog({ record, onDone, ...texts }: ImportProps) {
  const t = useT()
  const client = useQueryClient()
  return (
    <TableImport
      {...texts}
      name={record.name}
      onTemplate={() => downloadTemplate(record)}
      onSend={async (file) => {
        const result = await importRecord(record, file, newKey())
        void client.invalidateQueries({ queryKey: [record.name] })
        toast('success', t('records.import.done', [result.created, result.updated]))
        onDone?.(result)
      }}
    />
  )
}

interface TableImportProps extends ImportTexts {
  /** What the list of mistakes is called by. */
  readonly name: string
  readonly onTemplate: () => Promise<void>
  /** @throws ApiError with the refused cells */
  readonly onSend: (file: File) => Promise<void>
}

/** The dialog of any import of a table. */
export function TableImport({
  name,
  title,
  hint,
  choose,
  accept = '.xlsx',
  onTemplate,
  onSend,
  onClose,
}: TableImportProps) {
  const t = useT()
  const id = useId()
  const [file, setFile] = useState<File | null>(null)
  const [isSending, setSending] = useState(false)
  const [problems, setProblems] = useState<readonly ImportProblem[]>([])

  const send = async (): Promise<void> => {
    if (file === null) return
    setSending(true)
    try {
      await onSend(file)
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblems(problemsOf(error))
      if (problemsOf(error).length === 0) toast('warning', error.message)
    } finally {
      setSending(false)
    }
  }
  return (
    <Sheet
      title={t('records.import.title', [title])}
      shape="dialog"
      onClose={onClose}
      footer={
        <>
          <Button text={t('common.cancel')} onClick={onClose} />
          <BusyButton
            intent="primary"
            text={t('records.import.start')}
            disabled={file === null}
            isBusy={isSending}
            onClick={() => void send()}
          />
        </>
      }
    >
      <p>{hint ?? t('records.import.hint', [importLimits.megabytes, importLimits.rows])}</p>
      <Button
        className="import-template"
        icon={<DownloadIcon />}
        size="small"
        text={t('records.import.template')}
        onClick={() => told(onTemplate())}
      />
      <FormGroup label={t('records.import.file')} labelFor={id} className="import-file">
        <FileInput
          fill
          text={file?.name ?? choose ?? t('records.import.choose')}
          buttonText={t('records.import.browse')}
          hasSelection={file !== null}
          inputProps={{ id, accept }}
          onInputChange={(event) => {
            setFile(event.currentTarget.files?.[0] ?? null)
            setProblems([])
          }}
        />
      </FormGroup>
      {problems.length === 0 ? null : <ImportProblems problems={problems} name={`${name}_errors.csv`} />}
    </Sheet>
  )
}

function ImportProblems({ problems, name }: { readonly problems: readonly ImportProblem[]; readonly name: string }) {
  const t = useT()
  const head = [
    t('records.import.row'),
    t('records.import.column'),
    t('records.import.value'),
    t('records.import.message'),
  ]
  return (
    <div role="alert">
      <Callout intent="danger" className="form-notice">
        <p>{t('records.import.refused', [problems.length])}</p>
        <Button
          size="small"
          icon={<DownloadIcon />}
          text={t('records.import.download')}
          onClick={() => saveBlob(new Blob([problemsCsv(head, problems)], { type: 'text/csv' }), name)}
        />
      </Callout>
      <ScrollRegion className="import-problems" label={t('records.import.problems')}>
        <HTMLTable compact striped>
          <thead>
            <tr>
              {head.map((text) => (
                <th key={text} scope="col">
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {problems.slice(0, SHOWN).map((problem) => (
              <tr key={`${problem.row}-${problem.column}-${problem.message}`}>
                <td>{problem.row}</td>
                <td>{problem.column}</td>
                <td>{problem.value}</td>
                <td>{problem.message}</td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </ScrollRegion>
    </div>
  )
}

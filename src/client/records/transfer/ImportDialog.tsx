import '#src/client/platform/theme/files.ts'
import { Button, Callout, FileInput, FormGroup, TextArea } from '@blueprintjs/core'
import { DownloadIcon } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { saveBlob } from '#src/client/components/forms/storedFiles.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { toast } from '#src/client/components/ui/index.ts'
import { ApiError, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import { BusyButton } from '../form/BusyButton.tsx'
import { Sheet } from '../list/Sheet.tsx'
import { importedText } from './importedText.ts'
import { type ImportProblem, problemsCsv } from './problemsCsv.ts'
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
      takesText
      name={record.name}
      onTemplate={() => downloadTemplate(record)}
      onSend={async (file) => {
        const result = await importRecord(record, file, newKey())
        void client.invalidateQueries({ queryKey: [record.name] })
        toast('success', importedText(t, result))
        onDone?.(result)
        return result.notes ?? []
      }}
    />
  )
}

interface TableImportProps extends ImportTexts {
  /** Rows may be pasted instead. */
  readonly takesText?: boolean
  /** What the list of mistakes is called by. */
  readonly name: string
  readonly onTemplate: () => Promise<void>
  /** @throws ApiError with the refused cells */
  readonly onSend: (file: File) => Promise<readonly ImportProblem[]>
}

/** The dialog of any import of a table. */
export function TableImport({
  name,
  title,
  hint,
  choose,
  accept = '.xlsx',
  takesText = false,
  onTemplate,
  onSend,
  onClose,
}: TableImportProps) {
  const t = useT()
  const id = useId()
  const [chosen, setChosen] = useState<File | null>(null)
  const [text, setText] = useState('')
  const [isSending, setSending] = useState(false)
  const [problems, setProblems] = useState<readonly ImportProblem[]>([])
  const [total, setTotal] = useState(0)
  const [notes, setNotes] = useState<readonly ImportProblem[]>([])

  const file = isBlank(text) ? chosen : new File([text], 'pasted.txt', { type: 'text/plain' })
  /** One of them is sent. */
  const take = (next: { readonly file: File | null; readonly text: string }): void => {
    setChosen(next.file)
    setText(next.text)
    setProblems([])
    setNotes([])
  }
  const send = async (): Promise<void> => {
    if (file === null) return
    setSending(true)
    try {
      // What was read in another way than it stands in the file is shown before the dialog goes.
      const noted = await onSend(file)
      setNotes(noted)
      setProblems([])
      if (noted.length === 0) onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const found = problemsOf(error)
      setProblems(found)
      setTotal(error.total ?? found.length)
      if (found.length === 0) toast('warning', error.message)
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
          <Button text={t(notes.length > 0 ? 'common.close' : 'common.cancel')} onClick={onClose} />
          <BusyButton
            intent="primary"
            text={t('records.import.start')}
            disabled={file === null || notes.length > 0}
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
        onClick={() => ignoreApiError(onTemplate())}
      />
      <FormGroup label={t('records.import.file')} labelFor={id} className="import-file">
        <FileInput
          fill
          text={chosen?.name ?? choose ?? t('records.import.choose')}
          buttonText={t('records.import.browse')}
          hasSelection={chosen !== null}
          inputProps={{ id, accept }}
          onInputChange={(event) => take({ file: event.currentTarget.files?.[0] ?? null, text: '' })}
        />
      </FormGroup>
      {takesText ? (
        <FormGroup label={t('records.import.paste')} labelFor={`${id}-text`}>
          <TextArea
            fill
            className="import-paste"
            id={`${id}-text`}
            value={text}
            spellCheck={false}
            onChange={(event) => take({ file: null, text: event.currentTarget.value })}
          />
        </FormGroup>
      ) : null}
      {problems.length === 0 ? null : <ImportProblems problems={problems} total={total} name={`${name}_errors.csv`} />}
      {notes.length === 0 ? null : (
        <div role="status">
          <Callout intent="primary" className="form-notice">
            {t('records.import.notes', [notes.length])}
          </Callout>
          <ProblemTable problems={notes} label={t('records.import.noteList')} />
        </div>
      )}
    </Sheet>
  )
}

interface ImportProblemsProps {
  readonly problems: readonly ImportProblem[]
  /** How many there are in all. */
  readonly total: number
  readonly name: string
}

/** The mistakes by row: the number of a row stands once, beside its first mistake. */
function ImportProblems({ problems, total, name }: ImportProblemsProps) {
  const t = useT()
  const head = [
    t('records.import.row'),
    t('records.import.column'),
    t('records.import.value'),
    t('records.import.message'),
  ]
  const shown = problems.slice(0, SHOWN)
  return (
    <div role="alert">
      <Callout intent="danger" className="form-notice">
        <p>
          {t('records.import.refused', [total])}
          {total > shown.length ? t('records.import.shown', [shown.length]) : ''}
          {total > problems.length ? t('records.import.listed', [problems.length]) : ''}
        </p>
        <Button
          size="small"
          icon={<DownloadIcon />}
          text={t('records.import.download')}
          onClick={() => saveBlob(new Blob([problemsCsv(head, problems)], { type: 'text/csv' }), name)}
        />
      </Callout>
      <ProblemTable problems={shown} label={t('records.import.problems')} />
    </div>
  )
}

/** Cells of the file with what is said of them; the number of a row stands once. */
function ProblemTable({ problems, label }: { readonly problems: readonly ImportProblem[]; readonly label: string }) {
  const t = useT()
  /** The first problem of its row says which row it is. */
  const isFirst = (index: number): boolean => problems[index - 1]?.row !== problems[index]?.row
  return (
    <DataTable
      look={{ compact: true, striped: true }}
      region={{ className: 'import-problems', label }}
      rows={problems}
      keyOf={({ row, column, message }) => `${row}-${column}-${message}`}
      rowClass={(_, index) => (isFirst(index) ? 'is-first' : undefined)}
      columns={[
        {
          name: 'row',
          head: t('records.import.row'),
          cellClass: 'import-row',
          cell: ({ row }, index) => (isFirst(index) ? row : <span className="visually-hidden">{row}</span>),
        },
        { name: 'column', head: t('records.import.column'), cell: ({ column }) => column },
        {
          name: 'value',
          head: t('records.import.value'),
          cellClass: 'import-value',
          cell: ({ value }) => <span title={value}>{value}</span>,
        },
        { name: 'message', head: t('records.import.message'), cell: ({ message }) => message },
      ]}
    />
  )
}

import { Button } from '@blueprintjs/core'
import { ImportIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { saveBlob } from '#src/client/components/forms/storedFiles.ts'
import { toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { TableImport } from '#src/client/records/transfer/ImportDialog.tsx'
import { importLimits } from '#src/client/records/transfer/transfer.ts'
import type { ImportNote } from '#src/define/answers/records.ts'
import type { FormData as Row } from '../field.ts'

interface LineImportProps {
  /** Of the application. */
  readonly type: string
  /** Of the sub-table. */
  readonly name: string
  readonly label: string
  readonly most: number
  readonly isEmpty: boolean
  readonly onRows: (rows: readonly Row[]) => void
}

/** Fills a sub-table from a spreadsheet: its rows take the place of those there are. */
export function LineImport({ type, name, label, most, isEmpty, onRows }: LineImportProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const path = `/api/workflow/application_types/${type}/lines/${name}/` as const
  const fill = async (file: File): Promise<readonly ImportNote[]> => {
    const form = new FormData()
    form.append('file', file)
    const { rows, notes } = await api.upload(`${path}import_data/`, form, {
      key: newKey(),
      quiet: true,
    })
    onRows(rows)
    toast('success', t('records.lines.imported', [rows.length]))
    return notes
  }
  return (
    <>
      <Button icon={<ImportIcon />} size="small" text={t('records.lines.import')} onClick={() => setOpen(true)} />
      {isOpen ? (
        <TableImport
          title={label}
          hint={t('records.import.hint', [importLimits.megabytes, most]) + (isEmpty ? '' : t('records.lines.replaced'))}
          name={`${type}_${name}`}
          onTemplate={async () => {
            const { blob, name: file } = await api.download(`${path}import_template/`)
            saveBlob(blob, file)
          }}
          onSend={fill}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}

import { useT } from '#src/client/platform/i18n/index.ts'
import { ImportDialog } from '#src/client/records/transfer/ImportDialog.tsx'
import { area } from './area.ts'

const limits = { megabytes: 10, rows: 60_000 } as const

/** A national table of areas as csv. */
export function AreaImport({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  return (
    <ImportDialog
      record={area}
      title={t('records.area.title')}
      hint={t('area.importHint', [limits.megabytes, limits.rows])}
      choose={t('area.chooseCsv')}
      accept=".csv,text/csv"
      onClose={onClose}
    />
  )
}

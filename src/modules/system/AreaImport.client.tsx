import type { ApiError } from '#src/client/http.ts'
import { useT } from '#src/client/i18n/index.ts'
import { ImportDialog } from '#src/client/records/ImportDialog.tsx'
import type { ImportProblem } from '#src/client/records/problemsCsv.ts'
import { area } from './area.ts'

const limits = { megabytes: 10, rows: 60_000 } as const

/** The server names problems of a csv by line and column. */
const problemsOf = (error: ApiError): readonly ImportProblem[] =>
  Object.entries(error.errors).flatMap(([place, texts]) => {
    const [row = '', column = ''] = place.split('.')
    return texts.map((message) => ({ row: Number(row), column, value: '', message }))
  })

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
      problemsOf={problemsOf}
      onClose={onClose}
    />
  )
}

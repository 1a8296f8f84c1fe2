import { Button } from '@blueprintjs/core'
import { PrintIcon } from '@blueprintjs/icons'
import { type ReactNode, useMemo, useState } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { ListAdditions } from '#src/client/records/list/RecordList.tsx'
import type { RecordDefinition } from '#src/define/record.ts'
import { type LabelLayout, LabelPaper } from './LabelPaper.client.tsx'

const nothing: readonly string[] = []

/** Labels of one row or of chosen ones, as additions to the list of a record, and the paper they are shown on. */
export function useLabels(
  record: RecordDefinition,
  layout: LabelLayout,
): {
  readonly more: Required<Pick<ListAdditions, 'columns' | 'parameters' | 'itemsOf' | 'bulk'>>
  readonly paper: ReactNode
} {
  const t = useT()
  const [printed, setPrinted] = useState<readonly number[] | null>(null)
  const more = useMemo(
    () => ({
      columns: record.list.columns,
      parameters: nothing,
      itemsOf: ({ id }: { readonly id: number }) => [{ text: t('foodLabels.print'), onClick: () => setPrinted([id]) }],
      bulk: (ids: readonly number[]) => (
        <Button size="small" icon={<PrintIcon />} text={t('foodLabels.print')} onClick={() => setPrinted(ids)} />
      ),
    }),
    [record, t],
  )
  const paper =
    printed === null ? null : (
      <LabelPaper record={record} layout={layout} ids={printed} onClose={() => setPrinted(null)} />
    )
  return { more, paper }
}

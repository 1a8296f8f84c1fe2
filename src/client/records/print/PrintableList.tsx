import { Button } from '@blueprintjs/core'
import { PrintIcon } from '@blueprintjs/icons'
import { useMemo, useState } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import { type ListAdditions, RecordList } from '../list/RecordList.tsx'
import { PrintSheets, type SheetLayout } from './PrintSheets.tsx'

interface PrintableListProps {
  readonly record: RecordDefinition
  /** Keep the object the same between renderings. */
  readonly layout: SheetLayout
  /** Instead of 暂无数据. */
  readonly emptyText?: string
  /** Further buttons for chosen rows. Keep it the same between renderings. */
  readonly bulk?: ListAdditions['bulk']
}

const none: NonNullable<ListAdditions['own']> = {}
const noNames: readonly string[] = []
const noItems = () => []

/** The list of a record whose chosen rows are printed as sheets. */
export function PrintableList({ record, layout, emptyText, bulk }: PrintableListProps) {
  const t = useT()
  const [printed, setPrinted] = useState<readonly number[] | null>(null)
  const more = useMemo(
    (): ListAdditions => ({
      columns: record.list.columns,
      own: none,
      parameters: noNames,
      itemsOf: noItems,
      bulk: (ids, done) => (
        <>
          {bulk?.(ids, done)}
          <Button
            size="small"
            variant="outlined"
            icon={<PrintIcon />}
            text={t('records.print.of', [layout.title])}
            onClick={() => setPrinted(ids)}
          />
        </>
      ),
    }),
    [record, layout, t, bulk],
  )
  return (
    <>
      <RecordList record={record} more={more} {...(emptyText !== undefined && { emptyText })} />
      {printed === null ? null : (
        <PrintSheets {...layout} record={record} ids={printed} onClose={() => setPrinted(null)} />
      )}
    </>
  )
}

import { Button } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { FailedState, SkeletonRows, StateChip, toast } from '#src/client/components/ui/index.ts'
import { allRows } from '#src/client/platform/http/allRows.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { useRecordTexts } from '#src/client/records/useRecordTexts.ts'
import { demoRow } from '../rows/demo-row.ts'

/** Rows in their stored order: dragged, or moved by their buttons. */
export function OrderedList() {
  const t = useT()
  const client = useQueryClient()
  const mayUpdate = useMay('dataTableDemo:Update')
  const { labels } = useRecordTexts(demoRow)
  const [dragged, setDragged] = useState<number | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: [demoRow.name, 'order'],
    queryFn: ({ signal }) => allRows<RecordRow>(demoRow.path, {}, signal),
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={10} />
  const move = async (id: number, before: number | null): Promise<void> => {
    await api.post('/api/system/demo_row/move/', { id, before }, { key: newKey() })
    await client.invalidateQueries({ queryKey: [demoRow.name] })
    toast('success', t('tableDemo.moved'))
  }
  const idAt = (index: number): number | null => data[index]?.id ?? null
  return (
    <>
      <p className="example-head">{t('tableDemo.orderHint')}</p>
      <DataTable
        className="list-table"
        region={{ className: 'list-scroll is-alone', label: t('records.demoRow.tabs.order') }}
        rows={data}
        keyOf={({ id }) => id}
        firstNumber={1}
        long={{ height: 44, above: 40 }}
        rowProps={(row, index) =>
          mayUpdate
            ? {
                draggable: true,
                onDragStart: (event) => {
                  event.dataTransfer.setData('text/plain', String(row.name))
                  setDragged(row.id)
                },
                onDragOver: (event) => {
                  if (dragged !== null) event.preventDefault()
                },
                onDragEnd: () => setDragged(null),
                onDrop: (event) => {
                  event.preventDefault()
                  const from = data.findIndex(({ id }) => id === dragged)
                  // Further down it comes to stand behind the row it was dropped on.
                  const before = from < index ? idAt(index + 1) : row.id
                  if (dragged !== null && dragged !== row.id) ignoreApiError(move(dragged, before))
                  setDragged(null)
                },
              }
            : {}
        }
        columns={[
          { name: 'name', head: labels('name'), className: 'is-first', cell: (row) => String(row.name) },
          { name: 'deptName', head: labels('deptName'), cell: (row) => String(row.deptName) },
          {
            name: 'state',
            head: labels('state'),
            cell: (row) => <StateChip dictionary="demoState" value={String(row.state)} />,
          },
          {
            name: ' moves',
            head: t('records.list.actions'),
            className: 'list-actions',
            cell: (row, index) =>
              mayUpdate ? (
                <span className="example-moves">
                  <Button
                    size="small"
                    variant="minimal"
                    text={t('tableDemo.up')}
                    aria-label={t('tableDemo.upOf', [String(row.name)])}
                    disabled={index === 0}
                    onClick={() => ignoreApiError(move(row.id, idAt(index - 1)))}
                  />
                  <Button
                    size="small"
                    variant="minimal"
                    text={t('tableDemo.down')}
                    aria-label={t('tableDemo.downOf', [String(row.name)])}
                    disabled={index === data.length - 1}
                    onClick={() => ignoreApiError(move(row.id, idAt(index + 2)))}
                  />
                </span>
              ) : null,
          },
        ]}
      />
    </>
  )
}

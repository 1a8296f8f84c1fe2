import { Button } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { toast } from '#src/client/components/ui/index.ts'
import { firstRows } from '#src/client/platform/http/allRows.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { binCode } from '../../entry/codes.ts'
import { stockItem, warehouse } from '../../records/item.ts'
import { Labels, type LabelText } from '../print/Labels.client.tsx'

const nothing: readonly string[] = []

/** Items, with labels of those chosen. */
export function ItemList() {
  const t = useT()
  const client = useQueryClient()
  const [labels, setLabels] = useState<readonly LabelText[] | null>(null)
  const more: ListAdditions = useMemo(
    () => ({
      bulk: (ids) => (
        <Button
          size="small"
          variant="outlined"
          text={t('stock.print.itemLabels')}
          onClick={() => {
            const load = async (): Promise<void> => {
              const query = { ids: ids.join(',') }
              const rows = await client.fetchQuery({
                queryKey: ['stockItem', 'labels', query],
                queryFn: ({ signal }) => firstRows<RecordRow>(stockItem.path, query, signal),
              })
              setLabels(
                rows.map((row) => ({
                  code: String(row.barcode ?? row.code),
                  title: String(row.name),
                  text: String(row.spec ?? ''),
                })),
              )
            }
            ignoreApiError(load())
          }}
        />
      ),
    }),
    [t, client],
  )
  return (
    <>
      <RecordList record={stockItem} more={more} />
      {labels === null ? null : (
        <Labels title={t('stock.print.itemLabels')} labels={labels} onClose={() => setLabels(null)} />
      )}
    </>
  )
}

/** Warehouses, with labels of their bins. */
export function WarehouseList() {
  const t = useT()
  const [labels, setLabels] = useState<readonly LabelText[] | null>(null)
  const more: ListAdditions = useMemo(
    () => ({
      columns: warehouse.list.columns,
      own: {},
      parameters: nothing,
      itemsOf: (row) => [
        {
          text: t('stock.print.binLabels'),
          onClick: () => {
            const bins = rowsOf(row.bins)
            if (bins.length === 0) return toast('warning', t('stock.print.noBins'))
            setLabels(
              bins.map(({ code }) => ({
                code: binCode(row.id, String(code)),
                title: String(code),
                text: String(row.name),
              })),
            )
          },
        },
      ],
    }),
    [t],
  )
  return (
    <>
      <RecordList record={warehouse} more={more} />
      {labels === null ? null : (
        <Labels title={t('stock.print.binLabels')} labels={labels} onClose={() => setLabels(null)} />
      )}
    </>
  )
}

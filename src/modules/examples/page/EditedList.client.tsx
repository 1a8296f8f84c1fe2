import { Button } from '@blueprintjs/core'
import { PrintIcon, ResetIcon } from '@blueprintjs/icons'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { Avatar, confirmDialog, MoneyText, NoValue, StateChip, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { serverParams } from '#src/client/records/list/query.ts'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import { type RecordRow, useRecordList } from '#src/client/records/list/useRecordList.ts'
import { useRecordTexts } from '#src/client/records/useRecordTexts.ts'
import { demoRow } from '../rows/demo-row.ts'
import { EditedCell } from './EditedCell.client.tsx'

/** What all rows that match come to: the bars of the shared chart, added up in cents. */
function Sum() {
  const t = useT()
  const { query, total } = useRecordList(demoRow)
  const { page: _page, limit: _limit, ordering: _ordering, ...narrowed } = serverParams(query, demoRow)
  const chartQuery = { ...narrowed, chart: 'amounts' }
  const { data } = useQuery({
    queryKey: [demoRow.name, 'chart', chartQuery],
    queryFn: ({ signal }) => api.get(`${demoRow.path}chart/`, { query: chartQuery, signal }),
    placeholderData: keepPreviousData,
  })
  if (data === undefined) return null
  const cents = data.bars.reduce((sum, { value }) => sum + Math.round(value * 100), 0)
  return (
    <span className="example-sum" role="status">
      {t('tableDemo.sum', [total])}{' '}
      <strong>
        <MoneyText value={(cents / 100).toFixed(2)} />
      </strong>
    </span>
  )
}

const Ratio = ({ value }: { readonly value: number }) => (
  <span className="example-ratio">
    <progress max={100} value={value} aria-label={`${value}%`} />
    {value}%
  </span>
)

const Owner = ({ name }: { readonly name: string | null }) =>
  name === null ? (
    <NoValue />
  ) : (
    <span className="example-person">
      <Avatar name={name} />
      {name}
    </span>
  )

const labelOf = (row: RecordRow): string | null => (typeof row.ownerIdLabel === 'string' ? row.ownerIdLabel : null)

/** The list with cells that are edited where they stand. */
export function EditedList() {
  const t = useT()
  const client = useQueryClient()
  const mayUpdate = useMay('dataTableDemo:Update')
  const { labels } = useRecordTexts(demoRow)
  const more = useMemo(
    (): ListAdditions => ({
      columns: [...demoRow.list.columns, 'remark'],
      own: {
        ratio: { label: labels('ratio'), render: (row) => <Ratio value={Number(row.ratio)} /> },
        ownerId: { label: labels('ownerId'), render: (row) => <Owner name={labelOf(row)} /> },
        ...(mayUpdate && {
          amount: {
            label: labels('amount'),
            render: (row) => (
              <EditedCell row={row} name="amount" label={labels('amount')}>
                <MoneyText value={String(row.amount)} />
              </EditedCell>
            ),
          },
          state: {
            label: labels('state'),
            render: (row) => (
              <EditedCell row={row} name="state" label={labels('state')}>
                <StateChip dictionary="demoState" value={String(row.state)} />
              </EditedCell>
            ),
          },
          remark: {
            label: labels('remark'),
            render: (row) => (
              <EditedCell row={row} name="remark" label={labels('remark')}>
                {row.remark === null || row.remark === '' ? null : String(row.remark)}
              </EditedCell>
            ),
          },
        }),
      },
    }),
    [labels, mayUpdate],
  )
  const reset = async (): Promise<void> => {
    if (!(await confirmDialog({ text: t('tableDemo.confirmReset'), intent: 'warning' }))) return
    await api.post('/api/system/demo_row/reset/', {}, { key: newKey() })
    await client.invalidateQueries({ queryKey: [demoRow.name] })
    toast('success', t('tableDemo.resetDone'))
  }
  return (
    <>
      <div className="example-head">
        <Sum />
        <span>
          <Button icon={<PrintIcon />} variant="minimal" text={t('tableDemo.print')} onClick={() => window.print()} />
          {mayUpdate ? (
            <Button
              icon={<ResetIcon />}
              variant="minimal"
              text={t('tableDemo.reset')}
              onClick={() => ignoreApiError(reset())}
            />
          ) : null}
        </span>
      </div>
      {mayUpdate ? <p className="example-head">{t('tableDemo.hint')}</p> : null}
      <RecordList record={demoRow} more={more} />
    </>
  )
}

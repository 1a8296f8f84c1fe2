import { Button } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import {
  DateText,
  EmptyState,
  FailedState,
  NoValue,
  SkeletonRows,
  StateChip,
  toast,
} from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { OwnAsset } from './asset.types.ts'
import { reportAddress } from './labels/reportAddress.ts'

const texts = ['assetNo', 'name', 'model', 'sn'] as const

/** 我的资产 of the personal centre: what somebody holds, and the confirmation that they have it. */
export function MyAssets() {
  const t = useT()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['assetAllocation', 'own'],
    queryFn: ({ signal }) => api.get('/api/assets/own/', { signal, quiet: true }),
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={6} />
  if (data.length === 0) return <EmptyState title={t('myAssets.none')} />
  const confirm = async (id: number): Promise<void> => {
    await api.post(`/api/assets/own/${id}/confirm/`, {}, { key: newKey() })
    await client.invalidateQueries({ queryKey: ['assetAllocation'] })
    toast('success', t('myAssets.confirmed'))
  }
  return (
    <div className="list">
      <DataTable
        className="list-table"
        region={{ className: 'list-scroll is-comfortable', label: t('myAssets.list') }}
        rows={data}
        keyOf={({ id }) => id}
        columns={[
          ...texts.map((name) => ({
            name,
            head: t(`records.asset.fields.${name}`),
            cell: (row: OwnAsset) => (row[name] === '' ? <NoValue /> : row[name]),
          })),
          { name: 'room', head: t('records.asset.fields.roomId'), cell: ({ room }) => room ?? <NoValue /> },
          {
            name: 'since',
            head: t('records.assetAllocation.fields.openedAt'),
            cell: ({ since }) => <DateText value={since} precision="day" />,
          },
          {
            name: 'until',
            head: t('records.assetAllocation.fields.until'),
            cell: ({ until }) => (until === null ? <NoValue /> : <DateText value={until} precision="day" />),
          },
          {
            name: 'state',
            head: t('records.assetAllocation.fields.state'),
            cell: ({ allocationState }) => <StateChip dictionary="allocationState" value={allocationState} />,
          },
          {
            name: 'ticketId',
            head: t('records.assetAllocation.fields.ticketId'),
            cell: ({ ticketId, ticketNo }) =>
              ticketId === null ? <NoValue /> : <Link to={`/workflow/ticket/${ticketId}`}>{ticketNo}</Link>,
          },
          {
            name: 'confirm',
            head: t('myAssets.action'),
            cell: ({ id, allocationState, category, assetNo }) =>
              allocationState === 'unconfirmed' ? (
                <Button
                  size="small"
                  intent="primary"
                  text={t('myAssets.confirm')}
                  onClick={() => ignoreApiError(confirm(id))}
                />
              ) : (
                <span>
                  <Link to={reportAddress(assetNo)}>{t('myAssets.report')}</Link> ·{' '}
                  <Link
                    to={
                      category === 'furniture'
                        ? '/workflow/receive/officeFurniture'
                        : '/workflow/receive/officeElectronicEquipment'
                    }
                  >
                    {t('myAssets.giveBack')}
                  </Link>
                </span>
              ),
          },
        ]}
      />
    </div>
  )
}

import { Button } from '@blueprintjs/core'
import { PrintIcon } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { May, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { RecordTabs } from '#src/client/records/detail/RecordTabs.tsx'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import { assetRoom } from '../asset-card.ts'
import { assetAllocation, assetDepreciation, assetScrap, assetTransfer } from '../asset-records.ts'
import { assetBooking } from '../bookings/asset-booking.ts'
import { PoolCalendar } from '../bookings/PoolCalendar.client.tsx'
import { assetCount } from '../counts/asset-count.ts'
import { CountDetail } from '../counts/CountDetail.client.tsx'
import { MyCounts } from '../counts/MyCounts.client.tsx'
import { assetSheet } from '../sheets/asset-sheet.ts'
import { CounterDialog } from '../sheets/CounterDialog.client.tsx'
import { Cards, Labels, Repairs, usePrinting } from './CardList.client.tsx'

function Rooms() {
  const t = useT()
  const mayLabel = useMay('asset:Label')
  const printLabels = usePrinting('rooms')
  const more: ListAdditions = useMemo(
    () => ({
      itemsOf: (row) => (mayLabel ? [{ text: t('assetLabels.print'), onClick: () => printLabels([row.id]) }] : []),
      bulk: (ids) =>
        mayLabel ? (
          <Button size="small" icon={<PrintIcon />} text={t('assetLabels.print')} onClick={() => printLabels(ids)} />
        ) : null,
    }),
    [t, mayLabel, printLabels],
  )
  return <RecordList record={assetRoom} more={more} />
}

/** Allocations, with what is done at the counter. */
function Allocations() {
  const t = useT()
  const [open, setOpen] = useState<'receipt' | 'handover' | null>(null)
  const navigate = useNavigate()
  const more: ListAdditions = useMemo(() => {
    const show = (ids: readonly number[]): void => void navigate(`/stockmanage/asset/receipts?ids=${ids.join(',')}`)
    return {
      itemsOf: ({ id }) => [{ text: t('assetReceipts.print'), onClick: () => show([id]) }],
      bulk: (ids) => (
        <Button size="small" icon={<PrintIcon />} text={t('assetReceipts.print')} onClick={() => show(ids)} />
      ),
    }
  }, [t, navigate])
  return (
    <>
      <div className="asset-actions">
        <May need="asset:Allocate">
          <Button text={t('assetDesk.receipt')} onClick={() => setOpen('receipt')} />
        </May>
        <May need="asset:Transfer">
          <Button text={t('assetDesk.handover')} onClick={() => setOpen('handover')} />
        </May>
      </div>
      <RecordList record={assetAllocation} more={more} />
      {open === null ? null : <CounterDialog kind={open} onClose={() => setOpen(null)} />}
    </>
  )
}

/** The months that were charged; the nightly job does the same as the button. */
function Depreciation() {
  const t = useT()
  const client = useQueryClient()
  const post = async (): Promise<void> => {
    const { month } = await api.post('/api/assets/depreciate/', {}, { key: newKey() })
    toast('success', t('assetPage.depreciated', [month]))
    await client.invalidateQueries({ queryKey: ['assetDepreciation'] })
  }
  return (
    <>
      <div className="asset-actions">
        <May need="asset:Depreciate">
          <Button text={t('assetPage.depreciate')} onClick={() => ignoreApiError(post())} />
        </May>
      </div>
      <RecordList record={assetDepreciation} />
    </>
  )
}

function Sheets() {
  const navigate = useNavigate()
  return <RecordList record={assetSheet} onOpen={(row) => void navigate(`/stockmanage/asset/sheet/${row.id}`)} />
}

function Bookings() {
  return (
    <>
      <PoolCalendar />
      <RecordList record={assetBooking} />
    </>
  )
}

const Counts = () => <RecordList record={assetCount} Detail={CountDetail} />
const Scraps = () => <RecordList record={assetScrap} />
const Transfers = () => <RecordList record={assetTransfer} />
const panels = {
  cards: Cards,
  allocations: Allocations,
  counts: Counts,
  repairs: Repairs,
  labels: Labels,
  depreciation: Depreciation,
  bookings: Bookings,
  scraps: Scraps,
  transfers: Transfers,
  sheets: Sheets,
  rooms: Rooms,
}

/** What an asset manager and a leader open every day; the rest stands under one tab. */
const DAILY = ['cards', 'allocations', 'transfers', 'counts', 'repairs', 'bookings', 'scraps']

/** `/stockmanage/asset` (50.5). */
export function AssetPage() {
  return (
    <>
      <MyCounts />
      <RecordTabs path="/stockmanage/asset" panels={panels} daily={DAILY} />
    </>
  )
}

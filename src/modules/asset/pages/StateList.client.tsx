import { useMemo } from 'react'
import { Chip } from '#src/client/components/ui/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import { useRecordTexts } from '#src/client/records/useRecordTexts.ts'
import { assetAllocation, assetScrap, assetTransfer } from '../asset-records.ts'
import { assetBooking } from '../bookings/asset-booking.ts'
import { assetCount } from '../counts/asset-count.ts'

/** What is under way in blue, what waits for somebody in orange, what is in force or done in green, what was refused in red. */
const colors: Readonly<Record<string, string>> = {
  unconfirmed: 'warning',
  confirmed: 'success',
  requested: 'warning',
  released: 'info',
  reviewed: 'info',
  approved: 'warning',
  done: 'success',
  disposed: 'success',
  refused: 'error',
  counting: 'info',
  review: 'warning',
  applied: 'success',
  booked: 'info',
  out: 'warning',
}
const records = { assetAllocation, assetTransfer, assetScrap, assetCount, assetBooking }
const dictionaries = {
  assetAllocation: 'allocationState',
  assetTransfer: 'assetTransferState',
  assetScrap: 'assetScrapState',
  assetCount: 'assetCountState',
  assetBooking: 'assetBookingState',
} as const
const nothing: readonly string[] = []
const noItems = (): [] => []

type Props = Pick<Parameters<typeof RecordList>[0], 'Detail' | 'emptyText'> &
  Partial<Pick<ListAdditions, 'itemsOf' | 'bulk'>> & { readonly name: keyof typeof records }

/** A list whose states stand out by their colour; the word stands there as well. Keep `itemsOf` and `bulk` the same between renderings. */
export function StateList({ name, itemsOf = noItems, bulk, ...more }: Props) {
  const record = records[name]
  const texts = useRecordTexts(record)
  const label = useDictionaryLabel()
  const additions: ListAdditions = useMemo(
    () => ({
      columns: record.list.columns,
      own: {
        state: {
          label: texts.labels('state'),
          render: (row) => (
            <Chip color={colors[String(row.state)] ?? null}>{label(dictionaries[name], String(row.state))}</Chip>
          ),
        },
      },
      parameters: nothing,
      itemsOf,
      ...(bulk && { bulk }),
    }),
    [record, texts, label, name, itemsOf, bulk],
  )
  return <RecordList record={record} more={additions} {...more} />
}

import { useMemo, useState } from 'react'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { DateText, MoneyText } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useRecordTexts } from '#src/client/records/useRecordTexts.ts'
import { addDays } from '#src/define/days.ts'
import { demoRow } from '../rows/demo-row.ts'

/** Rows of the long table. */
const LONG_ROWS = 10_000

interface LongRow {
  readonly id: number
  readonly cents: number
  readonly startDate: string
}

const made = (): readonly LongRow[] =>
  Array.from({ length: LONG_ROWS }, (_, index) => ({
    id: index + 1,
    cents: (index * 7_919_993) % 100_000_000,
    startDate: addDays('2026-01-01', (index * 11) % 365),
  }))

const orders: Readonly<Record<string, (a: LongRow, b: LongRow) => number>> = {
  id: (a, b) => a.id - b.id,
  amount: (a, b) => a.cents - b.cents || a.id - b.id,
  startDate: (a, b) => a.startDate.localeCompare(b.startDate) || a.id - b.id,
}

/** Ten thousand rows, of which only those in sight are drawn. */
export function LongList() {
  const t = useT()
  const { labels } = useRecordTexts(demoRow)
  const [ordering, setOrdering] = useState('id')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const rows = useMemo(() => {
    const sign = ordering.startsWith('-') ? -1 : 1
    const compare = orders[ordering.replace(/^-/, '')]
    return compare === undefined ? made() : made().toSorted((a, b) => sign * compare(a, b))
  }, [ordering])
  const cents = useMemo(() => rows.reduce((sum, row) => sum + row.cents, 0), [rows])
  return (
    <>
      <p className="example-head">
        {t('tableDemo.longHint')}
        {chosen.size === 0 ? null : <span role="status">{t('records.list.chosen', [chosen.size])}</span>}
      </p>
      <DataTable
        className="list-table"
        region={{ className: 'list-scroll is-alone', label: t('records.demoRow.tabs.long') }}
        rows={rows}
        keyOf={({ id }) => id}
        long={{ height: 44 }}
        sort={{ ordering, onOrder: (name) => setOrdering((now) => (now === name ? `-${name}` : name)) }}
        selection={{
          chosen,
          onChoose: (change) => setChosen((now) => change(now)),
          idOf: ({ id }) => id,
          labelOf: ({ id }) => t('records.list.selectRow', [id]),
        }}
        columns={[
          { name: 'id', head: t('tableDemo.number'), sort: 'id', isRowHead: true, cell: ({ id }) => id },
          {
            name: 'amount',
            head: labels('amount'),
            sort: 'amount',
            isRight: true,
            cell: (row) => <MoneyText value={(row.cents / 100).toFixed(2)} />,
            total: <MoneyText value={(cents / 100).toFixed(2)} />,
          },
          {
            name: 'startDate',
            head: labels('startDate'),
            sort: 'startDate',
            cell: ({ startDate }) => <DateText value={startDate} precision="day" />,
          },
        ]}
      />
    </>
  )
}

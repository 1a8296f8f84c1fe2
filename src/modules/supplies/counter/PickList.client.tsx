import { Button } from '@blueprintjs/core'
import { PrintIcon } from '@blueprintjs/icons'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { EmptyState } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import { printQty } from '#src/fields/quantity/quantities.ts'
import type { CounterTicket } from './counter.types.ts'
import { walkOf } from './counterModel.ts'

/** 拣货单: one walk through the warehouses for all chosen tickets, to be carried on paper or on a phone. */
export function PickList({
  tickets,
  onClose,
}: {
  readonly tickets: readonly CounterTicket[]
  readonly onClose: () => void
}) {
  const t = useT()
  const stops = walkOf(tickets)
  return (
    <Sheet
      title={t('counter.pick.title')}
      shape="drawer"
      isLight
      onClose={onClose}
      footer={
        <Button intent="primary" icon={<PrintIcon />} text={t('counter.pick.print')} onClick={() => window.print()} />
      }
    >
      <div className="counter-walk">
        <p className="ticket-soft">{t('counter.pick.text', [tickets.length, stops.length])}</p>
        {stops.length === 0 ? (
          <EmptyState compact title={t('counter.pick.empty')} />
        ) : (
          <DataTable
            className="counter-table"
            look={{ compact: true }}
            region={{ className: 'counter-scroll', label: t('counter.pick.title') }}
            rows={stops}
            keyOf={({ key }) => key}
            columns={[
              {
                name: 'bin',
                head: t('counter.pick.bin'),
                isRowHead: true,
                cell: ({ warehouse, bin }) => (
                  <>
                    <strong>{bin ?? t('counter.pick.noBin')}</strong>
                    <br />
                    <span className="ticket-soft">{warehouse}</span>
                  </>
                ),
              },
              {
                name: 'item',
                head: t('counter.pick.item'),
                cell: ({ item, batchNo, expireDate }) => (
                  <>
                    {item}
                    {batchNo === '' ? null : (
                      <>
                        <br />
                        <span className="ticket-soft">
                          {t('counter.pick.batch')} {batchNo}
                          {expireDate === null ? '' : ` · ${t('counter.expires', [expireDate])}`}
                        </span>
                      </>
                    )}
                  </>
                ),
              },
              {
                name: 'qty',
                head: t('counter.pick.qty'),
                isRight: true,
                cell: ({ qty, unit, qtyPlaces }) => `${printQty(qty, qtyPlaces)} ${unit}`,
              },
              {
                name: 'tickets',
                head: t('counter.pick.tickets'),
                cell: (stop) => (
                  <ul className="counter-for">
                    {stop.tickets.map(({ no, applicant, qty }) => (
                      <li key={no}>
                        {applicant} × {printQty(qty, stop.qtyPlaces)} <span className="ticket-soft">{no}</span>
                      </li>
                    ))}
                  </ul>
                ),
              },
            ]}
          />
        )}
      </div>
    </Sheet>
  )
}

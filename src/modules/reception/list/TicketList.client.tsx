import './list.css'
import { Button } from '@blueprintjs/core'
import { PrintIcon } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { StateChip } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { TicketPartProps } from '#src/client/tickets/moduleParts.tsx'
import { ListSheet } from './ListSheet.client.tsx'
import type { ReceptionList } from './list.types.ts'

/** Above the content of a ticket: its guests against the letter, and the official list to print and sign. */
export function TicketList({ detail }: TicketPartProps) {
  const t = useT()
  const [isPrinting, setPrinting] = useState(false)
  const { data } = useQuery({
    // Begins with `ticket`, so that a decision refreshes it.
    queryKey: ['ticket', detail.id, 'receptionList'],
    queryFn: ({ signal }) => api.get('/api/reception/list/', { query: { ticketId: detail.id }, signal, quiet: true }),
    enabled: detail.status !== 'draft',
  })
  if (data === undefined || data === null) return null
  return (
    <section className="ticket-section" aria-label={t('receptionList.title')}>
      <div className="reception-head">
        <h2>{t('receptionList.title')}</h2>
        <StateChip dictionary="receptionState" value={data.state} />
        <Button icon={<PrintIcon />} text={t('receptionList.show')} onClick={() => setPrinting(true)} />
      </div>
      <Comparison list={data} />
      {isPrinting ? <ListSheet list={data} onClose={() => setPrinting(false)} /> : null}
    </section>
  )
}

/** What was approved beside what was listed (90 B). */
function Comparison({ list }: { readonly list: ReceptionList }) {
  const t = useT()
  const absent = list.guests.filter(({ isAbsent }) => isAbsent)
  const extra = list.guests.filter(({ isExtra }) => isExtra)
  const names = (guests: typeof absent): string => guests.map(({ name }) => name).join(t('receptionList.separator'))
  const lines = [
    t('receptionList.planned', [list.approvedGuests, list.approvedEscorts]),
    t('receptionList.approvedCost', [list.amount, list.standard]),
    ...(list.actualAmount === null
      ? []
      : [
          t('receptionList.present', [list.actualGuests ?? 0, list.actualEscorts ?? 0]),
          t('receptionList.actualCost', [list.actualAmount, list.perHead ?? '0.00']),
        ]),
  ]
  return (
    <>
      <ul className="reception-figures">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {absent.length === 0 ? null : <p>{t('receptionList.absentNames', [names(absent)])}</p>}
      {extra.length === 0 ? null : <p>{t('receptionList.extraNames', [names(extra)])}</p>}
      {list.difference === null ? null : <p>{t('receptionList.difference', [list.difference])}</p>}
    </>
  )
}

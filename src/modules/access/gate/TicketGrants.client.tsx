import './gate.css'
import { Button } from '@blueprintjs/core'
import { PrintIcon } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { StateChip } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { TicketPartProps } from '#src/client/tickets/moduleParts.tsx'
import type { Pass } from './gate.types.ts'
import { Passes } from './Passes.client.tsx'

/** Above the content of a ticket: what became of each person, and their passes to print. */
export function TicketGrants({ detail }: TicketPartProps) {
  const t = useT()
  const [isPrinting, setPrinting] = useState(false)
  const { data } = useQuery({
    // Begins with `ticket`, so that a decision refreshes it.
    queryKey: ['ticket', detail.id, 'passes'],
    queryFn: ({ signal }) => api.get('/api/access/passes/', { query: { ticketId: detail.id }, signal, quiet: true }),
    enabled: detail.status !== 'draft',
  })
  if (data === undefined || data.length === 0) return null
  return (
    <section className="ticket-section" aria-label={t('accessPass.people')}>
      <div className="access-granted">
        <h2>{t('accessPass.people')}</h2>
        {data.some(({ passCode }) => passCode !== null) ? (
          <Button icon={<PrintIcon />} text={t('accessPass.print')} onClick={() => setPrinting(true)} />
        ) : null}
      </div>
      <DataTable<Pass>
        look={{ compact: true }}
        region={{ className: 'counter-scroll', label: t('accessPass.people') }}
        rows={data}
        keyOf={({ id }) => id}
        columns={[
          { name: 'name', head: t('records.accessGrant.fields.name'), isRowHead: true, cell: ({ name }) => name },
          { name: 'org', head: t('records.accessGrant.fields.org'), cell: ({ org }) => org },
          {
            name: 'state',
            head: t('records.accessGrant.fields.state'),
            cell: ({ state }) => <StateChip dictionary="grantState" value={state} />,
          },
          {
            name: 'period',
            head: t('accessPass.period'),
            cell: ({ validFrom, validTo }) => `${validFrom} – ${validTo}`,
          },
          { name: 'card', head: t('records.accessGrant.fields.cardNo'), cell: ({ cardNo }) => cardNo ?? '' },
        ]}
      />
      {isPrinting ? <Passes passes={data} onClose={() => setPrinting(false)} /> : null}
    </section>
  )
}

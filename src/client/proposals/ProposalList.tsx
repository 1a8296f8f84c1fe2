import '../tickets/queue/lists.css'
import './proposals.css'
import { Callout } from '@blueprintjs/core'
import { useState } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import type { ProposalKind, ProposalRow } from '#src/define/workflows/proposals.ts'
import { useOpenProposals } from './calls.ts'
import { ProposalChip, ProposalSheet } from './ProposalSheet.tsx'

/** Changes in a list, each opened by its title. */
export function ProposalLines({
  rows,
  onOpen,
}: {
  readonly rows: readonly ProposalRow[]
  readonly onOpen: (id: number) => void
}) {
  const t = useT()
  return (
    <ul className="proposal-lines">
      {rows.map((row) => (
        <li key={row.id}>
          <div className="proposal-line">
            <button
              type="button"
              className="link-button"
              aria-label={t('proposals.open', [row.title])}
              onClick={() => onOpen(row.id)}
            >
              {row.title}
            </button>
            <span className="ticket-soft">
              {t(`proposals.kind.${row.kind}`)} · {t('proposals.proposedBy', [row.proposedBy, row.proposedAt])}
            </span>
          </div>
          <ProposalChip state={row.state} />
        </li>
      ))}
    </ul>
  )
}

/** What waits of some kinds, above the page where they are proposed. */
export function WaitingHere({ kinds }: { readonly kinds: readonly ProposalKind[] }) {
  const t = useT()
  const may = useMay('proposal:Search')
  const { data } = useOpenProposals(may)
  const [open, setOpen] = useState<number | null>(null)
  const rows = (data ?? []).filter(({ kind }) => kinds.includes(kind))
  return (
    <>
      {rows.length === 0 ? null : (
        <Callout intent="warning" className="proposal-here" title={t('proposals.here', [rows.length])}>
          <ProposalLines rows={rows} onOpen={setOpen} />
        </Callout>
      )}
      {open === null ? null : <ProposalSheet id={open} onClose={() => setOpen(null)} />}
    </>
  )
}

import './proofs.css'
import { useQuery } from '@tanstack/react-query'
import { useStoredFiles } from '#src/client/components/forms/storedFiles.ts'
import { StateChip } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { TicketPartProps } from '#src/client/tickets/moduleParts.tsx'
import { FileList } from '#src/fields/files/FileList.client.tsx'
import type { PrintProof } from './proof.types.ts'

/** Above the content of a ticket: the proofs it was shown, and what the applicant said of each. */
export function TicketProofs({ detail }: TicketPartProps) {
  const t = useT()
  const { data } = useQuery({
    // Begins with `ticket`, so that a decision refreshes it.
    queryKey: ['ticket', detail.id, 'proofs'],
    queryFn: ({ signal }) => api.get('/api/printing/proofs/', { query: { ticketId: detail.id }, signal, quiet: true }),
    enabled: detail.status !== 'draft',
  })
  if (data === undefined || data.length === 0) return null
  return (
    <section className="ticket-section" aria-label={t('printProof.title')}>
      <h2>{t('printProof.title')}</h2>
      <ol className="print-proofs">
        {data.map((proof) => (
          <Proof key={proof.id} proof={proof} />
        ))}
      </ol>
    </section>
  )
}

function Proof({ proof }: { readonly proof: PrintProof }) {
  const t = useT()
  const { files } = useStoredFiles(proof.file)
  return (
    <li>
      <p className="print-proof-line">
        <strong>{t('printProof.no', [proof.no])}</strong>
        {proof.verdict === null ? (
          <span>{t('printProof.waiting')}</span>
        ) : (
          <StateChip dictionary="printVerdict" value={proof.verdict} />
        )}
        <span>{t('printProof.by', [proof.madeAt.slice(0, 16), proof.madeBy ?? ''])}</span>
      </p>
      <FileList ids={proof.file} files={files} onRemove={null} />
      {proof.note === null ? null : <p>{proof.note}</p>}
    </li>
  )
}

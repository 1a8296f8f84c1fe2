import '../tickets/tickets.css'
import { SegmentedControl } from '@blueprintjs/core'
import { useSearchParams } from 'react-router-dom'
import { EmptyState, FailedState, PageHeader, SkeletonRows } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { Pagination } from '#src/client/records/list/Pagination.tsx'
import { useProposals } from './calls.ts'
import { ProposalLines } from './ProposalList.tsx'
import { ProposalSheet } from './ProposalSheet.tsx'

const LIMIT = 20

/** Changes that take effect when a second person confirms them: what waits, and what became of the others. */
export function ProposalPage() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const state = params.get('state') === 'decided' ? 'decided' : 'open'
  const page = Math.max(1, Number(params.get('page') ?? 1) || 1)
  const limit = Number(params.get('limit') ?? LIMIT) || LIMIT
  const { data, error, refetch } = useProposals({ state, page, limit })
  const shown = Number(params.get('id'))
  const change = (next: Readonly<Record<string, string | null>>): void =>
    setParams(
      (now) => {
        const changed = new URLSearchParams(now)
        for (const [name, value] of Object.entries(next)) {
          if (value === null) changed.delete(name)
          else changed.set(name, value)
        }
        return changed
      },
      { preventScrollReset: true },
    )
  return (
    <>
      <PageHeader
        title={t('proposals.pageTitle')}
        text={t('proposals.lead')}
        actions={
          <SegmentedControl
            options={(['open', 'decided'] as const).map((value) => ({ value, label: t(`proposals.tabs.${value}`) }))}
            value={state}
            onValueChange={(value) => change({ state: value, page: null, id: null })}
          />
        }
      />
      <div className="card list">
        {error !== null && data === undefined ? (
          <FailedState error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <SkeletonRows rows={6} />
        ) : data.data.length === 0 ? (
          <EmptyState title={t(state === 'open' ? 'proposals.emptyOpen' : 'proposals.emptyDecided')} />
        ) : (
          <>
            <ProposalLines rows={data.data} onOpen={(id) => change({ id: String(id) })} />
            <Pagination
              page={page}
              limit={limit}
              total={data.total}
              onChange={(next) => change({ page: String(next.page), limit: String(next.limit) })}
            />
          </>
        )}
      </div>
      {Number.isInteger(shown) && shown > 0 ? (
        <ProposalSheet key={shown} id={shown} onClose={() => change({ id: null })} />
      ) : null}
    </>
  )
}

import { Button, Callout } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { toast } from '#src/client/components/ui/index.ts'
import { api, LONG_TIMEOUT, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import type { TicketRow } from '#src/define/tickets/line.ts'
import type { BatchResult, TicketListName } from '#src/define/tickets/lists.ts'

const BatchPanel = lazy(async () => ({ default: (await import('../approvals/BatchPanel.tsx')).BatchPanel }))

interface BulkBarProps {
  readonly list: TicketListName
  readonly rows: readonly TicketRow[]
  /** Rows whose live check fails: out of every batch (20.8). */
  readonly failed: ReadonlyMap<number, readonly string[]>
  readonly chosen: ReadonlySet<number>
  readonly onChoose: (chosen: ReadonlySet<number>) => void
  /** Absent without the permission. */
  readonly onExport: ((ids: readonly number[]) => void) | undefined
}

/** Rows a batch may hold (WF-17). */
const MAX_BATCH_ROWS = 50

/** 20.6 bulk: approve, claim, urge and export what is chosen; what failed is said. */
export function BulkBar({ list, rows, failed, chosen, onChoose, onExport }: BulkBarProps) {
  const t = useT()
  const client = useQueryClient()
  const mayApprove = useMay('ticket:BatchApprove')
  const [batched, setBatched] = useState<readonly TicketRow[] | null>(null)
  const [refused, setRefused] = useState<readonly (BatchResult & { readonly no: string })[]>([])
  const picked = rows.filter((row) => chosen.has(row.id))
  const approvable = picked.filter((row) => row.isBatchable && !failed.has(row.id)).slice(0, MAX_BATCH_ROWS)
  const claimable = picked.filter((row) => row.isClaimable).slice(0, MAX_BATCH_ROWS)
  const urgeable = picked
    .filter((row) => row.status === 'running' || row.status === 'handling')
    .slice(0, MAX_BATCH_ROWS)
  const isDoing = list === 'pendingApproval' || list === 'todo'
  const isOwn = list === 'submitted' || list === 'mine'
  const tell = (results: readonly BatchResult[]): void => {
    setRefused(
      results
        .filter((result) => !result.ok)
        .map((result) => ({ ...result, no: rows.find((row) => row.id === result.id)?.no ?? String(result.id) })),
    )
    onChoose(new Set())
  }
  const run = async (action: 'claim' | 'urge', ids: readonly number[]): Promise<void> => {
    const results = await api.post(
      `/api/workflow/ticket/batch_${action}/`,
      { ids },
      { key: newKey(), timeout: LONG_TIMEOUT },
    )
    const done = results.filter((result) => result.ok).length
    if (done > 0) toast('success', t(action === 'claim' ? 'queue.action.claimed' : 'queue.action.urged', [done]))
    await client.invalidateQueries({ queryKey: ['ticket'] })
    tell(results)
  }
  return (
    <>
      {picked.length === 0 ? null : (
        <div className="list-bulk" role="status">
          <span>{t('records.list.chosen', [picked.length])}</span>
          {list === 'pendingApproval' && mayApprove && approvable.length > 0 ? (
            <Button
              size="small"
              intent="primary"
              text={t('centre.batch', [approvable.length])}
              onClick={() => setBatched(approvable)}
            />
          ) : null}
          {isDoing && claimable.length > 0 ? (
            <Button
              size="small"
              variant="outlined"
              text={t('queue.action.claim', [claimable.length])}
              onClick={() =>
                ignoreApiError(
                  run(
                    'claim',
                    claimable.map((row) => row.id),
                  ),
                )
              }
            />
          ) : null}
          {isOwn && urgeable.length > 0 ? (
            <Button
              size="small"
              variant="outlined"
              text={t('queue.action.urge', [urgeable.length])}
              onClick={() =>
                ignoreApiError(
                  run(
                    'urge',
                    urgeable.map((row) => row.id),
                  ),
                )
              }
            />
          ) : null}
          {onExport === undefined ? null : (
            <Button
              size="small"
              variant="outlined"
              text={t('queue.action.exportChosen')}
              onClick={() => onExport(picked.map((row) => row.id))}
            />
          )}
          <Button
            size="small"
            variant="minimal"
            text={t('records.list.unselect')}
            onClick={() => onChoose(new Set())}
          />
        </div>
      )}
      {refused.length === 0 ? null : (
        <Callout intent="warning" compact role="status">
          <ul>
            {refused.map((result) => (
              <li key={result.id}>{t('queue.action.failed', [result.no, result.msg ?? ''])}</li>
            ))}
          </ul>
        </Callout>
      )}
      {batched === null ? null : (
        <Suspense>
          <BatchPanel rows={batched} live={rows} onClose={() => setBatched(null)} onDone={tell} />
        </Suspense>
      )}
    </>
  )
}

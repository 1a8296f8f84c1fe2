import { Button } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import {
  Chip,
  confirmDialog,
  DateText,
  FailedState,
  SkeletonRows,
  StateChip,
  toast,
} from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { WorkflowDetail, WorkflowRow } from '#src/define/workflows/workflows.ts'
import { exportWorkflow, workflowPath } from './calls.ts'
import { Difference } from './Difference.tsx'

interface HistoryProps {
  readonly row: WorkflowRow
  readonly onClose: () => void
}

/** 20.9 History: every version with who published it, the difference of two, and taking an old one up again. */
export function HistorySheet({ row, onClose }: HistoryProps) {
  const t = useT()
  const language = useLanguage()
  const { data, error, refetch } = useQuery({
    queryKey: ['workflow', row.id],
    queryFn: ({ signal }) => api.get(`${workflowPath}${row.id}/`, { signal, quiet: true }),
  })
  return (
    <Sheet
      isLight
      shape="drawer"
      title={t('workflows.historyOf', [language === 'en' ? row.nameEn : row.name])}
      onClose={onClose}
    >
      {error !== null && data === undefined ? (
        <FailedState compact error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={6} />
      ) : (
        <div className="workflow-history">
          <Versions row={row} versions={data.versions} />
          <Comparison row={row} versions={data.versions} />
        </div>
      )}
    </Sheet>
  )
}

type VersionLines = WorkflowDetail['versions']

function Versions({ row, versions }: { readonly row: WorkflowRow; readonly versions: VersionLines }) {
  const t = useT()
  const client = useQueryClient()
  const mayUpdate = useMay('workflow:Update')
  const mayExport = useMay('workflow:Export')
  const takeUp = async (no: number): Promise<void> => {
    const text = t(row.draftRevision > 0 ? 'workflows.takeUpOver' : 'workflows.takeUpAsk', [no])
    if (!(await confirmDialog({ text, intent: row.draftRevision > 0 ? 'warning' : 'primary' }))) return
    const { definition, form, basics } = await api.get(`${workflowPath}${row.id}/versions/${no}/`)
    const { draft } = await api.get(`${workflowPath}${row.id}/draft/`)
    const body = { revision: draft.revision, definition, form, basics }
    await api.put(`${workflowPath}${row.id}/draft/`, body, { key: newKey() })
    await client.invalidateQueries({ queryKey: ['workflow'] })
    toast('success', t('workflows.takenUp', [no]))
  }
  return (
    <DataTable
      className="workflow-versions state-table"
      look={{ compact: true }}
      region={{ className: 'state-scroll', label: t('workflows.versions') }}
      rows={versions}
      keyOf={({ versionNo }) => versionNo}
      columns={[
        {
          name: 'versionNo',
          head: t('workflows.versionNo'),
          cell: ({ versionNo }) => t('workflows.version', [versionNo]),
        },
        {
          name: 'status',
          head: t('workflows.status'),
          cell: ({ status }) => <StateChip dictionary="workflowStatus" value={status} />,
        },
        {
          name: 'publishedAt',
          head: t('workflows.publishedAt'),
          cell: ({ publishedAt }) => <DateText value={publishedAt} />,
        },
        {
          name: 'publishedBy',
          head: t('workflows.publishedBy'),
          cell: (version) => (
            <>
              {version.isShipped ? <Chip color={null}>{t('workflows.shipped')}</Chip> : version.publishedBy?.name}
              {version.confirmedBy === null ? null : (
                <small className="ticket-soft"> {t('workflows.confirmedBy', [version.confirmedBy.name])}</small>
              )}
            </>
          ),
        },
        { name: 'running', head: t('workflows.running'), cell: ({ tickets }) => tickets },
        {
          name: ' actions',
          head: t('records.list.actions'),
          cell: ({ versionNo }) => (
            <>
              {mayUpdate ? (
                <Button
                  size="small"
                  variant="minimal"
                  text={t('workflows.takeUp')}
                  aria-label={t('workflows.takeUpNo', [versionNo])}
                  onClick={() => ignoreApiError(takeUp(versionNo))}
                />
              ) : null}
              {mayExport ? (
                <Button
                  size="small"
                  variant="minimal"
                  text={t('workflows.export', ['JSON'])}
                  aria-label={t('workflows.exportNo', [versionNo])}
                  onClick={() => ignoreApiError(exportWorkflow(row, 'json', versionNo))}
                />
              ) : null}
            </>
          ),
        },
      ]}
    />
  )
}

/** 25.11 which applications take another route now, each with an example, and what else is not as it was. */
function Comparison({ row, versions }: { readonly row: WorkflowRow; readonly versions: VersionLines }) {
  const t = useT()
  const id = useId()
  const [newest, previous] = versions.map(({ versionNo }) => versionNo)
  const draftNo = row.draftRevision > 0 ? (newest ?? 0) + 1 : null
  const [from, setFrom] = useState(draftNo === null ? (previous ?? newest) : newest)
  const [to, setTo] = useState(draftNo ?? newest)
  const { data, error, refetch } = useQuery({
    queryKey: ['workflow', row.id, 'diff', from, to],
    enabled: from !== undefined && to !== undefined && from !== to,
    queryFn: ({ signal }) =>
      api.get(`${workflowPath}${row.id}/diff/`, {
        query: { from: String(from), to: String(to) },
        signal,
        quiet: true,
      }),
  })
  if (newest === undefined || (previous === undefined && draftNo === null))
    return <p className="ticket-soft">{t('workflows.nothingToCompare')}</p>
  const options = [
    ...(draftNo === null ? [] : [{ value: draftNo, label: t('workflows.draft') }]),
    ...versions.map(({ versionNo }) => ({ value: versionNo, label: t('workflows.version', [versionNo]) })),
  ]
  return (
    <section aria-label={t('workflows.difference')}>
      <div className="workflow-compare">
        <label htmlFor={`${id}-from`}>{t('workflows.compare')}</label>
        <SelectBox
          id={`${id}-from`}
          value={from ?? ''}
          options={options}
          onChange={(event) => setFrom(Number(event.target.value))}
        />
        <label htmlFor={`${id}-to`}>{t('workflows.compareWith')}</label>
        <SelectBox
          id={`${id}-to`}
          value={to ?? ''}
          options={options}
          onChange={(event) => setTo(Number(event.target.value))}
        />
      </div>
      {from === to ? (
        <p className="ticket-soft">{t('workflows.sameVersion')}</p>
      ) : error !== null ? (
        <FailedState compact error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={4} />
      ) : (
        <Difference diff={data} />
      )}
    </section>
  )
}

import '../analysis.css'
import { Button } from '@blueprintjs/core'
import { ExportIcon, NotificationsIcon } from '@blueprintjs/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { saveBlob } from '#src/client/components/forms/storedFiles.ts'
import {
  confirmDialog,
  EmptyState,
  FailedState,
  PageHeader,
  PageLoading,
  toast,
} from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { AnalysisFilters, useFilters } from '../AnalysisFilters.client.tsx'
import type { FrozenBand } from '../figures.ts'
import { Pivot } from '../finance/Pivot.client.tsx'
import { BudgetCards } from './BudgetCards.client.tsx'
import { BudgetCharts } from './BudgetCharts.client.tsx'
import { FrozenSheet, LedgerSheet } from './BudgetSheets.client.tsx'

const path = '/api/budget/analysis/'
const names = ['year', 'deptId', 'subject', 'kind', 'fundSource', 'projectId'] as const

type Open =
  | { readonly type: 'frozen'; readonly band: FrozenBand }
  | { readonly type: 'ledger'; readonly deptId: number; readonly subjectCode: string; readonly title: string }

/** `/business/budget-analysis` (30.6). */
export function BudgetAnalysisPage() {
  const t = useT()
  const navigate = useNavigate()
  const mayExport = useMay('budgetAnalysis:Export')
  const mayWarn = useMay('budgetAnalysis:Warn')
  const { filters, change, reset } = useFilters(names)
  const [open, setOpen] = useState<Open | null>(null)
  const { data, error, refetch } = useQuery({
    // Every entry of the ledger changes a line.
    queryKey: ['budgetLine', 'analysis', filters],
    queryFn: ({ signal }) => api.get(path, { query: filters, signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <PageLoading />
  const save = async (): Promise<void> => {
    const { blob, name } = await api.download(`${path}export_data/`, { query: filters })
    saveBlob(blob, name)
  }
  const warn = async (): Promise<void> => {
    const late = data.departments.filter(({ lag }) => lag > data.lagLimit)
    if (late.length === 0) return toast('info', t('analysis.budget.noLag'))
    const isSure = await confirmDialog({
      text: t('analysis.budget.warnText', [late.length, late.map(({ name }) => name).join(', ')]),
      intent: 'warning',
      confirmText: t('analysis.budget.warn'),
    })
    if (!isSure) return
    const { warned } = await api.post(
      `${path}warn/`,
      { year: data.year, deptIds: late.map(({ deptId }) => deptId) },
      { key: newKey() },
    )
    toast('success', t('analysis.budget.warned', [warned]))
  }
  return (
    <>
      <PageHeader
        title={t('pages./business/budget-analysis')}
        actions={
          <>
            {mayWarn ? (
              <Button
                icon={<NotificationsIcon />}
                text={t('analysis.budget.warn')}
                onClick={() => ignoreApiError(warn())}
              />
            ) : null}
            {mayExport ? (
              <Button icon={<ExportIcon />} text={t('analysis.export')} onClick={() => ignoreApiError(save())} />
            ) : null}
          </>
        }
      />
      <AnalysisFilters
        names={names}
        filters={filters}
        year={data.year}
        years={data.years}
        departments={data.choices}
        projects={data.projects}
        onChange={change}
        onReset={reset}
      />
      {data.pivot.length === 0 ? (
        <div className="card">
          <EmptyState title={t('analysis.budget.empty')} />
        </div>
      ) : (
        <>
          <BudgetCards data={data} />
          <BudgetCharts
            data={data}
            onDepartment={(deptId) => change({ deptId })}
            onSubject={(subject) => change({ subject })}
            onFrozen={(band) => setOpen({ type: 'frozen', band })}
            onTicket={(id) => void navigate(`/workflow/ticket/${id}`)}
          />
          <Pivot
            data={data}
            onOpen={(deptId, subjectCode, title) => setOpen({ type: 'ledger', deptId, subjectCode, title })}
          />
        </>
      )}
      {open?.type === 'frozen' ? <FrozenSheet query={filters} band={open.band} onClose={() => setOpen(null)} /> : null}
      {open?.type === 'ledger' ? (
        <LedgerSheet
          query={{
            ...filters,
            year: String(data.year),
            lineDeptId: String(open.deptId),
            subject: open.subjectCode,
          }}
          title={open.title}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  )
}

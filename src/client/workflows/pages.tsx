import '../records/records.css'
import '../tickets/tickets.css'
import './workflows.css'
import { Button } from '@blueprintjs/core'
import { ImportIcon, PlusIcon } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { AdaptiveTable } from '#src/client/components/table/AdaptiveTable.tsx'
import type { Column } from '#src/client/components/table/column.ts'
import {
  Chip,
  DateText,
  EmptyState,
  FailedState,
  May,
  PageHeader,
  PageLoading,
  StateChip,
  toast,
} from '#src/client/components/ui/index.ts'
import { allRows } from '#src/client/platform/http/allRows.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel, useMay } from '#src/client/platform/session/index.ts'
import { WaitingHere } from '#src/client/proposals/ProposalList.tsx'
import type { WorkflowRow } from '#src/define/workflows/workflows.ts'
import { workflowPath } from './calls.ts'
import { ImportForm } from './ImportForm.tsx'
import { CreateForm } from './NamingForms.tsx'
import { WorkflowActions } from './WorkflowActions.tsx'
import { WorkflowFilters } from './WorkflowFilters.tsx'
import { WorkflowPanel } from './WorkflowPanel.tsx'

const waiting = ['workflowVersion', 'workflowState', 'workflowMove'] as const

/** 20.9: every workflow with its statechart and what its proof says; made, copied, published, switched off, taken out and in. */
export function WorkflowListPage() {
  const t = useT()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const [making, setMaking] = useState<'create' | 'import' | null>(null)
  const [called, setCalled] = useState<{ readonly id: number } | null>(null)
  const filterParams = { search: params.get('search'), group: params.get('group'), status: params.get('status') }
  const filters = Object.fromEntries(Object.entries(filterParams).filter(([, value]) => value !== null && value !== ''))
  const { data, error, refetch } = useQuery({
    queryKey: ['workflow', 'list', filters],
    queryFn: ({ signal }) => allRows<WorkflowRow>(workflowPath, filters, signal),
    placeholderData: (before) => before,
  })
  const change = (changes: Readonly<Record<string, string>>): void =>
    setParams((before) => {
      for (const [name, value] of Object.entries(changes)) {
        if (value === '') before.delete(name)
        else before.set(name, value)
      }
      return before
    })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <PageLoading />
  const selected = data.find((row) => String(row.id) === params.get('id')) ?? data[0]
  // What is new wants to be designed, and the list may be long.
  const made = (id: number): void => {
    toast('success', t('workflows.made'))
    void navigate(`/workflow/workflow/${id}/edit`)
  }
  return (
    <>
      <PageHeader
        title={t('workflows.title')}
        actions={
          <>
            <May need="workflow:Import">
              <Button icon={<ImportIcon />} text={t('workflows.import')} onClick={() => setMaking('import')} />
            </May>
            <May need="workflow:Create">
              <Button
                intent="primary"
                icon={<PlusIcon />}
                text={t('workflows.create')}
                onClick={() => setMaking('create')}
              />
            </May>
          </>
        }
      />
      <WaitingHere kinds={waiting} />
      <div className="workflow-panes">
        <div className="list">
          <WorkflowFilters values={filters} onChange={change} />
          {data.length === 0 ? (
            <EmptyState title={t('workflows.empty')} />
          ) : (
            <WorkflowTable
              rows={data}
              selected={selected?.id}
              onSelect={(id) => {
                change({ id: String(id) })
                setCalled({ id })
              }}
              onMade={made}
            />
          )}
        </div>
        {selected === undefined ? null : (
          <WorkflowPanel key={selected.id} id={selected.id} called={called?.id === selected.id ? called : null} />
        )}
      </div>
      {making === 'create' ? <CreateForm onDone={made} onClose={() => setMaking(null)} /> : null}
      {making === 'import' ? <ImportForm onDone={made} onClose={() => setMaking(null)} /> : null}
    </>
  )
}

interface TableProps {
  readonly rows: readonly WorkflowRow[]
  readonly selected: number | undefined
  readonly onSelect: (id: number) => void
  readonly onMade: (id: number) => void
}

function WorkflowTable({ rows, selected, onSelect, onMade }: TableProps) {
  const t = useT()
  const word = useDictionaryLabel()
  const language = useLanguage()
  const mayAct = useMay({ any: ['workflow:Retrieve', 'workflow:Update', 'workflow:Publish', 'workflow:Copy'] })
  const titleOf = (
    name: 'name' | 'group' | 'code' | 'versionNo' | 'status' | 'states' | 'running' | 'updatedAt',
  ): string => t(`workflows.${name}`)
  const columns: Column<WorkflowRow>[] = [
    {
      name: 'name',
      head: titleOf('name'),
      cell: (row) => (
        <>
          <button
            type="button"
            className="link-button"
            aria-current={row.id === selected ? 'true' : undefined}
            onClick={() => onSelect(row.id)}
          >
            {language === 'en' ? row.nameEn : row.name}
          </button>
          <div className="ticket-no">{row.key}</div>
        </>
      ),
    },
    { name: 'group', head: titleOf('group'), cell: ({ group }) => word('ticketGroup', group) },
    { name: 'code', head: titleOf('code'), cell: ({ code }) => code },
    {
      name: 'versionNo',
      head: titleOf('versionNo'),
      cell: ({ versionNo }) => (versionNo === 0 ? '' : versionNo),
    },
    {
      name: 'status',
      head: titleOf('status'),
      cell: (row) => (
        <>
          <span className="workflow-status">
            <StateChip dictionary="workflowStatus" value={row.status} />
            {row.draftRevision > 0 && row.versionNo > 0 ? <Chip color="warning">{t('workflows.hasDraft')}</Chip> : null}
          </span>
          {row.offered ? null : <div className="ticket-no">{t('workflows.notOffered')}</div>}
        </>
      ),
    },
    { name: 'states', head: titleOf('states'), cell: ({ states }) => states },
    { name: 'running', head: titleOf('running'), cell: ({ running }) => running },
    { name: 'updatedAt', head: titleOf('updatedAt'), cell: ({ updatedAt }) => <DateText value={updatedAt} /> },
  ]
  if (mayAct)
    columns.push({
      name: ' actions',
      head: t('records.list.actions'),
      className: 'list-actions',
      cell: (row) => <WorkflowActions row={row} onMade={onMade} />,
    })
  return (
    <AdaptiveTable
      className="list-table"
      region={{ className: 'list-scroll', label: t('workflows.title') }}
      card={{
        className: 'list-cards is-first',
        head: 'name',
        foot: ' actions',
        facts: ['status', 'versionNo', 'states', 'running', 'group', 'updatedAt'],
        drawHead: (row) => <div>{columns[0]?.cell(row, 0)}</div>,
      }}
      rows={rows}
      keyOf={({ id }) => id}
      rowClass={({ id }) => (id === selected ? 'is-selected' : undefined)}
      columns={columns}
    />
  )
}

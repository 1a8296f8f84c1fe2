import '../records/records.css'
import '../tickets/tickets.css'
import './workflows.css'
import { Button, HTMLTable } from '@blueprintjs/core'
import { ImportIcon, PlusIcon } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { ScrollRegion } from '#src/client/components/forms/ScrollRegion.tsx'
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
import { api } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel, useMay } from '#src/client/platform/session/index.ts'
import { WaitingHere } from '#src/client/proposals/ProposalList.tsx'
import type { WorkflowRow } from '#src/define/workflows/workflows.ts'
import { CardItem, Rows } from './Cards.tsx'
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
  const asked = { search: params.get('search'), group: params.get('group'), status: params.get('status') }
  const filters = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== null && value !== ''))
  const { data, error, refetch } = useQuery({
    queryKey: ['workflow', 'list', filters],
    queryFn: ({ signal }) => api.list(workflowPath, { limit: 100, ...filters }, { signal, quiet: true }),
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
  const selected = data.data.find((row) => String(row.id) === params.get('id')) ?? data.data[0]
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
          {data.data.length === 0 ? (
            <EmptyState title={t('workflows.empty')} />
          ) : (
            <WorkflowTable
              rows={data.data}
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

const columns = ['name', 'group', 'code', 'versionNo', 'status', 'states', 'running', 'updatedAt'] as const

function WorkflowTable({ rows, selected, onSelect, onMade }: TableProps) {
  const t = useT()
  const word = useDictionaryLabel()
  const language = useLanguage()
  const mayAct = useMay({ any: ['workflow:Retrieve', 'workflow:Update', 'workflow:Publish', 'workflow:Copy'] })
  const cellsOf = (row: WorkflowRow) => ({
    name: (
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
    status: (
      <>
        <span className="workflow-status">
          <StateChip dictionary="workflowStatus" value={row.status} />
          {row.draftRevision > 0 && row.versionNo > 0 ? <Chip color="warning">{t('workflows.hasDraft')}</Chip> : null}
        </span>
        {row.offered ? null : <div className="ticket-no">{t('workflows.notOffered')}</div>}
      </>
    ),
    others: {
      group: word('ticketGroup', row.group),
      versionNo: row.versionNo === 0 ? '' : row.versionNo,
      updatedAt: <DateText value={row.updatedAt} />,
    },
    actions: <WorkflowActions row={row} onMade={onMade} />,
  })
  const cards = () => (
    <ul className="list-cards is-first">
      {rows.map((row) => {
        const { name, status, others, actions } = cellsOf(row)
        const facts = [
          ['status', status],
          ['versionNo', others.versionNo],
          ['states', row.states],
          ['running', row.running],
          ['group', others.group],
          ['updatedAt', others.updatedAt],
        ] as const
        return (
          <CardItem
            key={row.id}
            head={<div>{name}</div>}
            facts={facts.map(([label, value]) => [t(`workflows.${label}`), value])}
            foot={mayAct ? actions : null}
          />
        )
      })}
    </ul>
  )
  const table = () => (
    <ScrollRegion className="list-scroll" label={t('workflows.title')}>
      <HTMLTable className="list-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`workflows.${column}`)}
              </th>
            ))}
            {mayAct ? (
              <th scope="col" className="list-actions">
                {t('records.list.actions')}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const { name, status, others, actions } = cellsOf(row)
            return (
              <tr key={row.id} className={row.id === selected ? 'is-selected' : undefined}>
                <td>{name}</td>
                <td>{others.group}</td>
                <td>{row.code}</td>
                <td>{others.versionNo}</td>
                <td>{status}</td>
                <td>{row.states}</td>
                <td>{row.running}</td>
                <td>{others.updatedAt}</td>
                {mayAct ? <td className="list-actions">{actions}</td> : null}
              </tr>
            )
          })}
        </tbody>
      </HTMLTable>
    </ScrollRegion>
  )
  return <Rows draw={(isNarrow) => (isNarrow ? cards() : table())} />
}

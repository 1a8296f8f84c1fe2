import { DataTable } from '#src/client/components/table/DataTable.tsx'
import '../records/records.css'
import '../tickets/tickets.css'
import './workflows.css'
import { Button } from '@blueprintjs/core'
import { ResetIcon } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { CardItem, Rows } from '#src/client/components/table/Cards.tsx'
import {
  Chip,
  EmptyState,
  FailedState,
  May,
  NoValue,
  PageHeader,
  PageLoading,
  StateChip,
} from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { api } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel, useMay } from '#src/client/platform/session/index.ts'
import { Pagination } from '#src/client/records/list/Pagination.tsx'
import type { WorkflowStateRow } from '#src/define/workflows/designs.ts'
import { ImpactSheet } from './ImpactSheet.tsx'
import { useStateWords } from './people.ts'
import { ReplaceRole } from './ReplaceRole.tsx'
import { StateForm } from './StateForm.tsx'
import { DictionarySelect, KeywordBox } from './WorkflowFilters.tsx'

const path = '/api/workflow/workflow_state/'
const filterNames = ['search', 'workflow', 'kind', 'participantType', 'role'] as const

/** A role as the filter names it. */
export interface RoleName {
  readonly key: string
  readonly name: string
}

/** 20.9 流程环节: the states of all workflows, those of the draft where there is one. */
export function StatesPage() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const [open, setOpen] = useState<'replace' | 'impact' | null>(null)
  const filters = Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = params.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  )
  const page = Number(params.get('page') ?? 1)
  const limit = Number(params.get('limit') ?? 20)
  const { data, error, refetch } = useQuery({
    queryKey: ['workflow', 'states', filters, page, limit],
    queryFn: ({ signal }) => api.list(path, { ...filters, page, limit }, { signal, quiet: true }),
    placeholderData: (before) => before,
  })
  const roles = useQuery({
    queryKey: ['role', 'names'],
    queryFn: ({ signal }) => api.get(`${path}roles/`, { signal, quiet: true }),
  })
  const change = (changes: Readonly<Record<string, string>>): void =>
    setParams((before) => {
      for (const [name, value] of Object.entries({ page: '', ...changes })) {
        if (value === '') before.delete(name)
        else before.set(name, value)
      }
      return before
    })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <PageLoading />
  return (
    <>
      <PageHeader
        title={t('workflows.statesTitle')}
        actions={
          <>
            <Button text={t('workflowImpact.open')} onClick={() => setOpen('impact')} />
            <May need="workflowState:Update">
              <Button text={t('workflows.replace')} onClick={() => setOpen('replace')} />
            </May>
          </>
        }
      />
      <div className="list">
        <StateFilters values={filters} roles={roles.data ?? []} onChange={change} />
        {data.data.length === 0 ? (
          <EmptyState title={t('workflows.statesEmpty')} />
        ) : (
          <StateTable rows={data.data} roles={roles.data ?? []} />
        )}
        <Pagination
          page={page}
          limit={limit}
          total={data.total}
          onChange={(next) => change({ page: String(next.page), limit: String(next.limit) })}
        />
      </div>
      {open === 'replace' ? <ReplaceRole roles={roles.data ?? []} onClose={() => setOpen(null)} /> : null}
      {open === 'impact' ? <ImpactSheet roles={roles.data ?? []} onClose={() => setOpen(null)} /> : null}
    </>
  )
}

interface StateFiltersProps {
  readonly values: Readonly<Record<string, string>>
  readonly roles: readonly RoleName[]
  readonly onChange: (values: Readonly<Record<string, string>>) => void
}

function StateFilters({ values, roles, onChange }: StateFiltersProps) {
  const t = useT()
  const id = useId()
  return (
    <search className="list-filters" aria-label={t('records.list.filters')}>
      <div className="list-filters-bar">
        <KeywordBox values={values} onChange={onChange} />
        <DictionarySelect name="kind" dictionary="stateKind" values={values} onChange={onChange} />
        <DictionarySelect name="participantType" dictionary="participantType" values={values} onChange={onChange} />
        <label className="workflow-filter" htmlFor={id}>
          <span>{t('workflows.role')}</span>
          <SelectBox
            id={id}
            value={values.role ?? ''}
            options={[
              { value: '', label: t('common.all') },
              ...roles.map(({ key, name }) => ({ value: key, label: name })),
            ]}
            onChange={(event) => onChange({ role: event.target.value })}
          />
        </label>
        <Button
          variant="minimal"
          icon={<ResetIcon />}
          text={t('common.reset')}
          disabled={Object.keys(values).length === 0}
          onClick={() => onChange(Object.fromEntries(filterNames.map((name) => [name, ''])))}
        />
      </div>
    </search>
  )
}

const details = ['kind', 'participantType', 'mode', 'when', 'timers'] as const
const columns = ['workflow', 'sort', 'name', ...details] as const

function StateTable({
  rows,
  roles,
}: {
  readonly rows: readonly WorkflowStateRow[]
  readonly roles: readonly RoleName[]
}) {
  const t = useT()
  const mayUpdate = useMay({ all: ['workflowState:Update', 'workflow:Update'] })
  const names = Object.fromEntries(roles.map(({ key, name }) => [key, name]))
  const cards = () => (
    <ul className="list-cards is-first">
      {rows.map((row) => (
        <StateLine key={row.id} row={row} names={names} mayUpdate={mayUpdate} isCard />
      ))}
    </ul>
  )
  const table = () => (
    <DataTable
      className="list-table"
      region={{ className: 'list-scroll', label: t('workflows.statesTitle') }}
      rows={rows}
      keyOf={({ id }) => id}
      drawRow={(row) => <StateLine key={row.id} row={row} names={names} mayUpdate={mayUpdate} isCard={false} />}
      columns={[...columns, ...(mayUpdate ? ([' actions'] as const) : [])].map((name) => ({
        name,
        head: t(name === ' actions' ? 'records.list.actions' : `workflows.${name}`),
        ...(name === ' actions' && { className: 'list-actions' }),
        cell: () => null,
      }))}
    />
  )
  return <Rows draw={(isNarrow) => (isNarrow ? cards() : table())} />
}

interface LineProps {
  readonly row: WorkflowStateRow
  readonly names: Readonly<Record<string, string>>
  readonly mayUpdate: boolean
  /** There is no room for a table. */
  readonly isCard: boolean
}

function StateLine({ row, names, mayUpdate, isCard }: LineProps) {
  const t = useT()
  const language = useLanguage()
  const word = useDictionaryLabel()
  const { who, how } = useStateWords(row.workflowKey, names)
  const [isOpen, setOpen] = useState(false)
  const { state } = row
  const timers = (state.timers ?? []).map(
    (timer) =>
      `${word('timeoutAction', timer.action)} ${timer.daysSetting === undefined ? t('ticket.hours', [timer.afterHours]) : t('ticket.daysBySetting')}`,
  )
  const name = (
    <>
      <span className="workflow-status">
        {state.name[language]}
        {row.draftRevision > 0 ? <Chip color="warning">{t('workflows.ofDraft')}</Chip> : null}
      </span>
      <div className="ticket-no">{state.key}</div>
    </>
  )
  const cells = {
    kind: <StateChip dictionary="stateKind" value={state.kind} />,
    participantType: who(state),
    mode: state.kind === 'cc' ? <NoValue /> : how(state),
    when: row.condition ?? t('workflows.always'),
    timers: timers.length === 0 ? <NoValue /> : timers.join(t('common.listSeparator')),
  }
  const edit = (
    <>
      <Button
        size="small"
        variant="minimal"
        text={t('common.edit')}
        aria-label={t('workflows.editOf', [state.name[language]])}
        onClick={() => setOpen(true)}
      />
      {isOpen ? <StateForm row={row} onClose={() => setOpen(false)} /> : null}
    </>
  )
  if (isCard)
    return (
      <CardItem
        head={
          <div>
            <small className="ticket-soft">
              {row.workflowName} · {row.sort}
            </small>
            <div>{name}</div>
          </div>
        }
        facts={details.map((column) => [t(`workflows.${column}`), cells[column]])}
        foot={mayUpdate ? edit : null}
      />
    )
  return (
    <tr>
      <td>
        {row.workflowName}
        <div className="ticket-no">{row.workflowKey}</div>
      </td>
      <td>{row.sort}</td>
      <td>{name}</td>
      {details.map((column) => (
        <td key={column} className={column === 'when' || column === 'timers' ? 'workflow-condition' : undefined}>
          {cells[column]}
        </td>
      ))}
      {mayUpdate ? <td className="list-actions">{edit}</td> : null}
    </tr>
  )
}

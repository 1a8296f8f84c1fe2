import { Callout, FormGroup, SegmentedControl } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { ScrollRegion } from '#src/client/components/forms/ScrollRegion.tsx'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { Chip, EmptyState, FailedState, NoValue, SkeletonRows } from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { PersonBox } from '#src/client/designer/settings/participants/PersonBox.tsx'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay, useUser } from '#src/client/platform/session/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { PersonRef } from '#src/define/tickets/line.ts'
import {
  type ImpactAnswer,
  type ImpactFate,
  type ImpactPeriod,
  type ImpactTicket,
  impactFates,
  impactPeriods,
} from '#src/define/workflows/workflowImpact.ts'

interface ImpactProps {
  readonly roles: readonly { readonly key: string; readonly name: string }[]
  readonly onClose: () => void
}

const colours = { stops: 'error', passes: 'warning', falls: 'warning', others: 'success' } as const

/** 25.11 staff impact: what would stop if this person left, or if nobody held this role. */
export function ImpactSheet({ roles, onClose }: ImpactProps) {
  const t = useT()
  const id = useId()
  const user = useUser()
  const [kind, setKind] = useState<'person' | 'role'>('person')
  const [person, setPerson] = useState(user.id)
  const [role, setRole] = useState('')
  const [days, setDays] = useState<ImpactPeriod>(90)
  const query = { ...(kind === 'person' ? { user: String(person) } : { role }), days: String(days) }
  const { data, error, refetch } = useQuery({
    queryKey: ['workflow', 'impact', query],
    enabled: kind === 'person' || role !== '',
    queryFn: ({ signal }) => api.get('/api/workflow/workflow_state/impact/', { query, signal, quiet: true }),
  })
  return (
    <Sheet isLight shape="drawer" title={t('workflowImpact.title')} onClose={onClose}>
      <p className="ticket-soft impact-lead">{t('workflowImpact.lead')}</p>
      <FormGroup label={t('workflowImpact.about')}>
        <SegmentedControl
          size="small"
          aria-label={t('workflowImpact.about')}
          value={kind}
          options={(['person', 'role'] as const).map((value) => ({ value, label: t(`workflowImpact.${value}`) }))}
          onValueChange={(value) => setKind(value === 'role' ? 'role' : 'person')}
        />
      </FormGroup>
      {kind === 'person' ? (
        <PersonBox label={t('workflowImpact.choosePerson')} userId={person} onChange={setPerson} />
      ) : (
        <FormGroup label={t('workflowImpact.chooseRole')} labelFor={id}>
          <SelectBox
            fill
            id={id}
            value={role}
            options={[
              { value: '', label: '' },
              ...roles.map(({ key, name }) => ({ value: key, label: `${name} · ${key}` })),
            ]}
            onChange={(event) => setRole(event.target.value)}
          />
        </FormGroup>
      )}
      <FormGroup label={t('workflowImpact.period')}>
        <SegmentedControl
          size="small"
          aria-label={t('workflowImpact.period')}
          value={String(days)}
          options={impactPeriods.map((one) => ({ value: String(one), label: t('workflowImpact.days', [one]) }))}
          onValueChange={(value) => setDays(impactPeriods.find((one) => String(one) === value) ?? days)}
        />
      </FormGroup>
      {kind === 'role' && role === '' ? (
        <EmptyState compact title={t('workflowImpact.waiting')} />
      ) : error !== null && data === undefined ? (
        <FailedState compact error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={6} />
      ) : (
        <Impact answer={data} isRole={kind === 'role'} />
      )}
    </Sheet>
  )
}

/** The first few by name, and how many they are. */
function useSome() {
  const t = useT()
  return (people: readonly PersonRef[], all: number): string => {
    const names = people.map(({ name }) => name).join(t('common.listSeparator'))
    return all > people.length ? t('workflowImpact.some', [names, all]) : names
  }
}

const FEW = 5

function Impact({ answer, isRole }: { readonly answer: ImpactAnswer; readonly isRole: boolean }) {
  const t = useT()
  const some = useSome()
  const { gone, states, tickets, counts, days } = answer
  const all = impactFates.reduce((sum, fate) => sum + counts[fate], 0)
  return (
    <div className="workflow-history">
      {isRole ? (
        <p className="ticket-soft">
          {gone.length === 0
            ? t('workflowImpact.nobody')
            : t('workflowImpact.holders', [gone.length, some(gone.slice(0, FEW), gone.length)])}
        </p>
      ) : null}
      <section aria-label={t('workflowImpact.tickets')}>
        <h3>{t('workflowImpact.tickets')}</h3>
        {all === 0 ? (
          <p className="ticket-soft">{t('workflowImpact.noTickets')}</p>
        ) : (
          <>
            <Callout compact intent={counts.stops > 0 ? 'danger' : 'none'}>
              {impactFates
                .filter((fate) => counts[fate] > 0)
                .map((fate) => t(`workflowImpact.count.${fate}`, [counts[fate]]))
                .join(t('common.listSeparator'))}
            </Callout>
            <ScrollRegion className="state-scroll" label={t('workflowImpact.tickets')}>
              <Tickets tickets={tickets} />
            </ScrollRegion>
            {all > tickets.length ? <p className="ticket-soft">{t('workflowImpact.more', [tickets.length])}</p> : null}
          </>
        )}
      </section>
      <section aria-label={t('workflowImpact.states')}>
        <h3>{t('workflowImpact.states')}</h3>
        {states.length === 0 ? (
          <p className="ticket-soft">{t('workflowImpact.noStates')}</p>
        ) : (
          <ScrollRegion className="state-scroll" label={t('workflowImpact.states')}>
            <States states={states} days={days} />
          </ScrollRegion>
        )}
      </section>
    </div>
  )
}

function FateChip({ fate }: { readonly fate: ImpactFate }) {
  const t = useT()
  return <Chip color={colours[fate]}>{t(`workflowImpact.fates.${fate}`)}</Chip>
}

function Tickets({ tickets }: { readonly tickets: readonly ImpactTicket[] }) {
  const t = useT()
  return (
    <DataTable
      className="state-table"
      look={{ compact: true }}
      rows={tickets}
      keyOf={({ id, stateName }) => `${id} ${stateName}`}
      columns={[
        {
          name: 'no',
          head: t('workflowImpact.no'),
          cellClass: 'impact-no',
          cell: ({ id, no, title }) => (title === null ? no : <Link to={`/workflow/ticket/${id}`}>{no}</Link>),
        },
        {
          name: 'ticket',
          head: t('workflowImpact.ticket'),
          cell: ({ title, workflowName }) => (
            <>
              {title ?? workflowName}
              {title === null ? null : <div className="ticket-no">{workflowName}</div>}
            </>
          ),
        },
        { name: 'state', head: t('workflowImpact.state'), cell: ({ stateName }) => stateName },
        { name: 'fate', head: t('workflowImpact.fate'), cell: ({ fate }) => <FateChip fate={fate} /> },
      ]}
    />
  )
}

function States({ states, days }: Pick<ImpactAnswer, 'states' | 'days'>) {
  const t = useT()
  const some = useSome()
  const mayOpen = useMay('workflow:Search')
  const titleOf = (name: 'workflow' | 'state' | 'fate' | 'where' | 'inProgress' | 'visits'): string =>
    t(`workflowImpact.${name}`, [days])
  return (
    <DataTable
      className="state-table"
      look={{ compact: true }}
      rows={states}
      keyOf={(row) => `${row.workflowId} ${row.versionNo} ${row.state} ${row.fate} ${row.departments.join()}`}
      columns={[
        {
          name: 'workflow',
          head: titleOf('workflow'),
          cell: (row) => (
            <>
              {mayOpen ? (
                <Link to={`/workflow/workflow?id=${row.workflowId}`}>{row.workflowName}</Link>
              ) : (
                row.workflowName
              )}
              {row.isCurrent ? null : <div className="ticket-no">{t('workflowImpact.version', [row.versionNo])}</div>}
            </>
          ),
        },
        { name: 'state', head: titleOf('state'), cell: ({ stateName }) => stateName },
        {
          name: 'fate',
          head: titleOf('fate'),
          cell: (row) => (
            <>
              <FateChip fate={row.fate} />
              {row.left > 0 ? (
                <div className="ticket-no">{t('workflowImpact.others', [some(row.people, row.left)])}</div>
              ) : row.fate === 'others' ? (
                <div className="ticket-no">{t('workflowImpact.onTicket')}</div>
              ) : null}
            </>
          ),
        },
        {
          name: 'where',
          head: titleOf('where'),
          cell: ({ departments }) =>
            departments.length === 0 ? t('workflowImpact.everywhere') : departments.join(t('common.listSeparator')),
        },
        { name: 'inProgress', head: titleOf('inProgress'), cell: ({ tickets }) => tickets },
        { name: 'visits', head: titleOf('visits'), cell: ({ visits }) => visits ?? <NoValue /> },
      ]}
    />
  )
}

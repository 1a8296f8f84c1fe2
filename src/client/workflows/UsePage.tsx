import type { ReactNode } from 'react'
import '../records/records.css'
import './workflows.css'
import '#src/client/tickets/tickets.css'
import { Button, Callout } from '@blueprintjs/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { DayInput } from '#src/client/components/forms/inputs/DayInput.tsx'
import { AdaptiveTable } from '#src/client/components/table/AdaptiveTable.tsx'
import {
  Chip,
  EmptyState,
  FailedState,
  NoValue,
  PageHeader,
  PageLoading,
  SkeletonRows,
} from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import NotFoundPage from '#src/client/pages/status/NotFoundPage.tsx'
import { ApiError, api, codes } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import type { StateUse, UseAnswer } from '#src/define/workflows/workflowUse.ts'
import { workflowPath } from './calls.ts'
import { WorkflowPlaces } from './WorkflowPlaces.tsx'

const Diagram = lazy(async () => ({ default: (await import('#src/client/tickets/detail/Diagram.tsx')).Diagram }))

const filters = ['version', 'from', 'to'] as const

/** 25.11 live coverage and ageing: what real tickets do with a version. */
export function UsePage() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const query = Object.fromEntries(
    filters.flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : [])),
  )
  const { data, error, refetch } = useQuery({
    queryKey: ['workflow', 'use', id, query],
    queryFn: ({ signal }) => api.get(`${workflowPath}${id}/use/`, { signal, query, quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (error instanceof ApiError && error.code === codes.notFound) return <NotFoundPage />
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  return data === undefined ? <PageLoading /> : <Use id={id} answer={data} />
}

const HOURS_OF_DAY = 24

/** Hours with one place, days from two days on. */
function useWait(): (hours: number | null) => string | null {
  const t = useT()
  return (hours) => {
    if (hours === null) return null
    const isLong = hours >= 2 * HOURS_OF_DAY
    const number = (isLong ? hours / HOURS_OF_DAY : hours).toFixed(1)
    return t(isLong ? 'workflowUse.days' : 'workflowUse.hours', [number])
  }
}

function Use({ id, answer }: { readonly id: string; readonly answer: UseAnswer }) {
  const t = useT()
  const language = useLanguage()
  const [, setParams] = useSearchParams()
  const change = (name: string, value: string): void =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      next.set(name, value)
      return next
    })
  // Of a version that was published just now there is nothing to see yet.
  const earlier = answer.versions.find(({ versionNo, status }) => versionNo < answer.versionNo && status !== 'draft')
  return (
    <>
      <WorkflowPlaces id={id} here="use" />
      <PageHeader
        title={t('workflowUse.title', [language === 'en' ? answer.nameEn : answer.name])}
        text={t('workflowUse.lead')}
      />
      <div className="test-bar">
        <label className="workflow-filter" htmlFor="use-version">
          {t('workflowUse.version')}
          <SelectBox
            id="use-version"
            value={answer.versionNo}
            onChange={(event) => change('version', event.currentTarget.value)}
            options={answer.versions
              .filter(({ status }) => status !== 'draft')
              .map(({ versionNo }) => ({ value: versionNo, label: t('workflowUse.versionNo', [versionNo]) }))}
          />
        </label>
        {(['from', 'to'] as const).map((name) => (
          <label key={name} className="workflow-filter" htmlFor={`use-${name}`}>
            {t(`workflowUse.${name}`)}
            <Day
              id={`use-${name}`}
              label={t(`workflowUse.${name}`)}
              value={answer[name]}
              onChange={(day) => change(name, day)}
            />
          </label>
        ))}
      </div>
      {answer.tickets === 0 ? (
        <EmptyState
          title={t('workflowUse.none')}
          text={t('workflowUse.noneText')}
          action={
            earlier === undefined ? null : (
              <Button
                text={t('workflowUse.earlier', [earlier.versionNo])}
                onClick={() => change('version', String(earlier.versionNo))}
              />
            )
          }
        />
      ) : (
        <Found answer={answer} />
      )}
    </>
  )
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

interface DayProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange: (day: string) => void
}

/** A day that asks again once it is whole. */
function Day({ id, label, value, onChange }: DayProps) {
  const [text, setText] = useState(value)
  return (
    <DayInput
      id={id}
      label={label}
      value={text}
      onChange={(typed) => {
        setText(typed)
        if (isDay(typed)) onChange(typed)
      }}
    />
  )
}

function Found({ answer }: { readonly answer: UseAnswer }) {
  const t = useT()
  const language = useLanguage()
  const wait = useWait()
  const { definition, states, transitions } = answer
  const nameOf = (key: string): string =>
    definition.states.find((state) => state.key === key)?.name[language] ??
    (key === 'start' || key === 'end' ? t(`ticket.diagram.${key}`) : key)
  const slowest = states.toSorted((a, b) => (b.medianHours ?? 0) - (a.medianHours ?? 0))[0]
  const unused = transitions.filter((count) => count === 0).length
  const figures = [
    ['tickets', String(answer.tickets)],
    ['returns', String(states.reduce((sum, { returns }) => sum + returns, 0))],
    ['unused', `${unused} / ${transitions.length}`],
    ...(slowest?.medianHours ? ([['slowest', nameOf(slowest.state)]] as const) : []),
  ] as const
  const notes = states.flatMap(({ state, medianHours, p90Hours }) =>
    medianHours === null ? [] : [[state, t('workflowUse.note', [wait(medianHours) ?? '', wait(p90Hours) ?? ''])]],
  )
  const met = new Set(states.map(({ state }) => state))
  return (
    <>
      <dl className="test-figures">
        {figures.map(([name, value]) => (
          <div key={name} className="card">
            <dt>{t(`workflowUse.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="workflow-body">
        <section className="card workflow-panel" aria-label={t('workflowUse.diagram')}>
          <h2>{t('workflowUse.diagram')}</h2>
          <Suspense fallback={<SkeletonRows rows={6} />}>
            <Diagram
              title={t('workflowUse.diagram')}
              definition={definition}
              notes={Object.fromEntries(notes)}
              missed={{
                states: new Set(
                  definition.states.filter(({ key, kind }) => kind !== 'cc' && !met.has(key)).map(({ key }) => key),
                ),
                transitions: new Set(transitions.flatMap((count, index) => (count === 0 ? [index] : []))),
              }}
            />
          </Suspense>
          <Callout compact>{t('workflowUse.looked', [answer.looked])}</Callout>
        </section>
        <section className="card workflow-panel" aria-label={t('workflowUse.states')}>
          <h2>{t('workflowUse.states')}</h2>
          <States answer={answer} nameOf={nameOf} />
          <h2>{t('workflowUse.transitions')}</h2>
          <ul className="use-transitions">
            {definition.transitions.map(({ from, to }, index) => (
              <li key={`${from} ${to} ${definition.transitions.slice(0, index).length}`}>
                <span>{t('workflowUse.transition', [nameOf(from), nameOf(to)])}</span>
                {transitions[index] ? (
                  <span className="ticket-soft">{t('workflowUse.taken', [transitions[index] ?? 0])}</span>
                ) : (
                  <Chip color="warning">{t('workflowUse.never')}</Chip>
                )}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}

interface StatesProps {
  readonly answer: UseAnswer
  readonly nameOf: (key: string) => string
}

const nothing: Omit<StateUse, 'state'> = { visits: 0, open: 0, returns: 0, medianHours: null, p90Hours: null }

function States({ answer, nameOf }: StatesProps) {
  const t = useT()
  const wait = useWait()
  const found = new Map(answer.states.map((use) => [use.state, use]))
  const rows = answer.definition.states
    .filter(({ kind }) => kind !== 'cc')
    .map(({ key }) => ({ state: key, ...(found.get(key) ?? nothing) }))
  const figure = (name: 'visits' | 'waiting' | 'median' | 'p90' | 'share', cell: (row: StateUse) => ReactNode) => ({
    name,
    head: t(`workflowUse.${name}`),
    cell,
  })
  return (
    <AdaptiveTable
      className="state-table"
      look={{ compact: true }}
      region={{ className: 'state-scroll', label: t('workflowUse.states') }}
      card={{ className: 'list-cards is-bare', head: 'state' }}
      rows={rows}
      keyOf={({ state }) => state}
      columns={[
        { name: 'state', head: t('workflowUse.state'), cell: ({ state }) => nameOf(state) },
        figure('visits', ({ visits }) => visits),
        figure('waiting', ({ open }) => open),
        figure('median', ({ medianHours }) => wait(medianHours) ?? <NoValue />),
        figure('p90', ({ p90Hours }) => wait(p90Hours) ?? <NoValue />),
        figure('share', ({ visits, returns }) =>
          visits === 0 ? <NoValue /> : `${Math.round((returns / visits) * 100)}%`,
        ),
      ]}
    />
  )
}

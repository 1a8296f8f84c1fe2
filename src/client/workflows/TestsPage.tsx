import './workflows.css'
import '#src/client/tickets/tickets.css'
import { Button, Callout, ProgressBar, SegmentedControl } from '@blueprintjs/core'
import { ExportIcon, PlayIcon } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import {
  Chip,
  EmptyState,
  FailedState,
  PageHeader,
  PageLoading,
  SkeletonRows,
  toast,
} from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import NotFoundPage from '#src/client/pages/status/NotFoundPage.tsx'
import { ApiError, api, codes, newKey } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { useExport } from '#src/client/records/transfer/useExport.ts'
import type { TestKind, TestResult, TestRun, TestsAnswer } from '#src/define/workflows/workflowTests.ts'
import { workflowPath } from './calls.ts'
import { TestCases } from './TestCases.tsx'
import { WorkflowPlaces } from './WorkflowPlaces.tsx'

const Diagram = lazy(async () => ({ default: (await import('#src/client/tickets/detail/Diagram.tsx')).Diagram }))

/** Milliseconds between two looks at a run under way. */
const LOOK = 1500
const WALKS = 50
/** Seeds of random walks, so that each start tries others. */
const SEEDS = 1_000_000
const colors = { waiting: 'info', running: 'primary', passed: 'success', failed: 'error', broken: 'error' } as const

const isOpen = (run: TestRun | null | undefined): boolean => run?.state === 'waiting' || run?.state === 'running'

function useTests(id: string, version: string) {
  return useQuery({
    queryKey: ['workflow', 'tests', id, version],
    queryFn: ({ signal }) =>
      api.get(`${workflowPath}${id}/tests/`, {
        signal,
        quiet: true,
        ...(version !== '' && { query: { version } }),
      }),
    refetchInterval: ({ state }) => (isOpen(state.data?.paths) || isOpen(state.data?.random) ? LOOK : false),
  })
}

/** 25.11: what a version was tried with, what came of it, and the same again. */
export function TestsPage() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const { data, error, refetch } = useTests(id, params.get('version') ?? '')
  if (error instanceof ApiError && error.code === codes.notFound) return <NotFoundPage />
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <PageLoading />
  return <Tests id={id} answer={data} />
}

function Tests({ id, answer }: { readonly id: string; readonly answer: TestsAnswer }) {
  const t = useT()
  const language = useLanguage()
  const client = useQueryClient()
  const mayRun = useMay('workflow:Simulate')
  const [params, setParams] = useSearchParams()
  const kind: TestKind = params.get('kind') === 'random' ? 'random' : 'paths'
  const run = answer[kind]
  const exporting = useExport(`${workflowPath}${id}/tests/`)
  const change = (name: string, value: string): void =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      next.set(name, value)
      return next
    })
  const start = async (): Promise<void> => {
    const random = kind === 'random' ? { walks: WALKS, seed: Math.floor(Math.random() * SEEDS) } : {}
    await api.post(`${workflowPath}${id}/tests/`, { version: answer.versionNo, kind, ...random }, { key: newKey() })
    await client.invalidateQueries({ queryKey: ['workflow', 'tests', id] })
    toast('success', t('workflowTests.requested'))
  }
  const report = (): Promise<void> => exporting.run({ version: String(answer.versionNo), kind })
  return (
    <>
      <WorkflowPlaces id={id} here="tests" />
      <PageHeader
        title={t('workflowTests.title', [language === 'en' ? answer.nameEn : answer.name])}
        text={t('workflowTests.lead')}
        chip={run === null ? null : <Chip color={colors[run.state]}>{t(`workflowTests.state.${run.state}`)}</Chip>}
        actions={
          <>
            {run?.result ? (
              <Button
                icon={<ExportIcon />}
                loading={exporting.isExporting}
                text={t('workflowTests.report')}
                onClick={() => ignoreApiError(report())}
              />
            ) : null}
            {mayRun ? (
              <Button
                intent="primary"
                icon={<PlayIcon />}
                disabled={isOpen(run)}
                text={t(
                  kind === 'random'
                    ? 'workflowTests.runRandom'
                    : run === null
                      ? 'workflowTests.runFirst'
                      : 'workflowTests.run',
                )}
                onClick={() => ignoreApiError(start())}
              />
            ) : null}
          </>
        }
      />
      <div className="test-bar">
        <label className="workflow-filter" htmlFor="test-version">
          {t('workflowTests.version')}
          <SelectBox
            id="test-version"
            value={answer.versionNo}
            onChange={(event) => change('version', event.currentTarget.value)}
            options={answer.versions.map(({ versionNo, status }) => ({
              value: versionNo,
              label: t(status === 'draft' ? 'workflowTests.draftNo' : 'workflowTests.versionNo', [versionNo]),
            }))}
          />
        </label>
        <SegmentedControl
          aria-label={t('workflowTests.kind')}
          value={kind}
          onValueChange={(value) => change('kind', value)}
          options={(['paths', 'random'] as const).map((value) => ({ value, label: t(`workflowTests.${value}`) }))}
        />
        {run === null ? null : (
          <span className="ticket-soft">
            {t('workflowTests.ran', [run.finishedAt ?? run.createdAt, run.requestedBy.name])}
            {kind === 'random' ? ` · ${t('workflowTests.seed', [run.seed])}` : ''}
          </span>
        )}
      </div>
      {isOpen(run) && run ? <Progress run={run} /> : null}
      {run?.error ? <Callout intent="danger">{run.error}</Callout> : null}
      {run === null ? <EmptyState title={t('workflowTests.never')} text={t('workflowTests.neverText')} /> : null}
      {run?.result ? <Result answer={answer} run={run} result={run.result} /> : null}
    </>
  )
}

function Progress({ run }: { readonly run: TestRun }) {
  const t = useT()
  const text = run.state === 'waiting' ? t('workflowTests.waiting') : t('workflowTests.progress', [run.done, run.total])
  return (
    <div className="test-progress" role="status">
      <span>{text}</span>
      <ProgressBar
        intent={run.failures > 0 ? 'danger' : 'primary'}
        {...(run.total > 0 && { value: run.done / run.total })}
        stripes={run.state === 'running'}
      />
    </div>
  )
}

interface ResultProps {
  readonly answer: TestsAnswer
  readonly run: TestRun
  readonly result: TestResult
}

function Result({ answer, run, result }: ResultProps) {
  const t = useT()
  const language = useLanguage()
  const { definition } = answer
  const { coverage, cases, isComplete } = result
  const counts = Object.values(coverage.states)
  const sides = coverage.conditions.flatMap(({ held, failed }) => [held, failed])
  const share = (list: readonly unknown[]): string => `${list.filter(Boolean).length} / ${list.length}`
  const unreached = definition.states.filter(({ key }) => coverage.states[key] === 0)
  const figures = [
    ['cases', String(cases.length)],
    ['failures', String(run.failures)],
    ['states', share(counts)],
    ['transitions', share(coverage.transitions)],
    ...(sides.length > 0 ? ([['conditions', share(sides)]] as const) : []),
  ] as const
  return (
    <>
      <dl className="test-figures">
        {figures.map(([name, value]) => (
          <div key={name} className={`card ${name === 'failures' && run.failures > 0 ? 'is-bad' : ''}`}>
            <dt>{t(`workflowTests.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isComplete ? null : <Callout compact>{t('workflowTests.incomplete')}</Callout>}
      {unreached.length > 0 ? (
        <Callout intent="warning" compact>
          {t('workflowTests.unreached', [unreached.map(({ name }) => name[language]).join(t('common.listSeparator'))])}
        </Callout>
      ) : null}
      <div className="workflow-body">
        <section className="card workflow-panel" aria-label={t('workflowTests.diagram')}>
          <h2>{t('workflowTests.diagram')}</h2>
          <Suspense fallback={<SkeletonRows rows={6} />}>
            <Diagram
              title={t('workflowTests.diagram')}
              definition={definition}
              notes={Object.fromEntries(
                Object.entries(coverage.states).flatMap(([key, count]) =>
                  count === 0 ? [] : [[key, t('workflowTests.visits', [count])]],
                ),
              )}
              missed={{
                states: new Set(unreached.map(({ key }) => key)),
                transitions: new Set(coverage.transitions.flatMap((count, index) => (count === 0 ? [index] : []))),
              }}
            />
          </Suspense>
        </section>
        <TestCases cases={cases} isRandom={run.kind === 'random'} />
      </div>
    </>
  )
}

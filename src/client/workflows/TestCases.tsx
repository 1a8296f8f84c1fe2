import { Switch } from '@blueprintjs/core'
import { useState } from 'react'
import { Chip, EmptyState } from '#src/client/components/ui/index.ts'
import { type Under, useT } from '#src/client/platform/i18n/index.ts'
import type { TestCase } from '#src/define/workflows/workflowTests.ts'

/** Cases drawn at once; all of them are in the report. */
const MAX_SHOWN_CASES = 100

interface TestCasesProps {
  readonly cases: readonly TestCase[]
  readonly isRandom: boolean
}

/** The lives that were tried, failed ones first. */
export function TestCases({ cases, isRandom }: TestCasesProps) {
  const t = useT()
  const [isNarrowed, setNarrowed] = useState(false)
  const ordered = cases
    .map((one, index) => ({ ...one, no: index + 1 }))
    .filter(({ failure }) => !isNarrowed || failure !== null)
    .toSorted((a, b) => Number(b.failure !== null) - Number(a.failure !== null))
  return (
    <section className="card workflow-panel" aria-label={t('workflowTests.list')}>
      <div className="workflow-head">
        <h2>{t('workflowTests.list')}</h2>
        <Switch
          checked={isNarrowed}
          label={t('workflowTests.onlyFailed')}
          onChange={(event) => setNarrowed(event.currentTarget.checked)}
        />
      </div>
      {ordered.length === 0 ? <EmptyState title={t('workflowTests.none')} /> : null}
      <ol className="test-cases">
        {ordered.slice(0, MAX_SHOWN_CASES).map((one) => (
          <Case key={one.no} one={one} isRandom={isRandom} />
        ))}
      </ol>
      {ordered.length > MAX_SHOWN_CASES ? (
        <p className="ticket-soft">{t('workflowTests.more', [ordered.length - MAX_SHOWN_CASES])}</p>
      ) : null}
    </section>
  )
}

type Step = TestCase['steps'][number]

/** What is done again and again is said once, with how often; the step that failed stands by itself. */
function inRuns(steps: readonly Step[], bad: number | undefined) {
  const runs: { step: Step; index: number; times: number }[] = []
  for (const [index, step] of steps.entries()) {
    const last = runs.at(-1)
    const before = steps[index - 1]
    const isSame =
      last?.step.action === step.action &&
      last.step.place === step.place &&
      steps[last.index - 1]?.place === before?.place &&
      index !== bad &&
      index - 1 !== bad
    if (last !== undefined && isSame) last.times++
    else runs.push({ step, index, times: 1 })
  }
  return runs
}

interface CaseProps {
  readonly one: TestCase & { readonly no: number }
  readonly isRandom: boolean
}

function Case({ one, isRandom }: CaseProps) {
  const t = useT()
  const { no, testPeople, facts, steps, failure, took } = one
  return (
    <li className="test-case">
      <div className="test-case-head">
        <strong>{no}</strong>
        <Chip color={failure === null ? 'success' : 'error'}>
          {t(failure === null ? 'workflowTests.state.passed' : 'workflowTests.state.failed')}
        </Chip>
        <span className="ticket-soft">
          {t(`workflowTests.testPeople.${testPeople as Under<'workflowTests.testPeople'>}`)}
        </span>
        <span className="ticket-soft">{t('workflowTests.took', [took])}</span>
      </div>
      {facts.length > 0 ? <p className="ticket-soft">{facts.join(' · ')}</p> : null}
      {failure !== null && isRandom ? <p className="ticket-soft">{t('workflowTests.shortest')}</p> : null}
      <ol className="test-steps">
        {inRuns(steps, failure?.step).map(({ step, index, times }) => (
          <li key={index} className={failure?.step === index ? 'is-bad' : ''}>
            {step.action} → {step.place}
            {times === 1 ? null : <span className="ticket-soft"> × {times}</span>}
          </li>
        ))}
      </ol>
      {failure === null ? null : <p className="test-failure">{failure.message}</p>}
    </li>
  )
}

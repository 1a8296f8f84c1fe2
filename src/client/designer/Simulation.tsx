import '../tickets/tickets.css'
import { Checkbox, FormGroup } from '@blueprintjs/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { fieldsOf, type Leaf } from '#machines/ticket/definition/conditions.ts'
import type { Facts, FactValue, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { worstCaseHours } from '#machines/ticket/explore/route.ts'
import { conditionsOf } from '#machines/ticket/verify/partition.ts'
import { DayInput } from '#src/client/components/forms/inputs/DayInput.tsx'
import { useDebounced } from '#src/client/components/forms/inputs/debounce.ts'
import { FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useUser } from '#src/client/platform/session/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import { Preview } from '#src/client/tickets/detail/Steps.tsx'
import type { PreviewStep } from '#src/define/tickets/detail.ts'
import type { PersonRef } from '#src/define/tickets/line.ts'
import { simulate } from './calls.ts'
import { useDesigner } from './context.ts'
import { firstGuess } from './model/conditions.ts'
import { ConditionValue } from './settings/ConditionValue.tsx'
import { PersonBox } from './settings/participants/PersonBox.tsx'
import { useFact, useFactName } from './words.ts'

/** Facts that come with the applicant or the configuration and need no answer. */
const isKnown = (name: string): boolean => /^(applicant|dept|config)\./.test(name)

/** The facts the conditions of a workflow ask about, in the order they come up. */
const askedBy = (definition: WorkflowDefinition): readonly string[] =>
  [...new Set(conditionsOf(definition).flatMap(fieldsOf))].filter((name) => !isKnown(name))

const isMoment = (text: string): boolean => /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})?$/.test(text)

/** Milliseconds of quiet before the server is asked. */
const SIMULATE_DEBOUNCE_MS = 300

/** Everybody the route asks, and those who were taken from it. */
const peopleIn = (steps: readonly PreviewStep[], absent: readonly PersonRef[]): readonly PersonRef[] => [
  ...new Map([...absent, ...steps.flatMap(({ people }) => people)].map((person) => [person.id, person])).values(),
]

interface AbsencesProps {
  readonly people: readonly PersonRef[]
  readonly absent: readonly PersonRef[]
  readonly onChange: (absent: readonly PersonRef[]) => void
}

/** Who of them cannot act: the route is asked for again without. */
function Absences({ people, absent, onChange }: AbsencesProps) {
  const t = useT()
  if (people.length === 0) return null
  return (
    <fieldset className="simulation-values">
      <legend>{t('designer.absent')}</legend>
      {people.map((person) => (
        <Checkbox
          key={person.id}
          inline
          label={person.name}
          checked={absent.some(({ id }) => id === person.id)}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? [...absent, person] : absent.filter(({ id }) => id !== person.id))
          }
        />
      ))}
    </fieldset>
  )
}

/** 20.9 Simulate: whom an application of this person with these values passes, and why other states are skipped. */
export function Simulation({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const nameOf = useFactName()
  const factOf = useFact()
  const { id, design, keeping, revision } = useDesigner()
  const user = useUser()
  const factNames = useMemo(() => askedBy(design.definition), [design.definition])
  const [applicant, setApplicant] = useState(user.id)
  const [given, setGiven] = useState<Facts>({})
  const [at, setAt] = useState('')
  const [absent, setAbsent] = useState<readonly PersonRef[]>([])
  const atId = useId()
  const values = useDebounced(
    useMemo(
      (): Facts => Object.fromEntries(factNames.map((name) => [name, given[name] ?? firstGuess(factOf(name))])),
      [factNames, given, factOf],
    ),
    SIMULATE_DEBOUNCE_MS,
  )
  const { data, error, refetch } = useQuery({
    queryKey: ['designer', id, 'simulation', revision, applicant, values, at, absent],
    queryFn: ({ signal }) =>
      simulate(
        id,
        applicant,
        {
          facts: values,
          absentIds: absent.map((person) => person.id),
          ...(isMoment(at) && { at }),
        },
        signal,
      ),
    enabled: keeping === 'kept',
    placeholderData: keepPreviousData,
  })
  const hours = worstCaseHours(data ?? [])
  return (
    <Sheet shape="drawer" isLight title={t('designer.simulate')} onClose={onClose}>
      <p className="inspector-hint">{t('designer.simulateHint')}</p>
      <PersonBox label={t('designer.applicant')} userId={applicant} onChange={setApplicant} />
      <FormGroup label={t('designer.simulatedAt')} labelFor={atId}>
        <DayInput id={atId} label={t('designer.simulatedAt')} withTime value={at} onChange={setAt} />
      </FormGroup>
      <Absences people={peopleIn(data ?? [], absent)} absent={absent} onChange={setAbsent} />
      <section className="simulation-values" aria-label={t('designer.values')}>
        <h3>{t('designer.values')}</h3>
        {factNames.length === 0 ? <p className="inspector-hint">{t('designer.noQuestions')}</p> : null}
        {factNames.map((name) => {
          const fact = factOf(name)
          const leaf: Leaf = { field: name, op: 'eq', value: given[name] ?? firstGuess(fact) }
          return (
            <FormGroup key={name} label={nameOf(name)}>
              <ConditionValue
                leaf={leaf}
                fact={fact.type === 'money' ? { ...fact, type: 'number' } : fact}
                label={nameOf(name)}
                onChange={({ value }) => setGiven((before) => ({ ...before, [name]: (value ?? null) as FactValue }))}
              />
            </FormGroup>
          )
        })}
      </section>
      <section aria-label={t('designer.route')}>
        <h3 className="simulation-head">
          {t('designer.route')}
          {hours === 0 ? null : (
            <small>
              {' · '}
              {t(data?.some(({ isUnlimited }) => isUnlimited) ? 'designer.atMostBeside' : 'designer.atMost', [hours])}
            </small>
          )}
        </h3>
        {data === undefined ? (
          error === null ? (
            <SkeletonRows rows={4} />
          ) : (
            <FailedState error={error} onRetry={() => void refetch()} compact />
          )
        ) : (
          <Preview steps={data} />
        )}
      </section>
    </Sheet>
  )
}

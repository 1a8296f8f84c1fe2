import { BanCircleIcon, CircleIcon, DisableIcon, RecordIcon, TickCircleIcon, UndoIcon } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { Avatar, DateText } from '#src/client/components/ui/index.ts'
import { type Translate, usePlural, useT } from '#src/client/platform/i18n/index.ts'
import type { PreviewStep, StepPerson, TicketStep } from '#src/define/tickets/detail.ts'
import { SignaturePicture } from '../actions/Signature.tsx'
import { branchBegun, inBranchOrder } from './branchSteps.ts'

const icons: Readonly<Record<TicketStep['status'], ReactNode>> = {
  done: <TickCircleIcon />,
  current: <RecordIcon />,
  future: <CircleIcon />,
  notRequired: <BanCircleIcon />,
  skipped: <BanCircleIcon />,
  returned: <UndoIcon />,
  closed: <DisableIcon />,
}

/** Pixels by which the steps of a branch stand in. */
const BRANCH_INDENT = 18

/** The route of a ticket: behind with who did what, here, and ahead with who will be asked (20.7 stepper). */
export function Steps({
  steps: given,
  isPreview = false,
}: {
  readonly steps: readonly TicketStep[]
  /** Nothing has begun: what lies ahead needs no word for it. */
  readonly isPreview?: boolean
}) {
  const t = useT()
  const plural = usePlural()
  const steps = inBranchOrder(given)
  return (
    <ol className="steps">
      {steps.map((step, index) => (
        <li
          key={`${step.state}-${index}`}
          className={`step is-${step.status} ${step.within === undefined ? '' : 'is-in-branch'}`}
          style={step.within && { marginInlineStart: step.within.length * BRANCH_INDENT }}
          aria-current={step.status === 'current' ? 'step' : undefined}
        >
          <span className="step-mark" title={statusOf(t, step)}>
            {icons[step.status]}
          </span>
          <div className="step-body">
            <Branch number={branchBegun(steps, index)} />
            <div className="step-head">
              <span className="step-name">{step.name}</span>
              {isPreview && step.status === 'future' ? null : <span className="step-status">{statusOf(t, step)}</span>}
            </div>
            {step.reason === null ? null : <p className="step-reason">{step.reason}</p>}
            {step.lastWord === undefined ? null : (
              <p className="ticket-soft">
                {t(`ticket.lastWord.${step.lastWord.action}`, [
                  plural(`ticket.within.${step.lastWord.unit}`, step.lastWord.after),
                ])}
              </p>
            )}
            {step.isUnlimited === undefined ? null : <p className="ticket-soft">{t('ticket.unlimited')}</p>}
            {step.by === undefined ? null : (
              <p className="ticket-soft">
                {t('ticket.atLatest')} <DateText value={step.by} />
              </p>
            )}
            {isPassed(step) && !step.people.some(hasDecided) ? null : <People people={step.people} />}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** The branch whose steps follow. */
function Branch({ number }: { readonly number: number | null }) {
  const t = useT()
  return number === null ? null : <p className="step-branch">{t('ticket.diagram.branch', [number])}</p>
}

/** The word for how far a step is: what has not happened is said by what it waits for, or does not need. */
const statusOf = (t: Translate, { status, kind, isCarried }: TicketStep): string =>
  isCarried
    ? t('ticket.status.carried')
    : status === 'future' || status === 'notRequired'
      ? t(`ticket.ahead.${status}.${kind}`)
      : t(`ticket.status.${status}`)

const isPassed = ({ status }: TicketStep): boolean => status === 'skipped' || status === 'notRequired'

/** What was decided before another branch or a move by hand ended the step stays to be read. */
const hasDecided = ({ outcome }: StepPerson): boolean => outcome != null

function People({ people }: { readonly people: readonly StepPerson[] }) {
  const t = useT()
  const decided = people.filter(hasDecided)
  const shown = decided.length > 0 ? decided : people.filter((person) => person.status !== 'cancelled')
  return (
    <ul className="step-people">
      {shown.map((person) => (
        <li key={person.id}>
          <Avatar name={person.name} size={20} />
          <span>
            {person.name}
            {person.onBehalfOf ? (
              <span className="ticket-soft"> {t('ticket.proxyFor', [person.onBehalfOf.name])}</span>
            ) : null}
            {person.relation && person.relation !== 'normal' ? (
              <span className="ticket-soft"> · {t(`ticketAction.relation.${person.relation}`)}</span>
            ) : null}
            {person.outcome ? <span className="step-outcome"> · {t(`ticket.outcome.${person.outcome}`)}</span> : null}
            {person.at ? (
              <span className="ticket-soft">
                {' '}
                <DateText value={person.at} />
              </span>
            ) : null}
            {person.rule ? <span className="step-reason">{t(`ticket.rule.${person.rule}`)}</span> : null}
            {person.signature ? <SignaturePicture fileId={person.signature} name={person.name} /> : null}
            {person.comment ? <span className="step-comment">{person.comment}</span> : null}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The route a form would take (20.4), in the same shape as the route of a ticket. */
export function Preview({ steps }: { readonly steps: readonly PreviewStep[] }) {
  return (
    <Steps
      isPreview
      steps={steps.map(
        ({ skipped, people, ...step }): TicketStep => ({
          ...step,
          status: skipped ? 'notRequired' : 'future',
          people: people.map((person) => ({ ...person, onBehalfOf: null })),
        }),
      )}
    />
  )
}

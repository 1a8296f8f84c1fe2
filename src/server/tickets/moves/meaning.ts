import type { StateDefinition } from '#machines/ticket/definition/definition.ts'
import { visitsHere } from '#machines/ticket/engine/regions.ts'
import type { TicketContext, Visit } from '#machines/ticket/engine/vocabulary.ts'
import type { FormData } from '#src/fields/field.ts'
import { missingField } from '../forms/forms.ts'
import { canonical } from '../log/canonical.ts'
import type { Ticket } from '../ticket.ts'
import type { Version } from '../versions/versions.ts'

const same = (left: unknown, right: unknown): boolean => canonical(left) === canonical(right)

/** What a step is, whatever it is called: whose it is, how they decide, what follows a rejection, and whether they sign. */
const meaningOf = ({
  kind,
  participant,
  mode,
  ratio,
  count,
  claim,
  branch,
  joinOf,
  child,
  ...state
}: StateDefinition) => [
  kind,
  participant,
  [mode, ratio ?? null, count ?? null, claim ?? false],
  [branch ?? null, joinOf ?? null, child ?? null],
  [state.onReject ?? 'end', state.requireSignature ?? false, state.doneWhen ?? null, state.opensAtField ?? null],
]

const isSameStep = (from: Version, to: Version, key: string): boolean => {
  const [then, now] = [from, to].map(({ definition }) => definition.states.find((state) => state.key === key))
  return then !== undefined && now !== undefined && same(meaningOf(then), meaningOf(now))
}

/** A visit without what only reckons: when clocks stood, and which facts a direct return would compare. */
const actionsOf = ({ pauses: _, comeBack, ...visit }: Visit) => ({ ...visit, comeBack: comeBack?.target ?? null })

/**
 * The first step of which the other version would tell another story: the same visits of the same steps, with the same
 * people, votes and outcomes, or it is not the same ticket. Null when there is none.
 */
export function otherStep(from: Version, to: Version, then: TicketContext, now: TicketContext): string | null {
  // What was lived under a version before this one is not of either.
  const here = new Set(visitsHere(then))
  const other = then.visits.find((visit, index) => {
    const again = now.visits[index]
    const isMet = here.has(visit) && visit.outcome !== 'skipped'
    return (
      again === undefined || !same(actionsOf(visit), actionsOf(again)) || (isMet && !isSameStep(from, to, visit.state))
    )
  })
  return other?.state ?? now.visits[then.visits.length]?.state ?? null
}

/** 25.11 "field needed": one the other version asks for, or keeps as something else, and the ticket does not have so; null when there is none. */
export function neededField(
  from: Version,
  to: Version,
  { formData, applicant }: Pick<Ticket, 'formData' | 'applicant'>,
): string | null {
  const isFilled = (name: string, form: FormData) => (form[name] ?? null) !== null && form[name] !== ''
  const changed = Object.entries(to.fields).find(
    ([name, { kind }]) =>
      isFilled(name, formData) && from.fields[name] !== undefined && from.fields[name].kind !== kind,
  )
  return changed?.[0] ?? missingField(to, formData, applicant)
}

/** A field that a step the ticket has been through asks for there, and that is empty. */
export function neededInStep(to: Version, context: TicketContext, formData: FormData): string | null {
  const passed = new Set(
    visitsHere(context)
      .filter(({ outcome }) => outcome === 'passed')
      .map(({ state }) => state),
  )
  const required = to.definition.states
    .filter(({ key }) => passed.has(key))
    .flatMap(({ fields = {} }) => Object.entries(fields).filter(([, permission]) => permission === 'required'))
  return required.find(([name]) => (formData[name] ?? null) === null || formData[name] === '')?.[0] ?? null
}

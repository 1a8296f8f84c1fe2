/** The proof of policies (25.10): every path is walked for each of them. */
import { fieldsOf } from '../../definition/conditions.ts'
import type { StateDefinition } from '../../definition/definition.ts'
import { isAbout, isFirm, means, type Policy, type Selector, traits } from '../../definition/policies.ts'
import { type ExaminedDefinition, type Fault, fault, shownFacts } from './fault.ts'
import { factsAt, pathTo, type Stop, stopsOf } from './walks.ts'

const one = (selector: Selector, item: string): Selector => ({ ...selector, of: [item] }) as Selector

/** The shortest walks that break a rule, each with the state to be marked; null where it is the whole path that does. */
function breaches(
  { proof, definition }: ExaminedDefinition,
  policy: Policy,
): readonly (readonly [Stop, string | null])[] {
  const when = policy.when ? { when: policy.when } : {}
  const find = (
    counts: (state: StateDefinition) => boolean,
    cap: number,
    isBroken: (stop: Stop) => boolean,
    marks = false,
  ): readonly (readonly [Stop, string | null])[] => {
    const walk = { ...when, counts, cap }
    // A ticket whose form stays unchanged is the clearest example.
    const stop =
      stopsOf(proof, { ...walk, isSteady: true }).find(isBroken) ??
      stopsOf(proof, walk).find(isBroken) ??
      stopsOf(proof, { ...walk, comesBack: 'anywhere' }).find(isBroken)
    return stop ? [[stop, marks ? stop.place : null]] : []
  }
  const state = (key: string) => definition.states.find((other) => other.key === key)
  const isAt = (stop: Stop, selector: Selector) => {
    const at = state(stop.place)
    return at !== undefined && means(selector, at)
  }
  switch (policy.rule) {
    case 'approvals':
      return find(
        (at) => at.kind === 'approve' && isFirm(at) && !definition.allowSelf,
        policy.least,
        ({ place, count }) => place === 'end' && count < policy.least,
      )
    case 'passes':
      return policy.states.of.flatMap((item) =>
        find(
          (at) => means(one(policy.states, item), at) && (at.kind === 'cc' || isFirm(at)),
          1,
          ({ place, count }) => place === 'end' && count === 0,
        ),
      )
    case 'atMost':
      return find(
        (at) => means(policy.states, at),
        policy.most + 1,
        ({ count }) => count > policy.most,
      )
    case 'before':
      return find(
        (at) => means(policy.first, at),
        1,
        (stop) => stop.count === 0 && isAt(stop, policy.states),
        true,
      )
    case 'never': {
      const stops = stopsOf(proof, when)
      return definition.states
        .filter((at) => means(policy.states, at) && traits[policy.trait](at))
        .flatMap(({ key }) => {
          const stop = stops.find(({ met }) => met.includes(key))
          return stop ? [[stop, key] as const] : []
        })
    }
  }
}

/** The rules this definition breaks, each with the shortest path that shows it and the facts of that path. */
export function policyFaults(examined: ExaminedDefinition): readonly Fault[] {
  const { definition, policies = [], thresholds } = examined
  return policies
    .filter((policy) => isAbout(policy, definition))
    .flatMap((policy) =>
      breaches(examined, policy).map(([stop, state]) => {
        const facts = factsAt(examined.proof, stop)
        const names = Object.keys(facts).filter((name) => !(name in thresholds))
        const own = policy.when ? fieldsOf(policy.when).filter((name) => names.includes(name)) : []
        const shown = own.length > 0 ? own : names
        return {
          ...fault('25.10', 'policyBroken', state, {
            policy: policy.name.zhHans,
            policyEn: policy.name.en,
            // Whatever the facts.
            facts: shownFacts(facts, shown) || '—',
          }),
          path: pathTo(stop),
        }
      }),
    )
}

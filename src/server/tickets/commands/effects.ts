import { sql } from 'kysely'
import { statusOf } from '#machines/ticket/engine/status.ts'
import type { EffectName } from '#src/define/names.ts'
import { RuleError } from '#src/define/problem.ts'
import type { EffectContext, UnitOfWork } from '#src/define/server.ts'
import type { Fields } from '#src/fields/field.ts'
import { viewOf } from '../ticket.ts'
import { type ActionOf, type DecisionContext, nextSeq } from './decisionContext.ts'
import { amountOf } from './facts.ts'

type Place = Pick<EffectContext, 'state' | 'visit'>

function contextOf(decisionContext: DecisionContext, { state, visit }: Place): EffectContext {
  const { ticket, form, version, snapshot } = decisionContext
  const now = {
    ...ticket,
    formData: form,
    amount: amountOf(version, form),
    title: String(form.title),
    round: snapshot.context.round,
    deptId: decisionContext.applicant.deptId,
    status: statusOf(snapshot),
  }
  return {
    unit: decisionContext.unit,
    ticket: viewOf(now),
    before: decisionContext.formBefore,
    actorId: decisionContext.actorId,
    state,
    visit,
    comment: decisionContext.comment,
  }
}

/** Where and when effects run: each once per ticket and step. */
export interface Mark {
  readonly ticketId: number
  readonly step: string
  /** ISO time of the decision. */
  readonly at: string
}

/** Marks effects as run; answers those that had not run at this step (INV-09). */
export async function markRun(
  unit: UnitOfWork,
  { ticketId, step, at }: Mark,
  effects: readonly EffectName[],
): Promise<readonly EffectName[]> {
  const { rows } = await sql<{ effect: string }>`
    insert into effect_run (ticket_id, effect, step, at)
    select ${ticketId}::bigint, effect, ${step}, ${at}::timestamptz from unnest(${[...effects]}::text[]) effect
    on conflict do nothing returning effect`.execute(unit.db)
  const fresh = new Set(rows.map((row) => row.effect))
  return effects.filter((effect) => fresh.has(effect))
}

/** A refusal with the fields of this form that it concerns; anything else as it is. */
export function placeRefusal(error: unknown, fields: Fields, concerns: readonly string[]): unknown {
  if (!(error instanceof RuleError)) return error
  const isKnown = (path: string): boolean => (path.split('.')[0] ?? '') in fields
  const named = error.problems === null ? concerns : Object.keys(error.problems)
  return named.every(isKnown) && named.length > 0 && error.problems !== null
    ? error
    : error.at(...named.filter(isKnown))
}

async function run(
  decisionContext: DecisionContext,
  effects: readonly EffectName[],
  step: string,
  place: Place,
): Promise<void> {
  if (effects.length === 0) return
  const context = contextOf(decisionContext, place)
  const mark = { ticketId: decisionContext.ticket.id, step, at: decisionContext.at }
  for (const name of await decisionContext.engine.markRun(decisionContext.unit, mark, effects)) {
    const effect = decisionContext.engine.effects.get(name)
    if (!effect) throw new Error(`no module has the effect ${name}`)
    await effect.run(context).catch((error: unknown) => {
      throw placeRefusal(error, decisionContext.version.fields, effect.concerns)
    })
  }
}

/** Runs the business effects of a hook, each once per visit, or once per round outside a visit. A task may be handled more than once before it is done (a failed payment), so handling counts by event. */
export async function runHook(
  decisionContext: DecisionContext,
  { hook, state, visit }: ActionOf<'hook'>,
): Promise<void> {
  // What a request to revoke comes to is done to the ticket it asks about.
  if (decisionContext.ticket.revokesId !== null) return
  const plan = decisionContext.engine.applications.get(decisionContext.version.type)?.effects ?? {}
  const isHandling = hook === 'onHandle'
  const effects = isHandling ? (state === null ? undefined : plan.onHandle?.[state]) : plan[hook]
  const step = isHandling
    ? `v${visit}.e${nextSeq(decisionContext)}`
    : visit === null
      ? `r${decisionContext.snapshot.context.round}.${hook}`
      : `v${visit}.${hook}`
  await run(decisionContext, effects ?? [], step, { state, visit })
}

/** Runs what follows from writable fields that this decision changed. */
export async function runChange(decisionContext: DecisionContext, place: Place): Promise<void> {
  const plan = decisionContext.engine.applications.get(decisionContext.version.type)?.effects
  await run(decisionContext, plan?.onChange ?? [], `e${nextSeq(decisionContext)}.onChange`, place)
}

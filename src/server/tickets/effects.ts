import { sql } from 'kysely'
import type { EffectName } from '#src/define/effects.ts'
import type { Base, EffectContext } from '#src/define/server.ts'
import { type ActionOf, type Deciding, nextSeq } from './deciding.ts'
import { amountOf } from './facts.ts'
import { viewOf } from './ticket.ts'

type Place = Pick<EffectContext, 'state' | 'visit'>

function contextOf(deciding: Deciding, { state, visit }: Place): EffectContext {
  const { ticket, form, version, snapshot } = deciding
  const now = {
    ...ticket,
    formData: form,
    amount: amountOf(version, form),
    title: String(form.title),
    round: snapshot.context.round,
    deptId: deciding.applicant.deptId,
  }
  return {
    base: deciding.base,
    ticket: viewOf(now),
    before: deciding.formBefore,
    actorId: deciding.actorId,
    state,
    visit,
    comment: deciding.comment,
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
  base: Base,
  { ticketId, step, at }: Mark,
  effects: readonly EffectName[],
): Promise<readonly EffectName[]> {
  const { rows } = await sql<{ effect: string }>`
    insert into effect_run (ticket_id, effect, step, at)
    select ${ticketId}::bigint, effect, ${step}, ${at}::timestamptz from unnest(${[...effects]}::text[]) effect
    on conflict do nothing returning effect`.execute(base.db)
  const fresh = new Set(rows.map((row) => row.effect))
  return effects.filter((effect) => fresh.has(effect))
}

async function run(deciding: Deciding, effects: readonly EffectName[], step: string, place: Place): Promise<void> {
  if (effects.length === 0) return
  const context = contextOf(deciding, place)
  const mark = { ticketId: deciding.ticket.id, step, at: deciding.at }
  for (const name of await deciding.engine.markRun(deciding.base, mark, effects)) {
    const effect = deciding.engine.effects.get(name)
    if (!effect) throw new Error(`no module has the effect ${name}`)
    await effect(context)
  }
}

/** Runs the business effects of a hook, each once per visit, or once per round outside a visit. A task may be handled more than once before it is done (a failed payment), so handling counts by event. */
export async function runHook(deciding: Deciding, { hook, state, visit }: ActionOf<'hook'>): Promise<void> {
  // What a request to revoke comes to is done to the ticket it asks about.
  if (deciding.ticket.revokesId !== null) return
  const plan = deciding.engine.applications.get(deciding.version.type)?.effects ?? {}
  const isHandling = hook === 'onHandle'
  const effects = isHandling ? (state === null ? undefined : plan.onHandle?.[state]) : plan[hook]
  const step = isHandling
    ? `v${visit}.e${nextSeq(deciding)}`
    : visit === null
      ? `r${deciding.snapshot.context.round}.${hook}`
      : `v${visit}.${hook}`
  await run(deciding, effects ?? [], step, { state, visit })
}

/** Runs what follows from writable fields that this decision changed. */
export async function runChange(deciding: Deciding, place: Place): Promise<void> {
  const plan = deciding.engine.applications.get(deciding.version.type)?.effects
  await run(deciding, plan?.onChange ?? [], `e${nextSeq(deciding)}.onChange`, place)
}

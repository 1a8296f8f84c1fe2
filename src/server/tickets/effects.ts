import { sql } from 'kysely'
import type { EffectName } from '#src/define/effects.ts'
import type { EffectContext } from '#src/define/server.ts'
import { nextSeq, type ActionOf, type Deciding } from './deciding.ts'
import { amountOf } from './facts.ts'
import { viewOf } from './ticket.ts'

type Place = Pick<EffectContext, 'state' | 'visit'>

function contextOf(deciding: Deciding, { state, visit }: Place): EffectContext {
  const { ticket, form, version, snapshot } = deciding
  const now = { ...ticket, formData: form, amount: amountOf(version, form), title: String(form['title']), round: snapshot.context.round, deptId: deciding.applicant.deptId }
  return { base: deciding.base, ticket: viewOf(now), before: deciding.formBefore, actorId: deciding.actorId, state, visit, comment: deciding.comment }
}

/** Those of the effects that have not run at this step (INV-09), marked as run. */
async function unrun(deciding: Deciding, effects: readonly EffectName[], step: string): Promise<readonly EffectName[]> {
  const { rows } = await sql<{ effect: string }>`
    insert into effect_run (ticket_id, effect, step, at)
    select ${deciding.ticket.id}::bigint, effect, ${step}, ${deciding.at}::timestamptz from unnest(${[...effects]}::text[]) effect
    on conflict do nothing returning effect`.execute(deciding.base.db)
  const fresh = new Set(rows.map((row) => row.effect))
  return effects.filter((effect) => fresh.has(effect))
}

async function run(deciding: Deciding, effects: readonly EffectName[], step: string, place: Place): Promise<void> {
  if (effects.length === 0) return
  const context = contextOf(deciding, place)
  for (const name of await unrun(deciding, effects, step)) {
    const effect = deciding.engine.effects.get(name)
    if (!effect) throw new Error(`no module has the effect ${name}`)
    await effect(context)
  }
}

/** Runs the business effects of a hook, each once per visit, or once per round outside a visit. A task may be handled more than once before it is done (a failed payment), so handling counts by event. */
export async function runHook(deciding: Deciding, { hook, state, visit }: ActionOf<'hook'>): Promise<void> {
  const plan = deciding.engine.applications.get(deciding.version.type)?.effects ?? {}
  const isHandling = hook === 'onHandle'
  const effects = isHandling ? (state === null ? undefined : plan.onHandle?.[state]) : plan[hook]
  const step = isHandling ? `v${visit}.e${nextSeq(deciding)}` : visit === null ? `r${deciding.snapshot.context.round}.${hook}` : `v${visit}.${hook}`
  await run(deciding, effects ?? [], step, { state, visit })
}

/** Runs what follows from writable fields that this decision changed. */
export async function runChange(deciding: Deciding, place: Place): Promise<void> {
  const plan = deciding.engine.applications.get(deciding.version.type)?.effects
  await run(deciding, plan?.onChange ?? [], `e${nextSeq(deciding)}.onChange`, place)
}

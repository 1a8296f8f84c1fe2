/** Actions of several people on one ticket at the same time, and whether what each of them was told fits one order of events. */
import type { TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import { start } from '#machines/ticket/engine/replay.ts'
import { liveVisits } from '#machines/ticket/engine/visits.ts'
import type { TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import type { Command } from '#src/server/tickets/commands/command.ts'
import { readLog, relive } from '#src/server/tickets/log/replayCheck.ts'
import { findTicket } from '#src/server/tickets/ticket.ts'
import type { Bureau, Name } from './bureau.ts'
import { askBack, giveBack, pay, refusal, say } from './words.ts'

/** What people try; whom and what it concerns is sound, so that only the state of the ticket decides. */
export const actions = {
  approve: say('approve'),
  handle: pay('paid'),
  claim: say('claim'),
  release: say('release'),
  reject: say('reject'),
  returnToStart: giveBack(),
  returnToLeader: askBack('leader'),
  withdraw: say('withdraw'),
  retrieve: say('retrieve'),
  submit: say('submit'),
  comment: say('comment'),
} as const satisfies Record<string, Command>
export type Action = keyof typeof actions

/** One action as its sender saw it: asked and answered at these ticks, and why it was refused. */
interface Observation {
  readonly name: Name
  readonly command: Command & { readonly comment: string }
  readonly from: number
  readonly until: number
  readonly key: string | null
}

/** Everybody does their own actions one after the other, all of them at once. */
export async function atOnce(
  bureau: Bureau,
  id: number,
  plans: readonly (readonly [Name, readonly Action[]])[],
): Promise<readonly Observation[]> {
  let tick = 0
  const observations: Observation[] = []
  await Promise.all(
    plans.map(async ([name, plan]) => {
      for (const [index, action] of plan.entries()) {
        // By its words an action is found again in the log.
        const command = { ...actions[action], comment: `action ${index} of ${name}` } as Observation['command']
        const from = tick++
        const key = await refusal(bureau.ask(name, id, command))
        observations.push({ name, command: command, from, until: tick++, key })
      }
    }),
  )
  return observations
}

interface Stand {
  readonly seq: number
  readonly snapshot: TicketSnapshot
}

const isAtRest = ({ context }: TicketSnapshot): boolean => liveVisits(context)[0]?.slots.length !== 0

/** What of the answers fits no order: nothing when the ticket behaved as if the actions had come one by one (I12). */
export async function misfits(
  bureau: Bureau,
  id: number,
  observations: readonly Observation[],
): Promise<readonly string[]> {
  const { log, moments, first } = await bureau.read(async (unit) => {
    const ticket = (await findTicket(unit.db, id))!
    const version = await bureau.engine.versions.byId(unit.db, ticket.versionId)
    const rows = await readLog(unit.db, id)
    const begin = start(version.machine, { applicant: ticket.applicantId }).snapshot
    return { log: rows, moments: relive([version], ticket.applicantId, rows), first: begin }
  })
  const stands: readonly Stand[] = [{ seq: 0, snapshot: first }].concat(
    moments.filter(({ snapshot }) => isAtRest(snapshot)).map(({ row, snapshot }) => ({ seq: row.seq, snapshot })),
  )
  const placeOf = (action: Observation): number => log.find((row) => row.comment === action.command.comment)?.seq ?? 0
  const done = observations.filter(({ key }) => key === null).map((action) => ({ ...action, seq: placeOf(action) }))
  const facts = log[0]!.event.facts

  const isPossible = (action: Observation, { seq }: Stand): boolean =>
    done.every((other) => (other.until < action.from ? other.seq <= seq : other.from < action.until || other.seq > seq))
  const isRefused = (action: Observation, { snapshot }: Stand): boolean =>
    !snapshot.can({
      at: '',
      facts,
      dataHash: '',
      ...action.command,
      actor: bureau.id(action.name),
    } as unknown as TicketEvent)
  const words = (action: Observation): string =>
    `${action.command.comment}: ${action.command.type}, ${action.key ?? 'done'}`

  return [
    ...done.filter(({ seq }) => seq === 0).map((action) => `not in the log: ${words(action)}`),
    ...observations
      .filter((action) => action.key !== null && placeOf(action) > 0)
      .map((action) => `refused, and in the log: ${words(action)}`),
    ...done
      .filter((action) => done.some((other) => other.until < action.from && other.seq > action.seq))
      .map((action) => `answered later than asked for: ${words(action)}`),
    ...observations
      // Out of sight is nobody's turn; whoever has had a part sees the ticket.
      .filter(({ key }) => key !== null && key !== '4004')
      .filter((action) => !stands.some((stand) => isPossible(action, stand) && isRefused(action, stand)))
      .map((action) => `refused at no moment: ${words(action)}`),
  ]
}

/** Deeds of several people on one ticket at the same time, and whether what each of them was told fits one order of events. */
import type { TicketSnapshot } from '#machines/ticket/compile.ts'
import { start } from '#machines/ticket/replay.ts'
import { liveVisits } from '#machines/ticket/visits.ts'
import type { TicketEvent } from '#machines/ticket/vocabulary.ts'
import type { Wish } from '#src/server/tickets/dispatch.ts'
import { readLog, relive } from '#src/server/tickets/replayCheck.ts'
import { findTicket } from '#src/server/tickets/ticket.ts'
import type { Bureau, Name } from './bureau.ts'
import { askBack, giveBack, pay, refusal, say } from './words.ts'

/** What people try; whom and what it concerns is sound, so that only the state of the ticket decides. */
export const deeds = {
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
} as const satisfies Record<string, Wish>
export type Deed = keyof typeof deeds

/** One deed as its sender saw it: asked and answered at these ticks, and why it was refused. */
interface Told {
  readonly name: Name
  readonly wish: Wish & { readonly comment: string }
  readonly from: number
  readonly until: number
  readonly key: string | null
}

/** Everybody does their own deeds one after the other, all of them at once. */
export async function atOnce(
  bureau: Bureau,
  id: number,
  plans: readonly (readonly [Name, readonly Deed[]])[],
): Promise<readonly Told[]> {
  let tick = 0
  const told: Told[] = []
  await Promise.all(
    plans.map(async ([name, plan]) => {
      for (const [index, deed] of plan.entries()) {
        // By its words a deed is found again in the log.
        const wish = { ...deeds[deed], comment: `deed ${index} of ${name}` } as Told['wish']
        const from = tick++
        const key = await refusal(bureau.ask(name, id, wish))
        told.push({ name, wish, from, until: tick++, key })
      }
    }),
  )
  return told
}

interface Stand {
  readonly seq: number
  readonly snapshot: TicketSnapshot
}

const isAtRest = ({ context }: TicketSnapshot): boolean => liveVisits(context)[0]?.slots.length !== 0

/** What of the answers fits no order: nothing when the ticket behaved as if the deeds had come one by one (I12). */
export async function misfits(bureau: Bureau, id: number, told: readonly Told[]): Promise<readonly string[]> {
  const { log, moments, first } = await bureau.read(async (base) => {
    const ticket = (await findTicket(base.db, id))!
    const version = await bureau.engine.versions.byId(base.db, ticket.versionId)
    const rows = await readLog(base.db, id)
    const begin = start(version.machine, { applicant: ticket.applicantId }).snapshot
    return { log: rows, moments: relive([version], ticket.applicantId, rows), first: begin }
  })
  const stands: readonly Stand[] = [{ seq: 0, snapshot: first }].concat(
    moments.filter(({ snapshot }) => isAtRest(snapshot)).map(({ row, snapshot }) => ({ seq: row.seq, snapshot })),
  )
  const placeOf = (deed: Told): number => log.find((row) => row.comment === deed.wish.comment)?.seq ?? 0
  const done = told.filter(({ key }) => key === null).map((deed) => ({ ...deed, seq: placeOf(deed) }))
  const facts = log[0]!.event.facts

  const isPossible = (deed: Told, { seq }: Stand): boolean =>
    done.every((other) => (other.until < deed.from ? other.seq <= seq : other.from < deed.until || other.seq > seq))
  const isRefused = (deed: Told, { snapshot }: Stand): boolean =>
    !snapshot.can({
      at: '',
      facts,
      dataHash: '',
      ...deed.wish,
      actor: bureau.id(deed.name),
    } as unknown as TicketEvent)
  const words = (deed: Told): string => `${deed.wish.comment}: ${deed.wish.type}, ${deed.key ?? 'done'}`

  return [
    ...done.filter(({ seq }) => seq === 0).map((deed) => `not in the log: ${words(deed)}`),
    ...told
      .filter((deed) => deed.key !== null && placeOf(deed) > 0)
      .map((deed) => `refused, and in the log: ${words(deed)}`),
    ...done
      .filter((deed) => done.some((other) => other.until < deed.from && other.seq > deed.seq))
      .map((deed) => `answered later than asked for: ${words(deed)}`),
    ...told
      // Out of sight is nobody's turn; whoever has had a part sees the ticket.
      .filter(({ key }) => key !== null && key !== '4004')
      .filter((deed) => !stands.some((stand) => isPossible(deed, stand) && isRefused(deed, stand)))
      .map((deed) => `refused at no moment: ${words(deed)}`),
  ]
}

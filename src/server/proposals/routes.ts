import { sql } from 'kysely'
import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import { ListAnswer } from '#src/define/answer.ts'
import { nameIn } from '#src/define/bilingual.ts'
import { momentText } from '#src/define/days.ts'
import { operation } from '#src/define/operations/operations.ts'
import { notFound } from '#src/define/problem.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import { type ProposalDetail, type ProposalRow, proposalKinds } from '#src/define/workflows/proposals.ts'
import { askOwnPassword } from '#src/server/access/ownPassword.ts'
import type { Services } from '#src/server/app/services.ts'
import { idParams, pageQuery, queryBoolean } from '#src/server/http/schemas.ts'
import type { Kind, ProposalCall } from './kind.ts'
import { kindsOf } from './kinds.ts'
import {
  columns,
  confirm,
  findProposal,
  othersOf,
  refuse,
  refuseUnasked,
  type StoredProposal,
  seatsFor,
  stateOf,
  withdraw,
} from './proposals.ts'

const PATH = '/api/proposal/'
/** Decided proposals that are looked through for those a person may see. */
const MAX_DECIDED = 500

/** The confirmer's own password, for kinds that ask for it. */
const passwordBody = z.strictObject({ password: z.string().max(64).optional() }).optional()
const reasonBody = z.strictObject({ reason: z.string().overwrite(trimText).min(5).max(200) })

interface Seen {
  readonly stored: StoredProposal
  readonly kind: Kind
}

/** What waits for a second person, and what became of it. Who may confirm is decided by the proposal, not by a permission alone. */
export function proposalRoutes(services: Services): readonly RouteDefinition[] {
  const kinds = kindsOf(services)
  const kindFor = ({ kind }: StoredProposal): Kind => {
    const found = kinds.get(kind)
    if (found === undefined) throw new Error(`nobody knows proposals of ${kind}`)
    return found
  }

  const maySee = async ({ unit, access }: ProposalCall, { stored, kind }: Seen): Promise<boolean> =>
    stored.proposedBy === access.userId ||
    stored.given.some(({ by }) => by === access.userId) ||
    stored.decidedBy === access.userId ||
    access.may(kind.readBy) ||
    (await seatsFor(unit, stored, access.userId)).length > 0

  const rowOf = async (call: ProposalCall, { stored, kind }: Seen): Promise<ProposalRow> => {
    const { unit, access, language } = call
    const state = await stateOf(unit, kind, stored)
    const holders = await Promise.all(
      stored.seats.map((seat) => (state === 'open' ? othersOf(unit, seat, stored) : [])),
    )
    const ids = [stored.proposedBy, stored.decidedBy ?? 0, ...stored.given.map(({ by }) => by), ...holders.flat()]
    const names = await services.names.of(unit.db, language, ids)
    const nameOf = (id: number | null): string | null => (id === null ? null : (names.get(id) ?? ''))
    return {
      id: stored.id,
      kind: stored.kind,
      title: nameIn(language, stored),
      state,
      proposedBy: nameOf(stored.proposedBy) ?? '',
      proposedAt: momentText(stored.proposedAt),
      expiresAt: momentText(stored.expiresAt),
      decidedBy: nameOf(stored.decidedBy),
      decidedAt: stored.decidedAt && momentText(stored.decidedAt),
      reason: stored.reason,
      seats: stored.seats.map((seat, index) => {
        const given = stored.given.find((one) => one.seat === seat)
        return {
          seat,
          people: (holders[index] ?? []).flatMap((id) => names.get(id) ?? []),
          confirmedBy: nameOf(given?.by ?? null),
          confirmedAt: given === undefined ? null : momentText(new Date(given.at)),
        }
      }),
      mayDecide:
        state === 'open' && access.may('proposal:Confirm') && (await seatsFor(unit, stored, access.userId)).length > 0,
      mayWithdraw: stored.state === 'open' && stored.proposedBy === access.userId,
    }
  }

  const read = async (call: ProposalCall, id: number): Promise<Seen> => {
    const stored = await findProposal(call.unit, id)
    const seen = { stored, kind: kindFor(stored) }
    if (!(await maySee(call, seen))) throw notFound()
    return seen
  }

  return [
    route({
      method: 'GET',
      url: PATH,
      permission: 'proposal:Search',
      query: z.strictObject({
        ...pageQuery,
        state: z.enum(['open', 'decided']).default('open'),
        kind: z.enum(proposalKinds).optional(),
        mine: queryBoolean,
      }),
      async handle(call) {
        const { page, limit, state, kind = null, mine } = call.query
        const { rows } = await sql<StoredProposal>`
          select ${columns} from proposal where (state = 'open') = ${state === 'open'} and (${kind}::text is null or kind = ${kind}::text)
          order by id desc limit ${MAX_DECIDED}`.execute(call.unit.db)
        const seen: Seen[] = []
        for (const stored of rows) {
          const one = { stored, kind: kindFor(stored) }
          if (await maySee(call, one)) seen.push(one)
        }
        const shown = await Promise.all(seen.map((one) => rowOf(call, one)))
        const wanted = mine === true ? shown.filter((row) => row.mayDecide) : shown
        return new ListAnswer(wanted.slice((page - 1) * limit, page * limit), { page, limit, total: wanted.length })
      },
    }),
    route({
      method: 'GET',
      url: `${PATH}:id/`,
      permission: 'proposal:Search',
      params: idParams,
      async handle(call): Promise<ProposalDetail> {
        const seen = await read(call, call.params.id)
        const row = await rowOf(call, seen)
        // What is over is no longer compared with what is there now.
        const nothing = { gains: [], changes: [], diff: null }
        const requiresPassword = row.mayDecide && seen.kind.requiresPassword === true
        return {
          ...row,
          requiresPassword,
          ...(row.state === 'open' ? await seen.kind.describe(call, seen.stored.content) : nothing),
        }
      },
    }),
    route({
      method: 'POST',
      url: `${PATH}:id/confirm/`,
      operation: operation('proposal.confirm', { of: 'proposal' }),
      permission: 'proposal:Confirm',
      params: idParams,
      body: passwordBody,
      ownTransaction: true,
      async handle(call) {
        const { id } = call.params
        const found = await findProposal(call.unit, id)
        const kind = kindFor(found)
        await refuseUnasked(call.unit, found, call.access.userId)
        // What can no longer be confirmed is refused for that reason.
        const isOpen = (await stateOf(call.unit, kind, found)) === 'open'
        if (isOpen && kind.requiresPassword === true) await askOwnPassword(services, call, call.body?.password)
        return call.write((unit) => confirm({ ...call, unit }, kind, id))
      },
    }),
    route({
      method: 'POST',
      url: `${PATH}:id/refuse/`,
      operation: operation('proposal.refuse', { of: 'proposal' }),
      permission: 'proposal:Confirm',
      params: idParams,
      body: reasonBody,
      async handle(call) {
        const kind = kindFor(await findProposal(call.unit, call.params.id))
        await refuse(call, kind, call.params.id, call.body.reason)
      },
    }),
    route({
      method: 'POST',
      url: `${PATH}:id/withdraw/`,
      operation: operation('proposal.withdraw', { of: 'proposal' }),
      permission: 'proposal:Search',
      params: idParams,
      async handle(call) {
        await withdraw(call, kindFor(await findProposal(call.unit, call.params.id)), call.params.id)
      },
    }),
  ]
}

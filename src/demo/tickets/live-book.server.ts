import type { ApplicationServer, EffectRun, UnitOfWork } from '#src/define/server.ts'
import { createCommitments } from '#src/modules/budget/commitment.server.ts'
import { commitments } from '#src/modules/budget/contract.ts'
import { nameVouchers } from '#src/modules/finance/claims-seed.server.ts'
import { expirePreApprovals, preApprovalOf } from '#src/modules/finance/pre-approval.server.ts'
import { moveTrips, tripsOf } from '#src/modules/finance/travel/travel-effects.server.ts'
import type { Engine } from '#src/server/tickets/versions/engine.ts'
import type { ClaimBook } from './claim-book.server.ts'
import type { Book } from './world.server.ts'

/** Types whose stories run by the product's own forms and effects; only the money of the lines stands in memory until the end. */
const types = [
  'preApproval',
  'financialReimbursementTwo',
  'travelRequest',
  'travelReimbursement',
  'subsidy',
  'personSalary',
] as const

/** What stories that follow others need of them: found under the words the first one was filed with. */
export interface FollowedRecords {
  approval(words: string): number | undefined
  trips(words: string): readonly { readonly id: number; readonly userId: number }[]
}

/** A book that keeps nothing: the rows are written as the decisions fall, by the effects themselves. */
export function openLiveBook(
  engine: Engine,
  claims: ClaimBook,
): Book & FollowedRecords & { settle(unit: UnitOfWork): Promise<void> } {
  const approvals = new Map<string, number>()
  const travels = new Map<string, readonly { id: number; userId: number }[]>()
  const isLive = (type: string): boolean => (types as readonly string[]).includes(type)

  const after: Readonly<Record<string, EffectRun>> = {
    'preApproval.freeze': async ({ unit, ticket }) => {
      const id = await preApprovalOf(unit, ticket.id)
      if (id !== null) approvals.set(String(ticket.formData['reason']), id)
    },
    'travel.plan': async ({ unit, ticket }) => {
      travels.set(String(ticket.formData['reason']), await tripsOf(unit, ticket.id))
    },
  }
  const effects = Object.fromEntries(
    [...engine.effects].flatMap(([name, real]): [string, EffectRun][] => {
      if (!/^(claim|preApproval|priorClaim|travel|travelClaim|subsidy|salary)\./.test(name)) return []
      const kept = claims.effects[name]
      return [
        [
          name,
          async (context) => {
            await (isLive(context.ticket.type) || kept === undefined ? real.run : kept)(context)
            await after[name]?.(context)
          },
        ],
      ]
    }),
  )
  const servers = Object.fromEntries(
    types.flatMap((type): [string, ApplicationServer][] => {
      const server = engine.servers.get(type)
      return server ? [[type, server]] : []
    }),
  )
  const travelClaim = servers['travelReimbursement']
  return {
    types: {
      ...servers,
      ...(travelClaim && {
        travelReimbursement: {
          ...travelClaim,
          // Whoever claims comes after the nights in which trips begin and end.
          defaults: async (context) => {
            await moveTrips(context.unit)
            return (await travelClaim.defaults?.(context)) ?? {}
          },
        },
      }),
    },
    effects,
    services: { [commitments.name]: createCommitments },
    approval: (words) => approvals.get(words),
    trips: (words) => travels.get(words) ?? [],
    /** The nights up to now. */
    async settle(unit) {
      await moveTrips(unit)
      await expirePreApprovals(unit)
    },
    /** The tickets have their titles only now. */
    write: nameVouchers,
  }
}

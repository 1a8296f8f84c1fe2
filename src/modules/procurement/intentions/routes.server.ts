/** Intentions by the hand: many published at once, and the list for the public (50.8). */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Access } from '#src/define/access.ts'
import { operation } from '#src/define/operations/operations.ts'
import { reachedBy } from '#src/define/reach.server.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { sheets } from '#src/define/services.ts'
import { inTenThousands } from './intention-article.server.ts'
import { lockIntention } from './intention-rows.server.ts'
import { publicationOf, publishIntention } from './intentions.server.ts'

/** Intentions of one list; a bureau has some dozens a year. */
const MOST = 1000

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** Those within reach that wait to be published, in the order of their ids. */
async function waitingAmong(unit: UnitOfWork, access: Access, ids: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from intention r where r.id = any(${[...ids]}::bigint[]) and r.state = 'approved' and r.deleted_at is null
      and ${reachedBy(access, 'intention:Publish', { department: 'r.dept_id', owner: 'r.applicant_id' })}
    order by r.id for update`.execute(unit.db)
  return rows.map((row) => row.id)
}

const columns = ['projectName', 'demandSummary', 'budget', 'expectedMonth', 'publicNote'] as const

export const intentionRoutes: readonly RouteDefinition[] = [
  route({
    method: 'POST',
    url: '/api/procurement/intention/publish/',
    permission: 'intention:Publish',
    operation: operation('procurement.publishIntentions'),
    body: z.strictObject({
      ids: z.array(id).min(1).max(50),
      channelUrl: z.string().max(200),
      publicNote: z.string().max(200).nullish(),
    }),
    async handle({ unit, access, body }) {
      const publication = publicationOf(unit, { channelUrl: body.channelUrl, publicNote: body.publicNote ?? null })
      const chosen = [...new Set(body.ids)]
      const found = await waitingAmong(unit, access, chosen)
      for (const one of found) await publishIntention(unit, await lockIntention(unit, one), publication, access.userId)
      return { done: found.length, skipped: chosen.length - found.length }
    },
  }),
  route({
    method: 'GET',
    url: '/api/procurement/intention/public_list/',
    permission: 'intention:Export',
    async handle({ unit, access, language }) {
      const { rows } = await sql<{
        projectName: string
        demandSummary: string
        amount: string
        expectedMonth: string
        publicNote: string | null
      }>`
        select r.project_name, r.demand_summary, r.amount, r.expected_month, r.public_note from intention r
        where r.state = 'published' and r.deleted_at is null and ${reachedBy(access, 'intention:Export', { department: 'r.dept_id', owner: 'r.applicant_id' })}
        order by r.publish_at desc, r.id desc limit ${MOST}`.execute(unit.db)
      return unit.service(sheets).table(
        `intentions_${unit.clock.today()}`,
        columns.map((column) => ({ title: unit.textOf(language, `intentionList.${column}`) ?? column })),
        rows.map((row) => [
          row.projectName,
          row.demandSummary,
          inTenThousands(row.amount),
          row.expectedMonth,
          row.publicNote,
        ]),
      )
    },
  }),
]

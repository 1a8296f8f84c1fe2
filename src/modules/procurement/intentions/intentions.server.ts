/** Intentions: the one place that publishes and revokes them (50.8). */
import { addDays, dayOf, daysBetween, parseMoment } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import { changing } from '#src/define/records/rows.server.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { textIn } from '#src/fields/values.ts'
import { convertIntention } from './convert.server.ts'
import { announceIntention, reviseRevoked } from './intention-article.server.ts'
import { intentionDays } from './intention-form.server.ts'
import { type IntentionRow, lockIntention } from './intention-rows.server.ts'

/** Published on the bureau's own page or the government's: over HTTPS. */
const isChannel = (url: string): boolean => /^https:\/\/[^\s/.]+(\.[^\s/.]+)+(\/\S*)?$/.test(url)

/** When and where it is published. @throws RuleError at the field that is wrong */
export interface Publication {
  readonly publishAt: Date
  readonly channelUrl: string
  readonly publicNote: string | null
}

export function publicationOf(unit: UnitOfWork, values: FormData): Publication {
  const [at, channelUrl, note] = [textIn(values.publishAt), textIn(values.channelUrl), textIn(values.publicNote)]
  const publishAt = at === '' ? unit.clock.now() : parseMoment(at)
  if (publishAt === null || publishAt > unit.clock.now()) throw new RuleError('intention.inFuture').at('publishAt')
  if (!isChannel(channelUrl)) throw new RuleError('intention.channel').at('channelUrl')
  return { publishAt, channelUrl, publicNote: note || null }
}

/** PRC-03: stands among the articles from now on, and the days before its purchase are counted. The row is locked. */
export async function publishIntention(
  unit: UnitOfWork,
  row: IntentionRow,
  { publishAt, channelUrl, publicNote }: Publication,
  byUser: number,
): Promise<void> {
  if (row.state !== 'approved') throw new RuleError('version.conflict')
  if (publishAt < row.approvedAt) throw new RuleError('intention.beforeApproval').at('publishAt')
  const day = dayOf(publishAt)
  const shown = { ...row, channelUrl, publicNote: publicNote ?? row.publicNote }
  await changing(
    unit,
    'intention',
    {
      state: 'published',
      publishAt,
      channelUrl,
      publicNote: shown.publicNote,
      earliestStart: row.exemptReason === null ? addDays(day, intentionDays(unit)) : day,
      articleId: await announceIntention(unit, shown, byUser),
    },
    byUser,
  )
    .where('id', '=', row.id)
    .execute()
  unit.changed('intention', row.id)
}

/** Revoked, and so says its article. The row is locked. */
export async function revokeIntention(
  unit: UnitOfWork,
  row: IntentionRow,
  reason: string,
  byUser: number,
): Promise<void> {
  await changing(unit, 'intention', { state: 'revoked', revokeReason: reason, isStale: false }, byUser)
    .where('id', '=', row.id)
    .execute()
  if (row.articleId !== null)
    await reviseRevoked(unit, row.articleId, { ...row, channelUrl: row.channelUrl ?? '' }, reason, byUser)
  unit.changed('intention', row.id)
}

export const intentionServer: RecordServer = {
  computed: {
    isExempt: '(r.exempt_reason is not null)',
    daysSincePublish: 'null::int',
  },
  async complete(rows, unit) {
    const today = unit.clock.today()
    return rows.map((row) => {
      const at = typeof row.publishAt === 'string' ? row.publishAt.slice(0, 10) : null
      return { ...row, daysSincePublish: at === null ? null : daysBetween(at, today) }
    })
  },
  actions: {
    async publish({ id }, values, unit, { userId }) {
      await publishIntention(unit, await lockIntention(unit, id), publicationOf(unit, values), userId)
    },
    convert: ({ id }, values, unit, { userId }) => convertIntention(unit, id, values, userId),
    async revoke({ id }, { reason }, unit, { userId }) {
      const row = await lockIntention(unit, id)
      if (row.state !== 'approved' && row.state !== 'published') throw new RuleError('version.conflict')
      await revokeIntention(unit, row, textIn(reason), userId)
    },
  },
}

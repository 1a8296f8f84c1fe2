/** What a bulk purchase does: it holds its month from the submission on, and its approval is the authorisation of its purchase (22.8, PRC-37). */
import { sql } from 'kysely'
import { RuleError, ValidationError } from '#src/define/problem.ts'
import { type EffectRun, effect } from '#src/define/server.ts'
import { textIn } from '#src/fields/values.ts'
import { entitlements } from '#src/modules/standard/contract.ts'
import { purchases } from '../contract.ts'
import { linesOfForm, overProblem, wantedByLine } from './bulk-form.server.ts'
import { periodOf, planHolder } from './rows.server.ts'

/** onSubmit: two at once of the same category come one after the other, so that each counts the other (PRC-21). */
const plan: EffectRun = async ({ unit, ticket }) => {
  const period = periodOf(ticket.formData)
  await sql`select pg_advisory_xact_lock(hashtext(${`bulk.plan ${period.category}`}))`.execute(unit.db)
  const holder = await planHolder(unit, period, ticket.id)
  if (holder !== null) throw new RuleError('bulk.periodTaken', period.month, holder).at('periodMonth')
  const { lines } = await linesOfForm(ticket.formData, unit, ticket.id)
  for (const [index, line] of lines.entries()) {
    const over = overProblem(line, index)
    if (Object.keys(over).length > 0) throw new ValidationError(over)
  }
  const versionId = await unit.service(entitlements).currentVersion('office')
  await sql`insert into bulk_plan (ticket_id, category, period_month, version_id, is_live)
    values (${ticket.id}::bigint, ${period.category}, ${period.month}, ${versionId}::bigint, true)
    on conflict (ticket_id) do update set category = excluded.category, period_month = excluded.period_month, version_id = excluded.version_id, is_live = true`.execute(
    unit.db,
  )
}

/** onReturn, onReject, onWithdraw: the month is free. */
const unplan: EffectRun = async ({ unit, ticket }) => {
  await sql`update bulk_plan set is_live = false where ticket_id = ${ticket.id}`.execute(unit.db)
}

/** onApprove: each department's part is held on its line, and the purchase takes over all of them. */
const buy: EffectRun = async ({ unit, ticket }) => {
  const form = ticket.formData
  const { lines } = await linesOfForm(form, unit, ticket.id)
  const category = textIn(form.bulkCategory)
  const word = unit.textOf('zhHans', `dictionaries.bulkCategory.entries.${category}`) ?? category
  await unit.service(purchases).create({
    ticketId: ticket.id,
    name: `${textIn(form.periodMonth)} ${word}`,
    category: 'goods',
    method: 'bulk',
    deptId: ticket.deptId,
    ownerId: ticket.applicantId,
    vendorId: null,
    awardAmount: null,
    budgetLines: [...wantedByLine(lines)].map(([lineId, amount]) => ({ lineId, amount })),
    items: lines.flatMap(({ config, demandId, deptId, qty, unitPrice, unitCap }) =>
      config === null || qty === null || deptId === null
        ? []
        : [
            {
              demandId,
              itemId: config.stockItemId,
              name: config.name,
              spec: config.spec,
              unit: config.unit,
              qty,
              price: unitPrice ?? unitCap ?? '0.00',
              assetLink: config.assetCategory !== null,
              ...(config.assetCategory !== null && { assetCategory: config.assetCategory }),
              standardItemId: config.standardItemId,
              deptId,
            },
          ],
    ),
    deliverBy: textIn(form.deliverBy),
    panel: [],
  })
}

/** onVoidApproved: the purchase ends, its money is free and so is the month. */
const undo: EffectRun = async (context) => {
  await context.unit.service(purchases).giveUp(context.ticket.id, context.actorId)
  await unplan(context)
}

export const bulkEffects = {
  'bulk.plan': effect(['periodMonth'], plan),
  'bulk.unplan': effect([], unplan),
  'bulk.buy': effect(['demands'], buy),
  'bulk.void': effect([], undo),
} as const

declare module '#src/define/names.ts' {
  interface EffectNames {
    bulk: keyof typeof bulkEffects
  }
}

/** What an approved intention does: it waits to be published; a voided one is revoked (22.6). */
import { RuleError } from '#src/define/problem.ts'
import { adding } from '#src/define/records/rows.server.ts'
import { type EffectRun, effect } from '#src/define/server.ts'
import { idIn, textIn } from '#src/fields/values.ts'
import { sameName } from './intention-form.server.ts'
import { lockIntention } from './intention-rows.server.ts'
import { revokeIntention } from './intentions.server.ts'

/** onApprove: nothing is frozen; it stands among the intentions that are to be published. */
const register: EffectRun = async ({ unit, ticket }) => {
  const form = ticket.formData
  const projectName = textIn(form.projectName)
  const taken = await sameName(unit, projectName, ticket.id)
  if (taken !== null) throw new RuleError('intention.nameTaken', taken).at('projectName')
  const row = await adding(
    unit,
    'intention',
    {
      ticketId: ticket.id,
      applicantId: ticket.applicantId,
      deptId: ticket.deptId,
      projectName,
      category: textIn(form.category) as 'goods',
      demandSummary: textIn(form.demandSummary),
      amount: ticket.amount ?? '0.00',
      budgetLineId: idIn(form.budgetLineId),
      projectId: idIn(form.projectId) ?? idIn(form.lineProjectId),
      expectedMonth: textIn(form.expectedMonth),
      forSme: form.forSme === true,
      exemptReason: textIn(form.exemptReason) || null,
      year: Number(unit.clock.today().slice(0, 4)),
      approvedAt: unit.clock.now(),
    },
    ticket.applicantId,
  )
    .returning('id')
    .executeTakeFirstOrThrow()
  unit.changed('intention', row.id)
  unit.notify({
    to: await unit.usersWithRole('procurementOfficer'),
    contentType: 'REMIND',
    title: { key: 'intention.toPublish', params: [projectName] },
    link: '/procurement/disclosure-intention?state=approved',
  })
}

/** onVoidApproved: revoked with its article; what has become a purchase stays. */
const undo: EffectRun = async ({ unit, ticket, actorId, comment }) => {
  const found = await unit.db
    .selectFrom('intention')
    .select('id')
    .where('ticketId', '=', ticket.id)
    .where('state', '<>', 'revoked')
    .executeTakeFirst()
  if (found === undefined) return
  const row = await lockIntention(unit, found.id)
  if (row.state === 'converted') throw new RuleError('intention.isConverted').at()
  await revokeIntention(unit, row, comment, actorId ?? ticket.applicantId)
}

export const intentionEffects = {
  'intention.register': effect(['projectName'], register),
  'intention.void': effect([], undo),
} as const

declare module '#src/define/names.ts' {
  interface EffectNames {
    intention: keyof typeof intentionEffects
  }
}

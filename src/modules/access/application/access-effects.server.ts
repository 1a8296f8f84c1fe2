/** What an approved application does: grants wait for their cards, come into force, are extended or taken back. */
import { fileLinks } from '#src/define/fileLinks.ts'
import { RuleError } from '#src/define/problem.ts'
import { type EffectRun, effect } from '#src/define/server.ts'
import { codesOf } from '#src/fields/choices/choices.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { fileIdsIn, idIn, textIn } from '#src/fields/values.ts'
import {
  activate,
  addGrants,
  extend,
  type GrantRow,
  lockActivation,
  lockGrants,
  lockGrantsOf,
  MAX_EXTENSIONS,
  refuseSecond,
  revoke,
  undoExtensions,
} from '../grants/grants.server.ts'
import { grantIdsOf, isExtension, needsCard } from './access-form.server.ts'

/** The people of the form are expected: they stand in the register until the keeper activates them. */
const approve: EffectRun = async ({ unit, ticket }) => {
  const form = ticket.formData
  if (isExtension(form)) return
  const isDiner = form.grantKind !== 'door'
  const persons = rowsOf(form.persons)
  const ids = await addGrants(
    unit,
    persons.map((person, index) => ({
      ticketId: ticket.id,
      lineNo: index + 1,
      applicantId: ticket.applicantId,
      deptId: ticket.deptId,
      hostId: idIn(form.hostUserId) ?? ticket.applicantId,
      grantKind: textIn(form.grantKind),
      name: textIn(person.name),
      idType: textIn(person.idType),
      idTail4: textIn(person.idTail4),
      org: textIn(person.org),
      mobile: textIn(person.mobile),
      visitorType: textIn(person.visitorType),
      photo: [...fileIdsIn(person.photo)],
      areas: [...codesOf(form.areas)],
      validFrom: textIn(form.validFrom),
      validTo: textIn(form.validTo),
      meals: isDiner ? [...codesOf(form.meals)] : null,
      payer: isDiner ? textIn(form.payer) : null,
      budgetLineId: isDiner && form.payer === 'hostDept' ? idIn(form.budgetLineId) : null,
    })),
    ticket.applicantId,
  )
  for (const [index, id] of ids.entries()) {
    await unit
      .service(fileLinks)
      .share({ record: 'ticket', recordId: ticket.id }, { record: 'accessGrant', recordId: id }, [
        ...fileIdsIn(persons[index]?.photo),
      ])
    unit.changed('accessGrant', id)
  }
}

/** The card a person is handed; null for a visit of a day, which goes by the printed pass. @throws RuleError */
function cardOf(form: FormData, { lineNo, name }: GrantRow): string | null {
  const card = textIn(rowsOf(form.cards).find((row) => row.lineNo === lineNo)?.cardNo) || null
  if (card === null && needsCard(form)) throw new RuleError('access.cardMissing', name).at(`cards.${lineNo - 1}.cardNo`)
  return card
}

const activateGrants: EffectRun = async ({ unit, ticket, actorId }) => {
  const by = actorId ?? ticket.applicantId
  const form = ticket.formData
  await lockActivation(unit)
  if (isExtension(form)) {
    const grants = await lockGrants(unit, grantIdsOf(form))
    for (const grant of grants) {
      if (grant.state === 'revoked') throw new RuleError('access.notExtendable').at('grants')
      if (grant.extensions >= MAX_EXTENSIONS)
        throw new RuleError('rule.CAN-32', grant.name, MAX_EXTENSIONS).at('grants')
      if (textIn(form.validTo) <= grant.validTo) throw new RuleError('access.notLonger', grant.validTo).at('validTo')
      await refuseSecond(unit, grant, grant.cardNo, 'grants')
      await extend(unit, grant, { ticketId: ticket.id, validTo: textIn(form.validTo), by })
    }
    return
  }
  if (textIn(form.validTo) < unit.clock.today())
    throw new RuleError('access.periodOver', textIn(form.validTo)).at('validTo')
  for (const grant of await lockGrantsOf(unit, ticket.id)) {
    const card = cardOf(form, grant)
    await refuseSecond(unit, grant, card, `cards.${grant.lineNo - 1}.cardNo`)
    await activate(unit, grant, card, by)
  }
}

/** Sent back, withdrawn or voided: this ticket lets no person in any more. Who is inside leaves by the register. */
const undo: EffectRun = async ({ unit, ticket, actorId }) => {
  if (isExtension(ticket.formData)) return undoExtensions(unit, ticket.id)
  const reason = unit.textOf('zhHans', 'rules.access.ticketUndone') ?? ''
  for (const grant of await lockGrantsOf(unit, ticket.id))
    await revoke(unit, grant, reason, actorId ?? ticket.applicantId)
}

export const accessEffects = {
  'access.approve': effect(['persons', 'validTo'], approve),
  'access.activate': effect(['validTo'], activateGrants),
  'access.undo': effect([], undo),
} as const

declare module '#src/define/names.ts' {
  interface EffectNames {
    access: keyof typeof accessEffects
  }
}

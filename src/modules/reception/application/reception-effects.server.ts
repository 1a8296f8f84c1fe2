/** What a reception does: takes its letter, holds its money, stands in the register, and is settled (23.9, D6). */

import { parseMoment } from '#src/define/days.ts'
import { fileLinks } from '#src/define/fileLinks.ts'
import { RuleError } from '#src/define/problem.ts'
import { adding } from '#src/define/records/rows.server.ts'
import { type EffectContext, type EffectRun, effect } from '#src/define/server.ts'
import { claimPayments } from '#src/define/services.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { idIn, fileIdsIn as idsIn, textIn } from '#src/fields/values.ts'
import { budgetLedger } from '#src/modules/budget/contract.ts'
import { freeLetter, takeLetter } from '../register/letters.server.ts'
import {
  changeReception,
  findReceptionOf,
  guestRow,
  lockReceptionOf,
  writeGuests,
  writePayers,
} from '../register/receptions.server.ts'
import { cancelMeal, reserveMeal, verifyMeal } from './canteen-meal.server.ts'
import { absentPlaces, checkList } from './guest-list.server.ts'
import { isOutside, quarterOf, topRankOf } from './limits.ts'
import { vendorProblem } from './reception-form.server.ts'

const source = ({ ticket }: EffectContext, effectKey: string) => ({ ticketId: ticket.id, effectKey, note: ticket.no })

/** onSubmit: REC-01. */
const take: EffectRun = ({ unit, ticket }) =>
  takeLetter(unit, ticket.id, { org: textIn(ticket.formData.letterOrg), no: textIn(ticket.formData.letterNo) })

/** onReturn, onReject, onWithdraw. */
const free: EffectRun = ({ unit, ticket }) => freeLetter(unit, ticket.id)

/** onApprove: the estimate is held, the meal in the canteen reserved, and the reception stands in the register. */
const approve: EffectRun = async (context) => {
  const { unit, ticket } = context
  const form = ticket.formData
  const mealAt = parseMoment(textIn(form.mealAt))
  const [amount, topRank] = [ticket.amount, topRankOf(form.guests)]
  if (mealAt === null || amount === null || topRank === null) throw new RuleError('wf.stateChanged')
  const isVendors = isOutside(form)
  if (isVendors) {
    const unfit = await vendorProblem(unit, idIn(form.vendorId))
    if (unfit !== null) throw new RuleError(unfit.key, ...(unfit.params ?? [])).at('vendorId')
  }
  const lineId = Number(form.budgetLineId)
  await unit.service(budgetLedger).freeze(lineId, amount, source(context, 'reception.approve'))
  // E11: the menu behind the budget line.
  const mealOrderId = isVendors ? null : await reserveMeal(context)
  const [letterFile, escorts, guests] = [[...idsIn(form.letterFile)], [...idsIn(form.escorts)], rowsOf(form.guests)]
  const [made] = await adding(
    unit,
    'reception',
    {
      ticketId: ticket.id,
      applicantId: ticket.applicantId,
      deptId: ticket.deptId,
      letterOrg: textIn(form.letterOrg),
      letterNo: textIn(form.letterNo),
      letterDate: textIn(form.letterDate),
      letterFile,
      isSuperior: form.isSuperiorUnit === true,
      activity: textIn(form.activity),
      guestCount: guests.length,
      escortIds: escorts,
      escortCount: escorts.length,
      topRank,
      mealAt,
      mealType: textIn(form.mealType),
      place: textIn(form.place),
      vendorId: isVendors ? idIn(form.vendorId) : null,
      mealOrderId,
      budgetLineId: lineId,
      standard: textIn(form.standard),
      amount,
      approvedOn: unit.clock.today(),
    },
    ticket.applicantId,
  )
    .returning('id')
    .execute()
  const id = Number(made?.id)
  await writeGuests(
    unit,
    id,
    guests.map((row, index) => guestRow(row, index + 1)),
  )
  await shareFiles(context, id, letterFile)
  unit.changed('reception', id)
}

const shareFiles = ({ unit, ticket }: EffectContext, id: number, files: readonly number[]): Promise<void> =>
  unit.service(fileLinks).share({ record: 'ticket', recordId: ticket.id }, { record: 'reception', recordId: id }, files)

/** onHandle(serve): not before the meal; its order in the canteen is verified. */
const serve: EffectRun = async ({ unit, ticket, actorId }) => {
  const reception = await lockReceptionOf(unit, ticket.id)
  if (reception.mealAt > unit.clock.now()) throw new RuleError('reception.beforeMeal').at()
  await verifyMeal(unit, reception, actorId)
  await changeReception(unit, reception.id, { state: 'served', servedAt: unit.clock.now(), servedBy: actorId }, actorId)
}

/** onHandle(guestList): who came, and what it cost (REC-03). */
const list: EffectRun = async (context) => {
  const { unit, ticket, actorId } = context
  const form = ticket.formData
  const { reception, figures } = await checkList(unit, ticket.id, form)
  const absent = absentPlaces(form)
  const invited = rowsOf(form.guests)
  await writeGuests(unit, reception.id, [
    ...invited.map((row, index) => guestRow(row, index + 1, { absent: absent.has(index) })),
    ...rowsOf(form.extraGuests).map((row, index) => guestRow(row, invited.length + index + 1, { extra: true })),
  ])
  await writePayers(unit, reception.id, rowsOf(form.ownCost))
  const listFile = [...idsIn(form.listFile)]
  await changeReception(
    unit,
    reception.id,
    {
      state: 'listed',
      actualGuests: figures.guests,
      actualEscortIds: [...idsIn(form.actualEscorts)],
      actualEscorts: figures.escorts,
      actualAmount: figures.amount,
      perHead: figures.perHead,
      ownCost: figures.ownCost,
      difference: textIn(form.differenceNote) || null,
      listFile,
      signerId: idIn(form.listSignerId),
      listedAt: unit.clock.now(),
      listedBy: actorId,
    },
    actorId,
  )
  await shareFiles(context, reception.id, listFile)
}

/** What is frozen for the ticket is free again. */
async function unfreeze(context: EffectContext, effectKey: string): Promise<void> {
  const budget = context.unit.service(budgetLedger)
  for (const held of await budget.frozenBy(context.ticket.id))
    await budget.unfreeze(held.lineId, held.amount, source(context, effectKey))
}

/** onHandle(settle): what was spent leaves the budget once (D6): between the offices for the canteen, by the cashier for a meal outside. */
const settle: EffectRun = async (context) => {
  const { unit, ticket, actorId } = context
  const reception = await lockReceptionOf(unit, ticket.id)
  if (reception.state !== 'listed' || reception.actualAmount === null) throw new RuleError('wf.stateChanged')
  await unfreeze(context, 'reception.settle')
  if (reception.vendorId === null)
    await unit
      .service(budgetLedger)
      .consume(reception.budgetLineId, reception.actualAmount, source(context, 'reception.settle'))
  else await unit.service(claimPayments).payVendor(context, reception.vendorId, reception.actualAmount)
  await changeReception(
    unit,
    reception.id,
    {
      state: 'settled',
      settledAt: unit.clock.now(),
      settledBy: actorId,
      quarter: quarterOf(unit.clock.today()),
    },
    actorId,
  )
}

/** Sent back, withdrawn or voided. Before the meal the letter and its place on the menu are free again; after it the letter stays used, and only the money comes back. */
const cancel: EffectRun = async (context) => {
  const { unit, ticket, actorId } = context
  const reception = await findReceptionOf(unit, ticket.id)
  if (reception === null) return freeLetter(unit, ticket.id)
  const isServed =
    reception.state !== 'approved' || (reception.vendorId !== null && reception.mealAt <= unit.clock.now())
  if (isServed && actorId === ticket.applicantId) throw new RuleError('reception.served').at()
  if (reception.state !== 'settled') await unfreeze(context, 'reception.cancel')
  else if (reception.vendorId !== null) await unit.service(claimPayments).refundVendor(context)
  else
    await unit
      .service(budgetLedger)
      .refund(reception.budgetLineId, reception.actualAmount ?? '0.00', source(context, 'reception.cancel'))
  if (!isServed) {
    await cancelMeal(context)
    await freeLetter(unit, ticket.id)
  }
  await changeReception(unit, reception.id, { state: 'cancelled' }, actorId)
}

export const receptionEffects = {
  'reception.takeLetter': effect(['letterNo'], take),
  'reception.freeLetter': effect([], free),
  'reception.approve': effect(['budgetLineId'], approve),
  'reception.serve': effect([], serve),
  'reception.list': effect(['actualAmount'], list),
  'reception.settle': effect(['listChecked'], settle),
  'reception.cancel': effect([], cancel),
} as const

declare module '#src/define/names.ts' {
  interface EffectNames {
    reception: keyof typeof receptionEffects
  }
}

/** The list of guests after the meal: who came, compared with the letter, and what it cost (REC-03, 90 B). */
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { compareMoney, sumMoney } from '#src/fields/money/cents.ts'
import { idIn, fileIdsIn as idsIn, textIn } from '#src/fields/values.ts'
import { lockReceptionOf, type ReceptionRow } from '../register/receptions.server.ts'
import { escortLimit, isWithin, perHeadOf } from './limits.ts'

/** What a list comes to. */
export interface ListFigures {
  readonly guests: number
  readonly escorts: number
  readonly amount: string
  readonly perHead: string
  /** What guests paid themselves. */
  readonly ownCost: string
}

/** Guests of the letter who are named as absent, by their places on the form. @throws RuleError */
export function absentPlaces(form: FormData): ReadonlySet<number> {
  const guests = rowsOf(form.guests)
  const places = new Set<number>()
  for (const [index, row] of rowsOf(form.absentGuests).entries()) {
    const name = textIn(row.name).trim()
    const place = guests.findIndex((guest, at) => !places.has(at) && textIn(guest.name) === name)
    if (place < 0) throw new RuleError('reception.notInvited', name).at(`absentGuests.${index}.name`)
    places.add(place)
  }
  return places
}

/** @throws RuleError where the list breaks a limit */
function figuresOf(form: FormData, reception: ReceptionRow): ListFigures {
  const guests = rowsOf(form.guests).length - absentPlaces(form).size + rowsOf(form.extraGuests).length
  if (guests < 1) throw new RuleError('reception.nobodyCame').at('absentGuests')
  const escorts = idsIn(form.actualEscorts).length
  // REC-02: no more than were approved, unless more guests came.
  const most = escortLimit(Math.max(guests, reception.guestCount))
  if (escorts > most) throw new RuleError('reception.escortExceeded', most).at('actualEscorts')
  const amount = textIn(form.actualAmount)
  const heads = guests + escorts
  const perHead = perHeadOf(amount, heads)
  // REC-03.
  if (!isWithin(amount, reception.standard, heads))
    throw new RuleError('reception.overHeadLimit', perHead, reception.standard).at('actualAmount')
  if (compareMoney(amount, reception.amount) > 0)
    throw new RuleError('reception.overAmount', amount, reception.amount).at('actualAmount')
  const ownCost = sumMoney(rowsOf(form.ownCost).map((row) => textIn(row.amount)))
  return { guests, escorts, amount, perHead, ownCost }
}

/** The reception, locked, with what its list comes to. @throws RuleError */
export async function checkList(
  unit: UnitOfWork,
  ticketId: number,
  form: FormData,
): Promise<{ readonly reception: ReceptionRow; readonly figures: ListFigures }> {
  const reception = await lockReceptionOf(unit, ticketId)
  if (reception.mealAt > unit.clock.now()) throw new RuleError('reception.beforeMeal').at()
  // The person who files the list does not sign it as well.
  if (idIn(form.listSignerId) === reception.applicantId) throw new RuleError('reception.ownSigner').at('listSignerId')
  return { reception, figures: figuresOf(form, reception) }
}

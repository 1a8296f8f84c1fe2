/** The meal of a reception in the canteen: what the form is told of the menu, and the order that stands there from the approval on (CAN-48). */
import type { ProblemKey } from '#src/define/names.ts'
import { type Problem, type Problems, problemOf, RuleError } from '#src/define/problem.ts'
import type { EffectContext, FormContext, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { textIn } from '#src/fields/values.ts'
import { type ReceptionMeal, receptionMeals } from '#src/modules/canteen/contract.ts'
import { findReceptionOf, type ReceptionRow } from '../register/receptions.server.ts'
import { headsOf, isOutside } from './limits.ts'

/** Characters of a note and of a reason of an order. */
const [MAX_NOTE, MAX_REASON] = [50, 200]

/** What of a meal is asked for; null for a meal outside and where the form does not say it yet. */
function mealIn(form: FormData): Pick<ReceptionMeal, 'date' | 'mealType' | 'portions'> | null {
  const [date, mealType, portions] = [textIn(form.mealAt).slice(0, 10), textIn(form.mealType), headsOf(form)]
  if (isOutside(form) || date === '' || mealType === '' || portions === 0) return null
  return { date, mealType: mealType as ReceptionMeal['mealType'], portions }
}

/** The field at which a refusal of the canteen stands: the meal that is full, else the time. */
const placeOf = (key: ProblemKey): string => (key === 'order.capacity' ? 'mealType' : 'mealAt')

/** What the canteen says against the meal of a form that is not approved yet. */
async function problemOfForm(form: FormData, { unit, ticketId }: FormContext): Promise<Problem | null> {
  const meal = mealIn(form)
  if (meal === null || (ticketId !== null && (await findReceptionOf(unit, ticketId)) !== null)) return null
  return unit.service(receptionMeals).problem(meal)
}

/** Refuses a meal that began or has no room. A menu may be published after the form is filed: its absence is a hint (CAN-46). */
export async function mealProblems(form: FormData, context: FormContext): Promise<Problems> {
  const problem = await problemOfForm(form, context)
  return problem === null || problem.key === 'meal.unpublished' ? {} : { [placeOf(problem.key)]: [problem] }
}

/** What has to happen before the approval: the menu is published. */
export async function mealHints(form: FormData, context: FormContext): Promise<readonly Problem[]> {
  const problem = await problemOfForm(form, context)
  return problem?.key === 'meal.unpublished' ? [problemOf('reception.mealUnpublished', ...(problem.params ?? []))] : []
}

/** How many portions the menu of the meal has left, until the approval takes some of them. */
export async function mealFigure(form: FormData, { unit, ticketId }: FormContext) {
  const meal = mealIn(form)
  if (meal === null || (ticketId !== null && (await findReceptionOf(unit, ticketId)) !== null)) return []
  const offer = await unit.service(receptionMeals).offer(meal.date, meal.mealType)
  if (offer === null) return []
  const tone: 'good' | 'bad' = meal.portions <= offer.left ? 'good' : 'bad'
  return [{ label: 'receptionPanel.left', value: String(offer.left), tone }]
}

/** Reserves guests and escorts at the meal, behind the lock of the budget line (E11); answers the order. @throws RuleError at the field it concerns */
export async function reserveMeal({ unit, ticket }: EffectContext): Promise<number> {
  const meal = mealIn(ticket.formData)
  if (meal === null) throw new RuleError('wf.stateChanged')
  const { id: ticketId, applicantId, deptId } = ticket
  const note = textIn(ticket.formData.letterOrg).slice(0, MAX_NOTE)
  try {
    return await unit.service(receptionMeals).reserve({ ...meal, ticketId, applicantId, deptId, note })
  } catch (error) {
    throw error instanceof RuleError ? error.at(placeOf(error.problem.key)) : error
  }
}

/** The meal was served. Receptions approved before the canteen kept their meals have no order. */
export async function verifyMeal(
  unit: UnitOfWork,
  { ticketId, mealOrderId }: Pick<ReceptionRow, 'ticketId' | 'mealOrderId'>,
  by: number | null,
): Promise<void> {
  if (mealOrderId === null) return
  if (by === null) throw new RuleError('wf.stateChanged')
  await unit.service(receptionMeals).verify(ticketId, by)
}

/** Gives the place on the menu back, with what was said to the ticket. */
export async function cancelMeal({ unit, ticket, actorId, comment }: EffectContext): Promise<void> {
  await unit.service(receptionMeals).cancel(ticket.id, (comment || ticket.no).slice(0, MAX_REASON), actorId)
}

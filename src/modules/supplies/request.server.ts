/** Rules of the supply request: loans (STK-43). */
import type { Problem, Problems } from '#src/define/problem.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { isIssuedAhead } from './emergency.server.ts'
import { type Items, suppliesServer } from './forms/form.server.ts'
import { BLOCKING_DAYS, blockingLoan, isToReturn } from './returns/returns.server.ts'
import { requestCategories } from './supply-request.ts'

/** STD-14: what has an asset card is asked for by its standard, with the card. */
function serialProblems(form: FormData, items: Items): Problems {
  return Object.fromEntries(
    rowsOf(form.lines).flatMap((row, index): [string, readonly Problem[]][] => {
      const item = items.get(Number(row.itemId))
      return item?.serialManaged
        ? [[`lines.${index}.itemId`, [{ key: 'supplies.serialElsewhere', params: [item.name] }]]]
        : []
    }),
  )
}

export const requestServer = suppliesServer({
  categories: requestCategories,
  async compute(_form, _context, items) {
    return { controlled: [...items.values()].some(({ controlled }) => controlled) }
  },
  async facts(form, { unit, ticketId }) {
    return { issuedAhead: ticketId !== null && (await isIssuedAhead(unit, ticketId, form)) }
  },
  async check(form, { unit, applicant, ticketId }, items) {
    if (ticketId !== null && (await isToReturn(unit, ticketId))) return { '': [{ key: 'supplies.lapsed' }] }
    const serial = serialProblems(form, items)
    if (Object.keys(serial).length > 0) return serial
    const lent = rowsOf(form.lines).findIndex((row) => typeof row.returnDueAt === 'string')
    if (lent < 0) return {}
    const late = await blockingLoan(unit, applicant.id)
    return late === null
      ? {}
      : { [`lines.${lent}.returnDueAt`]: [{ key: 'rule.STK-43', params: [late, BLOCKING_DAYS] }] }
  },
})

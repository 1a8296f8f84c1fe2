/** The form of a reception: one letter, one meal, who goes with whom, and what it may cost (23.9). */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import { type Problem, type Problems, problemAt, problemOf, RuleError } from '#src/define/problem.ts'
import type { ApplicationServer, FormContext, UnitOfWork } from '#src/define/server.ts'
import { claimForms } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { compareMoney, timesMoney } from '#src/fields/money/cents.ts'
import { idIn, fileIdsIn as idsIn, textIn } from '#src/fields/values.ts'
import { budgetLedger } from '#src/modules/budget/contract.ts'
import { letterHolder } from '../register/letters.server.ts'
import { findReceptionOf } from '../register/receptions.server.ts'
import { mealFigure, mealHints, mealProblems } from './canteen-meal.server.ts'
import { checkList } from './guest-list.server.ts'
import {
  escortLimit,
  firstLetterDay,
  headsOf,
  isOutside,
  isWithin,
  perHeadOf,
  type Rank,
  RECEPTION_SUBJECT,
  topRankOf,
} from './limits.ts'

/** Digits of an area's code that name its city. */
const CITY_DIGITS = 4

/** What a head may cost for guests of this rank. */
function standardOf(unit: UnitOfWork, rank: Rank | null): string | null {
  if (rank === null) return null
  const limits = unit.settings.json<Readonly<Record<Rank, number>>>('reception.perHead')
  return limits[rank].toFixed(2)
}

function letterProblems(form: FormData): Problems {
  const [letterDate, mealDay] = [textIn(form.letterDate), textIn(form.mealAt).slice(0, 10)]
  if (letterDate === '' || mealDay === '') return {}
  if (letterDate > mealDay) return problemAt('letterDate', 'reception.letterLater', mealDay)
  const first = firstLetterDay(mealDay)
  return letterDate < first ? problemAt('letterDate', 'reception.letterOld', first) : {}
}

/** REC-01. */
async function usedLetter(form: FormData, { unit, ticketId }: FormContext): Promise<Problems> {
  const [org, no] = [textIn(form.letterOrg), textIn(form.letterNo)]
  if (org === '' || no === '') return {}
  const holder = await letterHolder(unit, { org, no }, ticketId)
  return holder === null ? {} : problemAt('letterNo', 'reception.letterUsed', no)
}

/** REC-04: a unit of the own city is a guest only as a superior unit. */
async function neighbours(form: FormData, { unit }: FormContext): Promise<Problems> {
  if (form.isSuperiorUnit === true) return {}
  const { rows } = await sql<{ code: string; name: string }>`
    select code, name from shared_area where id = ${idIn(form.letterArea)}::bigint`.execute(unit.db)
  const area = rows[0]
  const own = unit.settings.string('reception.cityCode').slice(0, CITY_DIGITS)
  return area?.code.slice(0, CITY_DIGITS) === own ? problemAt('letterArea', 'rule.REC-04', area.name) : {}
}

/** A person stands once among the guests, so that no head is counted twice. */
function twiceNamed(form: FormData): Problems {
  const seen = new Set<string>()
  for (const [index, { name, org }] of rowsOf(form.guests).entries()) {
    const key = `${textIn(org)} ${textIn(name)}`
    if (seen.has(key)) return problemAt(`guests.${index}.name`, 'reception.guestTwice', textIn(name))
    seen.add(key)
  }
  return {}
}

function headProblems(form: FormData): Problems {
  const guests = rowsOf(form.guests).length
  const most = escortLimit(guests)
  return guests > 0 && idsIn(form.escorts).length > most
    ? problemAt('escorts', 'reception.escortExceeded', most)
    : twiceNamed(form)
}

async function moneyProblems(form: FormData, { unit }: FormContext): Promise<Problems> {
  const [amount, heads] = [textIn(form.amount), headsOf(form)]
  const standard = standardOf(unit, topRankOf(form.guests))
  if (amount === '' || standard === null) return {}
  if (!isWithin(amount, standard, heads))
    return problemAt('amount', 'reception.overHeadLimit', perHeadOf(amount, heads), standard)
  const lineId = idIn(form.budgetLineId)
  const line = lineId === null ? null : await unit.service(budgetLedger).read(lineId)
  return line?.controlMode === 'hard' && compareMoney(amount, line.available) > 0
    ? problemAt('budgetLineId', 'budget.insufficient', line.available, amount)
    : {}
}

/** What speaks against a place to eat at; null for nothing. */
export async function vendorProblem(unit: UnitOfWork, vendorId: number | null): Promise<Problem | null> {
  const { rows } = await sql<{ name: string; isFit: boolean }>`
    select name, is_canteen and state = 'active' and deleted_at is null as is_fit from shared_vendor where id = ${vendorId}::bigint`.execute(
    unit.db,
  )
  const vendor = rows[0]
  return vendor && !vendor.isFit ? problemOf('reception.vendorUnfit', vendor.name) : null
}

async function placeProblems(form: FormData, { unit }: FormContext): Promise<Problems> {
  const unfit = isOutside(form) ? await vendorProblem(unit, idIn(form.vendorId)) : null
  return {
    ...(unfit && { vendorId: [unfit] }),
    ...(form.noAlcohol === true ? {} : problemAt('noAlcohol', 'reception.alcohol')),
  }
}

export const receptionForm: ApplicationServer = {
  defaults: async ({ unit }) => ({
    mealAt: `${addDays(unit.clock.today(), 1)} 12:00:00`,
    letterDate: unit.clock.today(),
  }),
  async compute(form, context) {
    const guestTopRank = topRankOf(form.guests)
    const absent = rowsOf(form.absentGuests).length
    const extra = rowsOf(form.extraGuests).length
    const isListed = textIn(form.actualAmount) !== ''
    const { budgetAvailable = null } = await context.unit
      .service(claimForms)
      .shown(form, context, textIn(form.amount) || '0.00')
    // SYS-73: what was approved keeps its standard.
    const reception = context.ticketId === null ? null : await findReceptionOf(context.unit, context.ticketId)
    return {
      guestTopRank,
      standard: reception?.standard ?? standardOf(context.unit, guestTopRank),
      budgetAvailable,
      actualGuests: isListed ? rowsOf(form.guests).length - absent + extra : null,
    }
  },
  async check(form, context) {
    return {
      ...letterProblems(form),
      ...(await usedLetter(form, context)),
      ...(await neighbours(form, context)),
      ...headProblems(form),
      ...(await placeProblems(form, context)),
      ...(await mealProblems(form, context)),
      ...(await moneyProblems(form, context)),
      ...(await context.unit
        .service(claimForms)
        .checkLine(form, context, { subjects: [RECEPTION_SUBJECT], otherwise: 'reception.wrongSubject' })),
    }
  },
  // REC-04: every approver is shown that the applicant calls it a superior unit.
  warnings: async (form, context) => [
    ...(form.isSuperiorUnit === true ? [problemOf('reception.superiorHint', textIn(form.letterOrg))] : []),
    ...(await mealHints(form, context)),
  ],
  async panel(form, context) {
    const standard = standardOf(context.unit, topRankOf(form.guests))
    return [
      ...(standard === null ? [] : [{ label: 'receptionPanel.limit', value: timesMoney(standard, headsOf(form)) }]),
      ...(await mealFigure(form, context)),
      ...(await context.unit.service(claimForms).panel(form, context, textIn(form.amount) || '0.00')),
    ]
  },
  async reversal(_form, { unit, ticketId }) {
    const reception = ticketId === null ? null : await findReceptionOf(unit, ticketId)
    if (reception === null) return []
    if (reception.state === 'approved')
      return [
        problemOf('reception.reversal'),
        ...(reception.mealOrderId === null
          ? []
          : [problemOf('reception.reversalMeal', reception.guestCount + reception.escortCount)]),
      ]
    return reception.state === 'settled'
      ? [problemOf('reception.reversalSettled', reception.actualAmount ?? '0.00')]
      : [problemOf('reception.reversalServed')]
  },
  async checkDecision({ type, state, form, ticketId }, { unit }) {
    if (type !== 'handle') return
    if (state === 'guestList') await checkList(unit, ticketId, form)
    if (state === 'settle' && form.listChecked !== true) throw new RuleError('reception.unchecked').at('listChecked')
  },
}

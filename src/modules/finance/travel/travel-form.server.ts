import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import { type Problem, type Problems, problemAt, problemOf } from '#src/define/problem.ts'
import type { ApplicationServer, FormContext, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { sumMoney } from '#src/fields/money/cents.ts'
import { budgetLedger } from '#src/modules/budget/contract.ts'
import { absences } from '#src/modules/leave/contract.ts'
import { checkLine, linePanel, lineWarnings, shownOfLine } from '../budget-check.server.ts'
import { allowanceOf, highest, highestRank, isInClass, legsOf, periodOf, shares, stayKey, staysOf } from './plan.ts'
import { standardsFor } from './standards.server.ts'

/** A traveller as they are now. */
export interface Traveller {
  readonly id: number
  readonly name: string
  readonly deptId: number
  readonly rankLevel: string
}

export async function travellersOf(unit: UnitOfWork, form: FormData): Promise<readonly Traveller[]> {
  const ids = Array.isArray(form.travelers) ? form.travelers.filter((id) => typeof id === 'number') : []
  if (ids.length === 0) return []
  const { rows } =
    await sql<Traveller>`select id, name, dept_id, rank_level from shared_app_user where id = any(${ids as number[]}::bigint[]) order by id`.execute(
      unit.db,
    )
  return rows
}

/** What the trip of each traveller is estimated at: their allowance, and their part of the fares. */
export async function estimatesOf(
  unit: UnitOfWork,
  form: FormData,
): Promise<readonly (Traveller & { readonly estimate: string })[]> {
  const travellers = await travellersOf(unit, form)
  if (travellers.length === 0) return []
  const stays = staysOf(legsOf(form.legs))
  const standards = await standardsFor(unit, stays)
  const fares = shares(typeof form.transportEstimate === 'string' ? form.transportEstimate : '0.00', travellers.length)
  return travellers.map((traveller, index) => ({
    ...traveller,
    estimate: sumMoney([allowanceOf(stays, traveller.rankLevel, standards), fares[index] ?? '0.00']),
  }))
}

/** Ids of the cities these areas lie in. */
async function citiesOf(unit: UnitOfWork, areas: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ asked: number; city: number }>`
    with recursive up as (
      select id as asked, id, parent, level from shared_area where id = any(${[...new Set(areas)]}::bigint[])
      union all select up.asked, a.id, a.parent, a.level from up join shared_area a on a.id = up.parent)
    select asked, id as city from up where level = '2'`.execute(unit.db)
  return new Map(rows.map(({ asked, city }) => [asked, city]))
}

/** TRV-02: an application filed later than this many days after the start is late. */
const LATE_DAYS = 3
const MAX_DAYS = 60

const subjectFor = (purpose: unknown): string =>
  purpose === 'training' ? '30216' : purpose === 'meeting' ? '30215' : '30211'

function legProblems(form: FormData): Problems {
  const legs = legsOf(form.legs)
  for (const [index, leg] of legs.entries()) {
    if (leg.toArea === leg.fromArea) return problemAt(`legs.${index}.toArea`, 'travel.samePlace')
    if (leg.endDate < leg.startDate) return problemAt(`legs.${index}.endDate`, 'travel.endBeforeStart')
    const before = legs[index - 1]
    if (before && leg.startDate < before.endDate) return problemAt(`legs.${index}.startDate`, 'travel.notConsecutive')
  }
  const period = periodOf(legs)
  return period && period.days > MAX_DAYS ? problemAt('legs', 'travel.tooLong', MAX_DAYS) : {}
}

/** Everybody of the department and those below it. */
async function isOwnPeople(unit: UnitOfWork, deptId: number, travellers: readonly Traveller[]): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    with recursive below as (select id from shared_department where id = ${deptId}
      union all select d.id from shared_department d join below b on d.parent = b.id)
    select id from below`.execute(unit.db)
  const own = new Set(rows.map((row) => row.id))
  return travellers.every((traveller) => own.has(traveller.deptId))
}

async function check(form: FormData, context: FormContext): Promise<Problems> {
  const { unit, applicant, ticketId } = context
  const onLegs = legProblems(form)
  if (Object.keys(onLegs).length > 0) return onLegs
  const legs = legsOf(form.legs)
  const period = periodOf(legs)
  if (!period) return {}
  const travellers = await travellersOf(unit, form)
  if (!(await isOwnPeople(unit, applicant.deptId, travellers))) return problemAt('travelers', 'travel.otherDept')
  if (form.crossCity !== true) return problemAt('legs', 'travel.sameCity')
  const away = await unit.service(absences).awayOf(
    travellers.map(({ id }) => id),
    period.start,
    period.end,
    ticketId,
  )
  const first = travellers.find(({ id }) => away.includes(id))
  if (first) return problemAt('travelers', 'travel.overlap', first.name, `${period.start} - ${period.end}`)
  const standards = await standardsFor(unit, staysOf(legs))
  if (staysOf(legs).some(({ areaId, day }) => !standards.has(stayKey(areaId, day))))
    return problemAt('legs', 'travel.noStandard')
  return checkLine(form, context, { subjects: [subjectFor(form.purposeType)], otherwise: 'travel.wrongSubject' })
}

/** 21.5: period, class and estimate follow from travellers and legs; nothing is held before the last approval. */
export const travelRequestForm: ApplicationServer = {
  defaults: async ({ applicant }) => ({ travelers: [applicant.id] }),
  async compute(form, context) {
    const { unit } = context
    const legs = legsOf(form.legs)
    const period = periodOf(legs)
    const cities = await citiesOf(
      unit,
      legs.flatMap(({ fromArea, toArea }) => [fromArea, toArea]),
    )
    const cityOf = (area: number): number => cities.get(area) ?? area
    const travellers = await estimatesOf(unit, form)
    const transports = legs.map((leg) => leg.transport)
    const estimate = sumMoney(travellers.map((traveller) => traveller.estimate))
    return {
      ...form,
      startDate: period?.start ?? null,
      endDate: period?.end ?? null,
      days: period && period.days > 0 ? period.days : null,
      crossCity: legs.some((leg) => cityOf(leg.fromArea) !== cityOf(leg.toArea)),
      highestTransport: highest(transports),
      maxRank: highestRank(travellers.map(({ rankLevel }) => rankLevel)),
      isAboveClass: travellers.some(({ rankLevel }) => transports.some((way) => !isInClass(rankLevel, way))),
      isLate: period !== null && period.start < addDays(unit.clock.today(), -LATE_DAYS),
      ...(await shownOfLine(form, context, estimate)),
      estimate,
    }
  },
  check,
  async warnings(form, context): Promise<readonly Problem[]> {
    const estimate = typeof form.estimate === 'string' ? form.estimate : '0.00'
    return [
      ...(await lineWarnings(form, context, estimate)),
      ...(form.isAboveClass === true ? [problemOf('rule.TRV-05')] : []),
    ]
  },
  panel: (form, context) => linePanel(form, context, typeof form.estimate === 'string' ? form.estimate : '0.00'),
  async reversal(_form, { unit, ticketId }) {
    if (ticketId === null) return []
    const held = (await unit.service(budgetLedger).frozenBy(ticketId)).map(({ amount }) => amount)
    return [...held.map((amount) => problemOf('finance.reversal.frozen', amount)), problemOf('travel.reversal.trips')]
  },
}

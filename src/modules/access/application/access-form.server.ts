/** The form of an application for access: who may be let in, for how long, and who pays (23.10). */
import { sql } from 'kysely'
import { addDays, daysBetween } from '#src/define/days.ts'
import { type Problem, type Problems, problemAt, problemOf } from '#src/define/problem.ts'
import { anyOf } from '#src/define/records/rows.server.ts'
import type { ApplicationServer, FormContext, UnitOfWork } from '#src/define/server.ts'
import { claimForms } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { idIn, textIn } from '#src/fields/values.ts'
import { MAX_EXTENSIONS, maxDaysOf } from '../grants/grants.server.ts'
import { MEAL_SUBJECT } from './access-application.ts'

export const isExtension = (form: FormData): boolean => form.applyKind === 'extend'

/** A card is handed out for more than one day; a visit of a day goes by the printed pass. */
export const needsCard = (form: FormData): boolean => textIn(form.validFrom) !== textIn(form.validTo)

interface Extended {
  readonly id: number
  readonly name: string
  readonly visitorType: string
  readonly state: string
  readonly validTo: string
  readonly extensions: number
  readonly isOwn: boolean
}

export const grantIdsOf = (form: FormData): readonly number[] =>
  isExtension(form) ? rowsOf(form.grants).flatMap(({ grantId }) => idIn(grantId) ?? []) : []

async function extendedBy(unit: UnitOfWork, ids: readonly number[], userId: number): Promise<readonly Extended[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Extended>`
    select id, name, visitor_type, state, valid_to, extensions, ${userId} in (host_id, applicant_id) as is_own
    from access_grant where id = ${anyOf(ids)} and deleted_at is null`.execute(unit.db)
  return rows
}

/** The rows of cards as the keeper is shown them: one for each person, with what was written. */
function shownCards(form: FormData): readonly FormData[] {
  if (isExtension(form)) return []
  const given = rowsOf(form.cards)
  return rowsOf(form.persons).map(({ name }, index) => ({
    lineNo: index + 1,
    name: name ?? null,
    cardNo: given.find(({ lineNo }) => lineNo === index + 1)?.cardNo ?? null,
  }))
}

async function newProblems(form: FormData, context: FormContext): Promise<Problems> {
  const [from, to] = [textIn(form.validFrom), textIn(form.validTo)]
  const persons = rowsOf(form.persons)
  const most = maxDaysOf(persons.map(({ visitorType }) => visitorType))
  const onPeriod =
    from === '' || to === ''
      ? {}
      : to < from
        ? problemAt('validTo', 'access.endBeforeStart')
        : daysBetween(from, to) >= most
          ? problemAt('validTo', 'access.tooLong', most)
          : {}
  const onLine =
    form.payer === 'hostDept'
      ? await context.unit
          .service(claimForms)
          .checkLine(form, context, { subjects: [MEAL_SUBJECT], otherwise: 'access.wrongSubject' })
      : {}
  return { ...twiceNamed(persons), ...(await heldAlready(context.unit, persons)), ...onPeriod, ...onLine }
}

function twiceNamed(persons: readonly FormData[]): Problems {
  const seen = new Set<string>()
  for (const [index, { name, mobile }] of persons.entries()) {
    const key = `${textIn(name)} ${textIn(mobile)}`
    if (seen.has(key)) return problemAt(`persons.${index}.name`, 'access.personTwice', textIn(name))
    seen.add(key)
  }
  return {}
}

interface Granted {
  readonly name: string
  readonly mobile: string
  readonly validTo: string
  readonly ticketId: number
}

/** Grants in that state of these people, told apart by name and mobile. */
async function grantsOf(
  unit: UnitOfWork,
  persons: readonly FormData[],
  state: 'active' | 'pending',
): Promise<readonly Granted[]> {
  if (persons.length === 0) return []
  const people = JSON.stringify(persons.map(({ name, mobile }) => ({ name: textIn(name), mobile: textIn(mobile) })))
  const { rows } = await sql<Granted>`
    select name, mobile, valid_to, ticket_id from access_grant where state = ${state} and deleted_at is null
      and (name, mobile) in (select p.name, p.mobile from jsonb_to_recordset(${people}::jsonb) as p (name text, mobile text)) order by id`.execute(
    unit.db,
  )
  return rows
}

/** CAN-31: anyone who has a grant is extended instead. */
async function heldAlready(unit: UnitOfWork, persons: readonly FormData[]): Promise<Problems> {
  const grants = await grantsOf(unit, persons, 'active')
  const problems = persons.flatMap(({ name, mobile }, index) => {
    const held = grants.find((grant) => grant.name === name && grant.mobile === mobile)
    return held === undefined ? [] : [problemAt(`persons.${index}.name`, 'rule.CAN-31', held.name, held.validTo)]
  })
  return Object.assign({}, ...problems)
}

async function extensionProblems(form: FormData, { unit, applicant }: FormContext): Promise<Problems> {
  const ids = grantIdsOf(form)
  const grants = await extendedBy(unit, ids, applicant.id)
  const to = textIn(form.validTo)
  const most = maxDaysOf(grants.map(({ visitorType }) => visitorType))
  const onRows = ids.map((id, index): Problems => {
    const at = `grants.${index}.grantId`
    const grant = grants.find((one) => one.id === id)
    if (grant === undefined || !grant.isOwn || grant.state !== 'active') return problemAt(at, 'access.notExtendable')
    if (ids.indexOf(id) !== index) return problemAt(at, 'access.personTwice', grant.name)
    if (grant.extensions >= MAX_EXTENSIONS) return problemAt(at, 'rule.CAN-32', grant.name, MAX_EXTENSIONS)
    return {}
  })
  const ends = grants.map(({ validTo }) => validTo).toSorted()
  const [first = '', last = first] = [ends[0], ends.at(-1)]
  const onPeriod =
    to === '' || first === ''
      ? {}
      : to <= last
        ? problemAt('validTo', 'access.notLonger', last)
        : daysBetween(first, to) > most
          ? problemAt('validTo', 'access.extendedTooLong', most, addDays(first, most))
          : {}
  return { ...Object.assign({}, ...onRows), ...onPeriod }
}

/** The people for whom another ticket asks for the same: what is not in force yet only warns. */
async function pendingElsewhere(form: FormData, { unit, ticketId }: FormContext): Promise<readonly Problem[]> {
  if (isExtension(form)) return []
  const pending = await grantsOf(unit, rowsOf(form.persons), 'pending')
  return pending
    .filter((grant) => grant.ticketId !== ticketId)
    .map(({ name }) => problemOf('access.pendingElsewhere', name))
}

export const accessForm: ApplicationServer = {
  defaults: async ({ applicant }) => ({ hostUserId: applicant.id, areas: ['building'], meals: ['lunch'] }),
  async compute(form, { unit, applicant }) {
    const grants = await extendedBy(unit, grantIdsOf(form), applicant.id)
    return {
      grants: rowsOf(form.grants).map((row) => {
        const grant = grants.find(({ id }) => id === row.grantId)
        return { ...row, currentTo: grant?.validTo ?? null, extensions: grant?.extensions ?? null }
      }),
      cards: shownCards(form),
    }
  },
  check: (form, context) => (isExtension(form) ? extensionProblems(form, context) : newProblems(form, context)),
  warnings: pendingElsewhere,
  async reversal(_form, { unit, ticketId }) {
    if (ticketId === null) return []
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from access_grant where ticket_id = ${ticketId} and state in ('pending', 'active')`.execute(
      unit.db,
    )
    const count = rows[0]?.count ?? 0
    return count === 0 ? [] : [problemOf('access.reversal', count)]
  },
}

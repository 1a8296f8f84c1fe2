/** Whom the people of a state may hand their work to, ask for advice or have sign (25.5): the part of it that hangs on the organisation of today. */

import { type SqlBool, sql } from 'kysely'
import type { EligiblePeople } from '#machines/ticket/definition/definition.ts'
import { peopleIn, visitFor } from '#machines/ticket/engine/visits.ts'
import type { PersonId } from '#machines/ticket/engine/vocabulary.ts'
import type { Access } from '#src/define/access.ts'
import type { PersonOption } from '#src/define/answers/organisation.ts'
import type { KeyUnder } from '#src/define/names.ts'
import { RuleError } from '#src/define/problem.ts'
import { findPeople } from '#src/server/organisation/people.ts'
import { refuseAdministrators } from '#src/server/organisation/separation.ts'
import { cannotCall } from '../commands/calledPeople.ts'
import type { Command, DecisionResult } from '../commands/command.ts'
import type { OpenedTicket } from '../commands/open.ts'
import type { Organisation } from '../delegation/organisation.ts'
import type { Reader } from '../queries/lines.ts'

/** The eligible people for an actor of this department; null where everybody is. */
function peopleWithin(
  organisation: Organisation,
  eligiblePeople: EligiblePeople | undefined,
  departmentId: number,
): ReadonlySet<PersonId> | null {
  if (eligiblePeople === undefined) return null
  if (eligiblePeople.type === 'ownDept') return new Set(organisation.staffOf(departmentId))
  return new Set([
    ...eligiblePeople.departments.flatMap((dept) => organisation.staffOf(dept)),
    ...eligiblePeople.roles.flatMap((role) => organisation.usersWithRole(role).map(({ person }) => person)),
  ])
}

/** The declaration of eligible people of the state in which this person acts; undefined where everybody in service is eligible. */
function eligiblePeopleFor(
  { version, snapshot }: OpenedTicket,
  person: PersonId,
  visit?: number,
): EligiblePeople | undefined {
  const at = visitFor(snapshot.context, person, visit)?.state
  return version.definition.states.find(({ key }) => key === at)?.eligiblePeople
}

/** The eligible people as a text in the reader's language; null where everybody is eligible. */
export async function eligiblePeopleText(
  { engine, unit, language }: Reader,
  opened: OpenedTicket,
  person: PersonId,
  visit?: number,
): Promise<string | null> {
  const eligiblePeople = eligiblePeopleFor(opened, person, visit)
  if (eligiblePeople === undefined) return null
  const word = (key: KeyUnder<'ticket.eligiblePeople'>, ...params: string[]) =>
    engine.texts.say(language, { key: `ticket.eligiblePeople.${key}`, params })
  if (eligiblePeople.type === 'ownDept') return word('ownDept')
  const { rows } = await sql<{ isRole: boolean; name: string; nameEn: string }>`
    select false as is_role, name, name_en, sort, id from department where key = any(${[...eligiblePeople.departments]}::text[]) and deleted_at is null
    union all select true, name, name_en, sort, id from role where key = any(${[...eligiblePeople.roles]}::text[]) and state and deleted_at is null
    order by is_role, sort, id`.execute(unit.db)
  const names = rows.map(({ isRole, ...row }) => {
    const name = (language === 'en' ? row.nameEn : '') || row.name
    return isRole ? name : word('department', name)
  })
  return names.join(word('separator'))
}

/** The commands that hand work to people or call them in. */
type Calling = Extract<Command, { readonly type: 'transfer' | 'delegate' | 'addSign' }>
const isCalling = (command: Command): command is Calling =>
  command.type === 'transfer' || command.type === 'delegate' || command.type === 'addSign'

/** WF-10, 25.5: people called in are in service and eligible in the state. @throws RuleError rule.WF-10, wf.cannotConsult, wf.cannotAddSigner, sys.separation, wf.notEligible. */
export async function checkCalled(
  reader: Reader,
  result: DecisionResult,
  access: Access,
  command: Command,
): Promise<void> {
  if (!isCalling(command)) return
  const called: readonly PersonId[] = command.type === 'addSign' ? command.people : [command.to]
  const { engine, unit } = reader
  const organisation = await engine.organisation(unit.db, result.ticket.organisation)
  const field = command.type === 'addSign' ? 'userIds' : 'userId'
  if (!called.every(organisation.able)) throw cannotCall(command.type)
  const administrators = called.filter((person) => !organisation.mayDecide(person))
  await refuseAdministrators(unit, administrators, 'participant', field)
  const within = peopleWithin(
    organisation,
    eligiblePeopleFor(result, access.userId, command.visit),
    access.departmentId,
  )
  if (within !== null && !called.every((person) => within.has(person)))
    throw new RuleError(
      'wf.notEligible',
      (await eligiblePeopleText(reader, result, access.userId, command.visit)) ?? '',
    ).at(field)
}

/** What a picker of people for an action asks. */
export interface HelperRequest {
  readonly search?: string | undefined
  /** Only these ids: the caller needs their names. */
  readonly ids?: readonly number[] | undefined
  readonly visit?: number | undefined
}

/** Whom this person may transfer to, ask or add: in service, eligible, new to the visit, and not the applicant. */
export async function helpersFor(
  { engine, unit, language }: Reader,
  access: Access,
  seen: DecisionResult,
  { search, ids, visit }: HelperRequest,
): Promise<readonly PersonOption[]> {
  const { context } = seen.snapshot
  const at = visitFor(context, access.userId, visit)
  const present = [access.userId, context.applicant, ...(at ? peopleIn(at) : [])]
  const organisation = await engine.organisation(unit.db, seen.ticket.organisation)
  const eligiblePeople = peopleWithin(organisation, eligiblePeopleFor(seen, access.userId, visit), access.departmentId)
  const isEligible =
    eligiblePeople === null ? sql<SqlBool>`true` : sql<SqlBool>`u.id = any(${[...eligiblePeople]}::bigint[])`
  const barred = [...present, ...organisation.rows.administrators]
  const within = sql<SqlBool>`u.id <> all(${barred}::bigint[]) and ${isEligible}`
  return findPeople(unit, language, { search, ids: ids?.length ? ids : undefined, within })
}

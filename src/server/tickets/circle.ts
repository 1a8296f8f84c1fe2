/** Whom the people of a state may hand their work to, ask for advice or have sign (25.5): the part of it that hangs on the organisation of today. */
import { type SqlBool, sql } from 'kysely'
import type { Circle } from '#machines/ticket/definition.ts'
import { peopleIn, visitFor } from '#machines/ticket/visits.ts'
import type { PersonId } from '#machines/ticket/vocabulary.ts'
import type { Access } from '#src/define/access.ts'
import { RuleError } from '#src/define/problem.ts'
import { findPeople, type PersonOption } from '#src/server/organisation/people.ts'
import type { Decided, Wish } from './dispatch.ts'
import type { Reader } from './lines.ts'
import type { Opened } from './open.ts'
import type { Organisation } from './organisation.ts'

/** The people within the circle of somebody of this department; null where it is everybody. */
function peopleWithin(
  organisation: Organisation,
  circle: Circle | undefined,
  departmentId: number,
): ReadonlySet<PersonId> | null {
  if (circle === undefined) return null
  if (circle.type === 'ownDept') return new Set(organisation.staffOf(departmentId))
  return new Set([
    ...circle.departments.flatMap((dept) => organisation.staffOf(dept)),
    ...circle.roles.flatMap((role) => organisation.holding(role).map(({ person }) => person)),
  ])
}

/** The circle of the state in which this person acts; undefined where anybody in service may be called in. */
function circleFor({ version, snapshot }: Opened, person: PersonId, visit?: number): Circle | undefined {
  const at = visitFor(snapshot.context, person, visit)?.state
  return version.definition.states.find(({ key }) => key === at)?.circle
}

/** A circle in the reader's words; null where there is none. */
export async function circleText(
  { engine, base, language }: Reader,
  opened: Opened,
  person: PersonId,
  visit?: number,
): Promise<string | null> {
  const circle = circleFor(opened, person, visit)
  if (circle === undefined) return null
  const word = (key: string, ...params: string[]) => engine.texts.say(language, { key: `ticket.circle.${key}`, params })
  if (circle.type === 'ownDept') return word('ownDept')
  const { rows } = await sql<{ isRole: boolean; name: string; nameEn: string }>`
    select false as is_role, name, name_en, sort, id from department where key = any(${[...circle.departments]}::text[]) and deleted_at is null
    union all select true, name, name_en, sort, id from role where key = any(${[...circle.roles]}::text[]) and state and deleted_at is null
    order by is_role, sort, id`.execute(base.db)
  const names = rows.map(({ isRole, ...row }) => {
    const name = (language === 'en' ? row.nameEn : '') || row.name
    return isRole ? name : word('department', name)
  })
  return names.join(word('separator'))
}

/** People whom a wish hands work to, or calls in. */
function calledBy(wish: Wish): readonly PersonId[] {
  if (wish.type === 'transfer' || wish.type === 'delegate') return [wish.to]
  return wish.type === 'addSign' ? wish.people : []
}

/** WF-10, 25.5: whoever is called in is in service, and within the circle of the state. @throws RuleError rule.WF-10, wf.outsideCircle. */
export async function checkCalled(reader: Reader, decided: Decided, access: Access, wish: Wish): Promise<void> {
  const called = calledBy(wish)
  if (called.length === 0) return
  const { engine, base } = reader
  const organisation = await engine.organisation(base.db, decided.ticket.organisation)
  if (!called.every(organisation.able)) throw new RuleError('rule.WF-10')
  const within = peopleWithin(organisation, circleFor(decided, access.userId, wish.visit), access.departmentId)
  if (within !== null && !called.every((person) => within.has(person)))
    throw new RuleError('wf.outsideCircle', (await circleText(reader, decided, access.userId, wish.visit)) ?? '')
}

/** What a picker of people for a deed asks. */
export interface HelperWish {
  readonly search?: string | undefined
  /** Only these, whoever they are: their names are asked for. */
  readonly ids?: readonly number[] | undefined
  readonly visit?: number | undefined
}

/** Whom this person may transfer to, ask or add: in service, within the circle, new to the visit, and not the applicant. */
export async function helpersFor(
  { engine, base, language }: Reader,
  access: Access,
  seen: Decided,
  { search, ids, visit }: HelperWish,
): Promise<readonly PersonOption[]> {
  const { context } = seen.snapshot
  const at = visitFor(context, access.userId, visit)
  const present = [access.userId, context.applicant, ...(at ? peopleIn(at) : [])]
  const organisation = await engine.organisation(base.db, seen.ticket.organisation)
  const circle = peopleWithin(organisation, circleFor(seen, access.userId, visit), access.departmentId)
  const inCircle = circle === null ? sql<SqlBool>`true` : sql<SqlBool>`u.id = any(${[...circle]}::bigint[])`
  const within = sql<SqlBool>`u.id <> all(${present}::bigint[]) and ${inCircle}`
  return findPeople(base, language, { search, ids: ids?.length ? ids : undefined, within })
}

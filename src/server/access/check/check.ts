/** 60.2: whether a person may use an address and why, in words. Decides nothing itself. */
import { sql } from 'kysely'
import { isAdministratorRole } from '#machines/ticket/definition/separation.ts'
import type { Scope } from '#src/define/access.ts'
import type { AccessCheck, CheckedAddress, CheckedPermission } from '#src/define/answers/access.ts'
import { type BilingualName, nameIn } from '#src/define/bilingual.ts'
import { momentText } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import type { ProblemKey } from '#src/define/names.ts'
import { notFound, type ProblemParam } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { accessOf, anonymous } from '../access.ts'
import { mustChangePassword } from '../authenticate.ts'
import { menuRows, titleIn } from '../menu.ts'
import type { Caller } from '../verdict.ts'
import { type Decision, decide } from './decide.ts'
import { lineAt, type Target, targetOf, typesOf } from './target.ts'

interface PersonRow extends BilingualName {
  readonly id: number
  readonly deptId: number
  readonly state: boolean
  readonly isDemo: boolean
  readonly mustChangePassword: boolean
  readonly isHandedOver: boolean
  readonly passwordChangedAt: Date
}

async function personOf(unit: UnitOfWork, id: number): Promise<PersonRow> {
  const { rows } = await sql<PersonRow>`
    select id, name, name_en, dept_id, state, is_demo, must_change_password, handed_over_at is not null as is_handed_over, password_changed_at
    from app_user where id = ${id} and deleted_at is null`.execute(unit.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Menu and button of permissions in the reader's language. */
async function namesOf(unit: UnitOfWork, language: Language, values: readonly string[]) {
  const { rows } = await sql<BilingualName & { value: string; title: string | null; titleEn: string | null }>`
    select p.value, p.name, p.name_en, m.title, m.title_en from permission p left join menu m on m.id = p.menu_id
    where p.value = any(${[...values]}::text[])`.execute(unit.db)
  return new Map(
    rows.map(({ value, name, nameEn, title, titleEn }) => {
      const menu = title === null ? '' : nameIn(language, { name: title, nameEn: titleEn ?? '' })
      return [value, [menu, nameIn(language, { name, nameEn })].filter(Boolean).join(' · ') || value] as const
    }),
  )
}

/** What is said of one check. */
class Words {
  readonly #services: Services
  readonly language: Language
  constructor(services: Services, language: Language) {
    this.#services = services
    this.language = language
  }
  say(key: ProblemKey, ...params: readonly ProblemParam[]): string {
    return this.#services.texts.say(this.language, { key, params })
  }
  list(names: readonly string[]): string {
    return names.join(this.language === 'en' ? ', ' : '、')
  }
  /** The rows of a scope. */
  scope(scope: Scope): string {
    if (scope === 'all') return this.say('accessCheck.scope.all')
    const names = scope.departments.flatMap((id) => {
      const found = this.#services.directory.department(id)
      return found === undefined ? [] : [nameIn(this.language, found)]
    })
    const parts = [
      ...(names.length === 0 ? [] : [this.say('accessCheck.scope.departments', this.list(names))]),
      ...(scope.self ? [this.say('accessCheck.scope.self')] : []),
    ]
    return parts.length === 0 ? this.say('accessCheck.scope.none') : this.list(parts)
  }
}

function permissionsOf(
  { directory }: Services,
  words: Words,
  { access }: Caller,
  { permissions }: Decision,
  names: ReadonlyMap<string, string>,
): readonly CheckedPermission[] {
  return permissions.map((permission) => ({
    permission,
    name: names.get(permission) ?? permission,
    scope: access.permissions.has(permission) ? words.scope(access.scope(permission)) : null,
    roles: directory
      .sourcesOf(access.userId, access.departmentId, permission)
      .map(({ role, scope }) => ({ name: nameIn(words.language, role), scope: words.scope(scope) })),
    grantedBy: directory.rolesGranting(permission).map((role) => nameIn(words.language, role)),
  }))
}

/** For whom the person stands in now. */
async function substituted(unit: UnitOfWork, words: Words, userId: number): Promise<readonly string[]> {
  const now = unit.clock.now()
  const { rows } = await sql<BilingualName & { untilAt: Date }>`
    select u.name, u.name_en, s.until_at from substitute s join app_user u on u.id = s.user_id
    where s.substitute_id = ${userId} and s.from_at <= ${now}::timestamptz and s.until_at > ${now}::timestamptz order by s.until_at`.execute(
    unit.db,
  )
  return rows.map((row) =>
    words.say('accessCheck.limit.substitute', nameIn(words.language, row), momentText(row.untilAt)),
  )
}

/** Whether roles grant what the separation of administration and business takes away again (SYS-131). */
function isWithheld({ directory }: Services, { access }: Caller, permission: string): boolean {
  const sources = directory.sourcesOf(access.userId, access.departmentId, permission)
  return sources.length > 0 && !access.permissions.has(permission)
}

async function limitsOf(
  services: Services,
  unit: UnitOfWork,
  words: Words,
  caller: Caller,
  { target, decision }: { readonly target: Target; readonly decision: Decision },
): Promise<readonly string[]> {
  const { access } = caller
  const isAdministrator = access.roles.some(isAdministratorRole)
  const isTicket = target.kind === 'call' && target.route.url.startsWith('/api/workflow/ticket/')
  return [
    ...(decision.permissions.some((permission) => isWithheld(services, caller, permission))
      ? [words.say('accessCheck.limit.withheld')]
      : []),
    ...(isAdministrator ? [words.say('accessCheck.limit.administrator')] : []),
    ...(isAdministrator && services.mode.adminFrom !== null ? [words.say('accessCheck.limit.address')] : []),
    ...(access.isHandedOver ? [words.say('accessCheck.limit.handedOver')] : []),
    ...(isTicket ? [words.say('accessCheck.limit.ticket'), ...(await substituted(unit, words, access.userId))] : []),
  ]
}

const applicationTitle = ({ texts }: Services, language: Language, type: string): string =>
  texts.find(language, `applications.${type}.title`) ?? type

async function titleOf(
  services: Services,
  unit: UnitOfWork,
  words: Words,
  { access }: Caller,
  target: Target,
): Promise<string> {
  if (target.kind === 'application') return applicationTitle(services, words.language, target.type)
  if (target.kind === 'call') return words.say('accessCheck.call')
  const row = lineAt(await menuRows(unit, access, true), target.path)
  return row === undefined ? target.path : titleIn(row, words.language)
}

/** What is offered to be checked: pages of the menu that stand at one path, and types of applications. Calls are typed. */
export async function addressesOf(
  services: Services,
  unit: UnitOfWork,
  language: Language,
): Promise<readonly CheckedAddress[]> {
  const rows = await menuRows(unit, anonymous)
  return [
    ...rows
      .filter((row) => !row.isCatalog && row.webPath.startsWith('/') && !row.webPath.includes('{'))
      .map((row) => ({ address: row.webPath, title: titleIn(row, language) })),
    ...[...typesOf(services)].map((type) => ({ address: type, title: applicationTitle(services, language, type) })),
  ]
}

const verdictKey = (decision: Decision): ProblemKey =>
  decision.isAllowed ? `accessCheck.may.${decision.because}` : `accessCheck.mayNot.${decision.because}`

/** @throws Refusal 4004 for an unknown person; RuleError accessCheck.unknown */
export async function checkAccess(
  services: Services,
  unit: UnitOfWork,
  language: Language,
  question: { readonly userId: number; readonly address: string },
): Promise<AccessCheck> {
  const { directory } = services
  const person = await personOf(unit, question.userId)
  const target = await targetOf(services, unit, question.address)
  const words = new Words(services, language)
  const name = nameIn(language, person)
  const caller: Caller = {
    access: accessOf(
      { userId: person.id, name, departmentId: person.deptId, sessionId: '', isHandedOver: person.isHandedOver },
      directory,
    ),
    mustChangePassword: mustChangePassword(services, person),
  }
  const decision = await decide(services, unit, caller, target)
  const names = await namesOf(unit, language, decision.permissions)
  const department = directory.department(person.deptId)
  const title = await titleOf(services, unit, words, caller, target)
  const isAllowed = decision.isAllowed && person.state
  return {
    person: {
      id: person.id,
      name,
      deptName: department === undefined ? '' : nameIn(language, department),
      roles: directory.rolesOf(person.id).map((role) => nameIn(language, role)),
    },
    target: { kind: target.kind, title, address: target.address },
    isAllowed,
    verdict: words.say(person.state ? verdictKey(decision) : 'accessCheck.mayNot.disabled', name),
    permissions: permissionsOf(services, words, caller, decision, names),
    limits: await limitsOf(services, unit, words, caller, { target, decision }),
  }
}

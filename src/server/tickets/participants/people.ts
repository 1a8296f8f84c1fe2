import { sql } from 'kysely'
import type { Facts } from '#machines/ticket/definition/definition.ts'
import type { Language } from '#src/define/messages.ts'
import type { Executor } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import type { Engine } from '../versions/engine.ts'

/** FS-APPLICANT as it stood at submit (§0.3): kept with the ticket, so that a transfer or a promotion changes no running chain. */
export interface Applicant {
  readonly id: number
  readonly name: string
  readonly nameEn: string
  readonly deptId: number
  readonly deptKey: string
  readonly deptName: string
  /** Missing on tickets that were submitted before it was kept. */
  readonly deptNameEn?: string
  readonly post: string
  readonly rankLevel: string
  readonly mobile: string
  readonly isDeptLeader: boolean
  readonly roles: readonly string[]
  /** The person the form was filed for, where that is not the applicant. */
  readonly concerned?: Concerned
}

/** A person as far as a chain depends on one. */
type Concerned = Pick<Applicant, 'id' | 'deptId' | 'deptKey' | 'rankLevel' | 'isDeptLeader' | 'roles'>

/** The person as an applicant of today. @throws Error when the person is unknown or disabled. */
export async function readApplicant(db: Executor, id: number): Promise<Applicant> {
  const { rows } = await sql<Applicant>`
    select u.id, u.name, u.name_en, u.dept_id, d.key as dept_key, d.name as dept_name, d.name_en as dept_name_en, u.post, u.rank_level, u.mobile,
      exists (select from department led where led.leader_id = u.id and led.state and led.deleted_at is null) as is_dept_leader,
      array(select r.key from user_role m join role r on r.id = m.role_id
        where m.user_id = u.id and r.state and r.deleted_at is null order by r.sort, r.id) as roles
    from app_user u join department d on d.id = u.dept_id
    where u.id = ${id} and u.state and u.deleted_at is null`.execute(db)
  const applicant = rows[0]
  if (!applicant) throw new Error(`user ${id} cannot file applications`)
  return applicant
}

/** The person whose leaders decide: the one the form was filed for, or the applicant. */
export const concernedBy = ({ concerned, ...applicant }: Applicant): Concerned => concerned ?? applicant

/** The applicant with whom this form is about, as that person stands now. */
export async function withConcerned(
  { servers }: Pick<Engine, 'servers'>,
  db: Executor,
  type: string,
  applicant: Applicant,
  form: FormData,
): Promise<Applicant> {
  const id = servers.get(type)?.concerned?.(form) ?? null
  if (id === null || id === applicant.id) return applicant
  const { deptId, deptKey, rankLevel, isDeptLeader, roles } = await readApplicant(db, id)
  return { ...applicant, concerned: { id, deptId, deptKey, rankLevel, isDeptLeader, roles } }
}

/** What conditions know of the applicant (20.1), or of the person the form is about. */
export function applicantFacts(applicant: Applicant): Facts {
  const { id, rankLevel, isDeptLeader, deptKey } = concernedBy(applicant)
  return {
    'applicant.rankLevel': rankLevel,
    'applicant.isDeptLeader': isDeptLeader,
    'applicant.id': id,
    'dept.key': deptKey,
  }
}

/** A person as lists and timelines name one. */
export interface NamedPerson {
  readonly id: number
  readonly name: string
}

/** Names of people out of what the house holds of them; a leaver keeps the name. */
export async function namesOf(
  { records }: Pick<Engine, 'records'>,
  db: Executor,
  language: Language,
  ids: Iterable<number | null>,
): Promise<ReadonlyMap<number, NamedPerson>> {
  const names = await records.services.names.of(
    db,
    language,
    [...ids].filter((id) => id !== null),
  )
  return new Map([...names].map(([id, name]) => [id, { id, name }]))
}

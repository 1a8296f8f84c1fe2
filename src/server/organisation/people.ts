import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PersonOption } from '#src/define/answers/organisation.ts'
import { type BilingualName, nameIn } from '#src/define/bilingual.ts'
import type { Language } from '#src/define/messages.ts'
import type { Permission } from '#src/define/names.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Directory, Role } from '#src/server/access/directory.ts'
import { holds, peopleWords } from '#src/server/search/words.ts'

/** Roles as `role_info` names them. */
export function rolesOf(
  directory: Directory,
  userId: number,
  language: Language,
): readonly Pick<Role, 'id' | 'name' | 'key'>[] {
  return directory.rolesOf(userId).map((role) => ({ id: role.id, name: nameIn(language, role), key: role.key }))
}

/** A person with both names of everything. */
type FoundPerson = PersonOption & BilingualName & { readonly deptNameEn: string }

const optionIn =
  (language: Language) =>
  ({ id, name, nameEn, username, deptId, deptName, deptNameEn, post }: FoundPerson): PersonOption => ({
    id,
    name: nameIn(language, { name, nameEn }),
    username,
    deptId,
    deptName: nameIn(language, { name: deptName, nameEn: deptNameEn }),
    post,
  })

/** At most this many people are offered at once; a longer list needs a narrower search. */
const MAX_PEOPLE = 50

/** Enabled people by name, pinyin, username or number; with `role` only its holders, with `ids` exactly these (also those who left). */
export async function findPeople(
  unit: UnitOfWork,
  language: Language,
  query: {
    search?: string | undefined
    role?: string | undefined
    deptId?: number | undefined
    ids?: readonly number[] | undefined
    /** Narrows `app_user u` further. */
    within?: RawBuilder<SqlBool>
  },
): Promise<readonly PersonOption[]> {
  const named = query.ids !== undefined
  const isFound = query.search ? holds(peopleWords('u'), query.search) : sql`true`
  const { rows } = await sql<FoundPerson>`
    select u.id, u.name, u.name_en, u.username, u.dept_id, d.name as dept_name, d.name_en as dept_name_en, u.post
    from app_user u join department d on d.id = u.dept_id
    where case when ${named} then u.id = any(${[...(query.ids ?? [])]}::bigint[])
      else u.state and u.deleted_at is null
        and ${isFound} and ${query.within ?? sql`true`}
        and (${query.deptId ?? null}::bigint is null or u.dept_id = ${query.deptId ?? null}::bigint)
        and (${query.role ?? null}::text is null or exists (
          select from user_role m join role r on r.id = m.role_id where m.user_id = u.id and r.key = ${query.role ?? null}::text and r.state))
      end
    order by d.sort, d.id, u.emp_no limit ${MAX_PEOPLE}`.execute(unit.db)
  return rows.map(optionIn(language))
}

/** Enabled people of the given departments, for trees with their members. */
export async function peopleOf(
  unit: UnitOfWork,
  language: Language,
  departmentIds: readonly number[],
): Promise<readonly PersonOption[]> {
  const { rows } = await sql<FoundPerson>`
    select u.id, u.name, u.name_en, u.username, u.dept_id, d.name as dept_name, d.name_en as dept_name_en, u.post
    from app_user u join department d on d.id = u.dept_id
    where u.state and u.deleted_at is null and u.dept_id = any(${[...departmentIds]}::bigint[])
    order by u.emp_no`.execute(unit.db)
  return rows.map(optionIn(language))
}

/** People in service who hold a permission: those who are told of what it lets them decide. */
export async function holdersOf(unit: UnitOfWork, permission: Permission): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct u.id from app_user u join user_role m on m.user_id = u.id join role r on r.id = m.role_id
      join role_permission g on g.role_id = r.id join permission p on p.id = g.permission_id
    where p.value = ${permission} and r.state and r.deleted_at is null and u.state and u.deleted_at is null order by u.id`.execute(
    unit.db,
  )
  return rows.map((row) => row.id)
}

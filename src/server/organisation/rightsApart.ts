/** SYS-12 by right: a role of the bureau's own that pays or checks is kept apart like the shipped one it was made after. */
import { sql } from 'kysely'
import { type BilingualName, nameIn } from '#src/define/bilingual.ts'
import type { Language } from '#src/define/messages.ts'
import type { Permission } from '#src/define/names.ts'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'

/** Rights that one person never holds together, through whichever roles: who pays does not check, who makes documents of the store does not approve them. */
const apart: readonly (readonly [Permission, Permission])[] = [
  ['finance:Pay', 'finance:Audit'],
  ['stock:Approve', 'stock:InDoc'],
  ['stock:Approve', 'stock:OutDoc'],
  ['stock:Approve', 'stock:TransferDoc'],
  ['stock:Approve', 'stock:Post'],
]
const lefts = apart.map(([left]) => left)
const rights = apart.map(([, right]) => right)

/** @throws RuleError role.conflict when two of these roles bring rights together that are apart. */
export async function refuseRightsTogether(
  unit: UnitOfWork,
  language: Language,
  roleIds: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ left: BilingualName; right: BilingualName }>`
    select json_build_object('name', a.name, 'nameEn', a.name_en) as "left", json_build_object('name', b.name, 'nameEn', b.name_en) as "right"
    from unnest(${lefts}::text[], ${rights}::text[]) as pair(l, r)
      join permission pl on pl.value = pair.l join permission pr on pr.value = pair.r
      join role_permission gl on gl.permission_id = pl.id join role_permission gr on gr.permission_id = pr.id
      join role a on a.id = gl.role_id join role b on b.id = gr.role_id
    where a.id = any(${[...roleIds]}::bigint[]) and b.id = any(${[...roleIds]}::bigint[]) limit 1`.execute(unit.db)
  const found = rows[0]
  if (found) throw new RuleError('role.conflict', nameIn(language, found.left), nameIn(language, found.right))
}

/** After buttons were added to a role: neither the role nor anybody who has it brings together what is apart. @throws RuleError SYS-12 */
export async function keepRightsApart(
  unit: UnitOfWork,
  language: Language,
  role: BilingualName & { readonly id: number },
): Promise<void> {
  const { rows } = await sql<{ l: string; r: string; name: string | null; nameEn: string | null }>`
    select pair.l, pair.r, u.name, u.name_en
    from unnest(${lefts}::text[], ${rights}::text[]) as pair(l, r)
      join permission pl on pl.value = pair.l join permission pr on pr.value = pair.r
      join role_permission gl on gl.permission_id = pl.id join role_permission gr on gr.permission_id = pr.id
      left join user_role ml on ml.role_id = gl.role_id
      left join user_role mr on mr.role_id = gr.role_id and mr.user_id = ml.user_id
      left join app_user u on u.id = mr.user_id and u.deleted_at is null
    where ${role.id} in (gl.role_id, gr.role_id) and (gl.role_id = gr.role_id or u.id is not null) limit 1`.execute(
    unit.db,
  )
  const found = rows[0]
  if (!found) return
  const who =
    found.name === null ? nameIn(language, role) : nameIn(language, { name: found.name, nameEn: found.nameEn ?? '' })
  throw new RuleError('rule.SYS-12', found.l, found.r, who)
}

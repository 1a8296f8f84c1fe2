import { sql } from 'kysely'
import { groupsOf } from '#machines/ticket/definition/definition.ts'
import { languages } from '#src/define/messages.ts'
import { type ApplicationAction, applicationActions, applicationPermission } from '#src/define/names.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { customRoute } from '#src/define/tickets/types.ts'
import type { Design } from '#src/define/workflows/designs.ts'
import type { Texts } from '#src/server/texts.ts'
import type { Engine } from '../versions/engine.ts'
import { placeType } from './typeMenu.ts'
import type { WorkflowHead } from './workflow.ts'

/** Roles that the states name: the offices that keep the type's register. */
function rolesAsked({ definition }: Design): readonly string[] {
  return definition.states
    .filter((state) => state.kind !== 'cc')
    .flatMap(({ participant }) => groupsOf(participant))
    .flatMap((group) => (group.type === 'role' ? [group.role] : []))
}

interface Grant {
  readonly action: ApplicationAction
  readonly role: string
}

/** What the first version of a type gives its roles; from then on the roles are the security administrator's. */
function firstGrants(design: Design): readonly Grant[] {
  const keepers = rolesAsked(design)
  return [
    ...(design.basics.createRoleKeys.length === 0 ? [{ action: 'Create', role: 'staff' } as const] : []),
    ...keepers.flatMap((role): Grant[] => [
      { action: 'Register', role },
      { action: 'Export', role },
    ]),
  ]
}

async function register(unit: UnitOfWork, texts: Texts, { definition, basics }: Design): Promise<boolean> {
  const rows = applicationActions.map((action, index) => {
    const [zh = action, en = action] = languages.map((language) =>
      texts
        .find(language, `workflow.permission.${action}`)
        ?.replace('{0}', language === 'en' ? basics.nameEn : basics.name),
    )
    return { value: applicationPermission(definition.key, action), name: zh, name_en: en, sort: index }
  })
  const now = unit.clock.now()
  const { rows: fresh } = await sql`
    insert into permission (value, name, name_en, sort, built_in, menu_id, created_at, updated_at)
    select p.value, p.name, p.name_en, 10000 + p.sort, true, (select id from menu where name = ${customRoute(definition.key)}), ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as p(value text, name text, name_en text, sort int)
    on conflict (value) do nothing returning value`.execute(unit.db)
  return fresh.length > 0
}

/**
 * Makes the permissions of a type that is published for the first time, and lets its people begin: the roles it names, else
 * all staff; the offices its states ask keep its register, and whoever reads every register reads this one. Later only roles
 * that are newly named are let in: what was taken away stays away.
 */
export async function grantType(
  unit: UnitOfWork,
  engine: Engine,
  publisher: number,
  head: WorkflowHead,
  design: Design,
  named: readonly string[],
): Promise<void> {
  if (head.isShipped) return
  const { key } = design.definition
  await placeType(unit, design)
  const isFirst = await register(unit, engine.texts, design)
  const starters = design.basics.createRoleKeys
    .filter((role) => isFirst || !named.includes(role))
    .map((role): Grant => ({ action: 'Create', role }))
  const grants = [...starters, ...(isFirst ? firstGrants(design) : [])]
  await sql`
    insert into role_permission (role_id, permission_id)
    select r.id, p.id from json_to_recordset(${JSON.stringify(grants)}::json) as g(action text, role text)
      join role r on r.key = g.role and r.deleted_at is null join permission p on p.value = ${key} || ':' || g.action
    on conflict do nothing`.execute(unit.db)
  if (!isFirst) return
  const confidential = [...engine.applications.values()].flatMap((one) =>
    one.isConfidential === true ? applicationPermission(one.key, 'Register') : [],
  )
  const open = sql`(select id from permission where deleted_at is null and value like '%:Register' and value not like 'cst\\_%' and value <> all(${confidential}::text[]))`
  await sql`
    insert into role_permission (role_id, permission_id)
    select role_id, (select id from permission where value = ${applicationPermission(key, 'Register')})
    from role_permission where permission_id in ${open}
    group by role_id having count(*) = (select count(*) from ${open} as register)
    on conflict do nothing`.execute(unit.db)
  unit.traced({ record: 'workflow', id: head.id, before: null, after: { type: key, by: publisher, grants } })
}

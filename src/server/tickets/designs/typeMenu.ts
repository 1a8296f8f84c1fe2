/** The line of the menu that leads to a type of the bureau's own (20.9). */

import { sql } from 'kysely'
import { applicationPermission } from '#src/define/names.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { customRoute } from '#src/define/tickets/types.ts'
import type { Design } from '#src/define/workflows/designs.ts'

/** The page every such type is filed on. */
const PAGE = customRoute('{type}')
/** After what the product ships. */
const LAST = 900

/**
 * Puts the type below the applications of its group, for whoever may file it or read its register. Its name and icon follow
 * what is published until somebody has changed them in the menu; a line that was taken away stays away.
 */
export async function placeType(unit: UnitOfWork, { definition, basics }: Design): Promise<void> {
  const { key, group } = definition
  const now = unit.clock.now()
  await sql`
    insert into menu (parent, name, title, title_en, icon, sort, web_path, component, component_name, permissions, built_in, created_at, updated_at)
    select m.id, ${customRoute(key)}, ${basics.name}, ${basics.nameEn}, ${basics.icon}, ${LAST}, ${customRoute(key)}, ${PAGE}, ${PAGE},
      ${[applicationPermission(key, 'Create'), applicationPermission(key, 'Register')]}::text[], true, ${now}::timestamptz, ${now}::timestamptz
    from menu m where m.name in (${`catalogue.${group}`}, 'catalogue.workflow') and m.deleted_at is null
    order by m.name = 'catalogue.workflow' limit 1
    on conflict (name) do update set title = excluded.title, title_en = excluded.title_en, icon = excluded.icon
      where menu.updated_by is null and (menu.title, menu.title_en, menu.icon) is distinct from (excluded.title, excluded.title_en, excluded.icon)`.execute(
    unit.db,
  )
  unit.changed('menu', null)
}

/** Shows or hides the line with the type. */
export async function showType(unit: UnitOfWork, key: string, isShown: boolean): Promise<void> {
  await sql`update menu set state = ${isShown} where name = ${customRoute(key)} and state <> ${isShown}`.execute(
    unit.db,
  )
  unit.changed('menu', null)
}

/** Takes the line away with a type that is removed for good. */
export async function dropType(unit: UnitOfWork, key: string): Promise<void> {
  await sql`delete from role_menu where menu_id in (select id from menu where name = ${customRoute(key)})`.execute(
    unit.db,
  )
  await sql`delete from menu where name = ${customRoute(key)}`.execute(unit.db)
  unit.changed('menu', null)
}

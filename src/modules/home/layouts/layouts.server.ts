/** Layouts of the home page: which one a person sees, and keeping them (10.2). */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { momentText } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound, Refusal, RuleError } from '#src/define/problem.ts'
import { namedIn } from '#src/define/reach.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { HomeLayout, LayoutRevision, LayoutRole, ShownLayout } from '../home.types.ts'
import { faultOf, type PlacedWidget } from './layout.ts'

/** Layouts of one person. */
export const MAX_LAYOUTS = 10
/** Earlier states of a layout that are kept. */
export const MAX_REVISIONS = 20

type Row = Omit<HomeLayout, 'updatedAt'> & {
  readonly updatedAt: Date
  readonly ownerId: number | null
  readonly answeredAt: Date | null
}

const shown = ({ ownerId: _owner, answeredAt: _answered, updatedAt, ...row }: Row): HomeLayout => ({
  ...row,
  updatedAt: momentText(updatedAt),
})

const rowsWhere = async (
  unit: UnitOfWork,
  language: Language,
  where: ReturnType<typeof sql<boolean>>,
): Promise<readonly Row[]> => {
  const { rows } = await sql<Row>`
    select l.id, l.name, l.scope, l.role_keys, l.widgets, l.is_default, l.version, l.updated_at, l.owner_id, l.answered_at,
      ${namedIn(language, 'u')} as updated_by
    from home_layout l join shared_app_user u on u.id = l.updated_by
    where ${where} order by l.scope, l.updated_at desc, l.id desc`.execute(unit.db)
  return rows
}

const given = (access: Access) => sql<boolean>`l.scope = 'system' and l.role_keys && ${[...access.roles]}::text[]`

/** The layout `/home` shows a person: the own default, else the newest of the person's roles. */
export async function layoutFor(unit: UnitOfWork, access: Access, language: Language): Promise<ShownLayout> {
  const rows = await rowsWhere(
    unit,
    language,
    sql`(l.owner_id = ${access.userId} and l.is_default) or (${given(access)})`,
  )
  const own = rows.find(({ scope }) => scope === 'personal')
  const newest = rows.find(({ scope }) => scope === 'system')
  if (own === undefined) return { layout: newest === undefined ? null : shown(newest), offered: null }
  const answered = Math.max(own.updatedAt.getTime(), own.answeredAt?.getTime() ?? 0)
  const isOffered = newest !== undefined && newest.updatedAt.getTime() > answered
  return { layout: shown(own), offered: isOffered ? shown(newest) : null }
}

/** Own layouts and those of the person's roles; all of the roles' for those who publish layouts. */
export async function layoutsOf(unit: UnitOfWork, access: Access, language: Language): Promise<readonly HomeLayout[]> {
  const system = access.may('home:PublishLayout') ? sql<boolean>`l.scope = 'system'` : given(access)
  return (await rowsWhere(unit, language, sql`l.owner_id = ${access.userId} or (${system})`)).map(shown)
}

async function changeable(unit: UnitOfWork, access: Access, id: number, language: Language): Promise<Row> {
  await sql`select from home_layout where id = ${id} for update`.execute(unit.db)
  const [row] = await rowsWhere(unit, language, sql`l.id = ${id}`)
  const isMine = row?.ownerId === access.userId
  if (row === undefined || !(isMine || (row.scope === 'system' && access.may('home:PublishLayout')))) throw notFound()
  return row
}

/** @throws Refusal 4009 that names who changed the layout meanwhile, and when */
function sameVersion(row: Row, version: number): void {
  if (row.version === version) return
  throw new Refusal(4009, { key: 'home.layoutChanged', params: [row.updatedBy, momentText(row.updatedAt)] }, shown(row))
}

function checkWidgets(widgets: readonly PlacedWidget[]): void {
  const fault = faultOf(widgets)
  if (fault !== null) throw new RuleError(fault.key, ...(fault.params ?? [])).at('widgets')
}

export interface LayoutInput {
  readonly name: string
  readonly widgets: readonly PlacedWidget[]
}

async function checkName(unit: UnitOfWork, ownerId: number | null, name: string, except: number): Promise<void> {
  const { rows } = await sql`
    select from home_layout where coalesce(owner_id, 0) = ${ownerId ?? 0} and name = ${name} and id <> ${except}`.execute(
    unit.db,
  )
  if (rows.length > 0) throw new RuleError('home.sameName').at('name')
}

/** Layouts of one owner are written one after the other. */
const lockOwner = (unit: UnitOfWork, ownerId: number | null) =>
  sql`select pg_advisory_xact_lock(hashtextextended('home_layout ' || ${ownerId ?? 0}::bigint, 0))`.execute(unit.db)

async function insert(
  unit: UnitOfWork,
  access: Access,
  { name, widgets }: LayoutInput,
  place: { readonly ownerId: number | null; readonly roleKeys: readonly string[] },
): Promise<number> {
  await checkName(unit, place.ownerId, name, 0)
  const now = unit.clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into home_layout (name, scope, owner_id, role_keys, widgets, created_at, created_by, updated_at, updated_by)
    values (${name}, ${place.ownerId === null ? 'system' : 'personal'}, ${place.ownerId}, ${[...place.roleKeys]}, ${JSON.stringify(widgets)}::jsonb,
      ${now}, ${access.userId}, ${now}, ${access.userId}) returning id`.execute(unit.db)
  return rows[0]?.id ?? 0
}

async function read(unit: UnitOfWork, language: Language, id: number): Promise<HomeLayout> {
  const [row] = await rowsWhere(unit, language, sql`l.id = ${id}`)
  if (row === undefined) throw notFound()
  return shown(row)
}

/** A new layout of the person. @throws RuleError HOM-04 faults, `home.layoutsFull` at the eleventh, `home.sameName` */
export async function createLayout(
  unit: UnitOfWork,
  access: Access,
  input: LayoutInput & { readonly isDefault: boolean },
  language: Language,
): Promise<HomeLayout> {
  checkWidgets(input.widgets)
  await lockOwner(unit, access.userId)
  const { rows } = await sql`select from home_layout where owner_id = ${access.userId}`.execute(unit.db)
  if (rows.length >= MAX_LAYOUTS) throw new RuleError('home.layoutsFull', MAX_LAYOUTS)
  const id = await insert(unit, access, input, { ownerId: access.userId, roleKeys: [] })
  if (input.isDefault) await setDefault(unit, access, id, true)
  unit.changed('homeLayout', id)
  return read(unit, language, id)
}

/** Name and widgets of a layout; what it was is kept. @throws Refusal 4004, 4009 with the layout as it is now; RuleErrors as for a new one */
export async function updateLayout(
  unit: UnitOfWork,
  access: Access,
  id: number,
  input: LayoutInput & { readonly version: number },
  language: Language,
): Promise<HomeLayout> {
  checkWidgets(input.widgets)
  const row = await changeable(unit, access, id, language)
  sameVersion(row, input.version)
  const same = await sql`
    select from home_layout where id = ${id} and name = ${input.name} and widgets = ${JSON.stringify(input.widgets)}::jsonb`.execute(
    unit.db,
  )
  // Saving what is there already is no change.
  if (same.rows.length > 0) return shown(row)
  await lockOwner(unit, row.ownerId)
  await checkName(unit, row.ownerId, input.name, id)
  await sql`
    insert into home_layout_revision (layout_id, version, name, widgets, saved_at, saved_by)
    select id, version, name, widgets, updated_at, updated_by from home_layout where id = ${id}`.execute(unit.db)
  await sql`delete from home_layout_revision where layout_id = ${id} and version <= ${row.version - MAX_REVISIONS}`.execute(
    unit.db,
  )
  await sql`
    update home_layout set name = ${input.name}, widgets = ${JSON.stringify(input.widgets)}::jsonb, version = version + 1,
      updated_at = ${unit.clock.now()}, updated_by = ${access.userId} where id = ${id}`.execute(unit.db)
  unit.changed('homeLayout', id)
  return read(unit, language, id)
}

/** Earlier states of a layout, newest first. @throws Refusal 4004 */
export async function historyOf(
  unit: UnitOfWork,
  access: Access,
  id: number,
  language: Language,
): Promise<readonly LayoutRevision[]> {
  await changeable(unit, access, id, language)
  const { rows } = await sql<Omit<LayoutRevision, 'savedAt'> & { readonly savedAt: Date }>`
    select r.version, r.name, r.widgets, r.saved_at, ${namedIn(language, 'u')} as saved_by
    from home_layout_revision r join shared_app_user u on u.id = r.saved_by
    where r.layout_id = ${id} order by r.version desc`.execute(unit.db)
  return rows.map((row) => ({ ...row, savedAt: momentText(row.savedAt) }))
}

/** Makes an own layout the one that `/home` shows, or no longer. @throws Refusal 4004 */
export async function setDefault(unit: UnitOfWork, access: Access, id: number, isDefault: boolean): Promise<void> {
  await lockOwner(unit, access.userId)
  const { rows } = await sql`select from home_layout where id = ${id} and owner_id = ${access.userId}`.execute(unit.db)
  if (rows.length === 0) throw notFound()
  await sql`update home_layout set is_default = false where owner_id = ${access.userId} and is_default`.execute(unit.db)
  if (isDefault) await sql`update home_layout set is_default = true where id = ${id}`.execute(unit.db)
  unit.changed('homeLayout', id)
}

/** The person keeps the own layout though the roles were given a newer one: it is not offered again. @throws Refusal 4004 */
export async function keepLayout(unit: UnitOfWork, access: Access, id: number): Promise<void> {
  const { rows } = await sql`
    update home_layout set answered_at = ${unit.clock.now()} where id = ${id} and owner_id = ${access.userId} returning id`.execute(
    unit.db,
  )
  if (rows.length === 0) throw notFound()
  unit.changed('homeLayout', id)
}

export async function rolesFor(unit: UnitOfWork, language: Language): Promise<readonly LayoutRole[]> {
  const { rows } = await sql<LayoutRole>`
    select r.key, ${namedIn(language, 'r')} as name from shared_role r where r.state and r.deleted_at is null order by r.key`.execute(
    unit.db,
  )
  return rows
}

/** Gives a layout to roles: an own one as a copy, one of the system with other roles. @throws Refusal 4004, 4009; RuleError for an unknown role */
export async function publishLayout(
  unit: UnitOfWork,
  access: Access,
  id: number,
  input: { readonly version: number; readonly roleKeys: readonly string[] },
  language: Language,
): Promise<HomeLayout> {
  const row = await changeable(unit, access, id, language)
  sameVersion(row, input.version)
  const known = new Set((await rolesFor(unit, language)).map(({ key }) => key))
  const unknown = input.roleKeys.find((key) => !known.has(key))
  if (unknown !== undefined) throw new RuleError('home.unknownRole', unknown).at('roleKeys')
  await lockOwner(unit, null)
  if (row.scope === 'personal') {
    const copy = await insert(unit, access, row, { ownerId: null, roleKeys: input.roleKeys })
    unit.changed('homeLayout', copy)
    return read(unit, language, copy)
  }
  await sql`
    update home_layout set role_keys = ${[...input.roleKeys]}, version = version + 1, updated_at = ${unit.clock.now()}, updated_by = ${access.userId}
    where id = ${id}`.execute(unit.db)
  unit.changed('homeLayout', id)
  return read(unit, language, id)
}

/** @throws Refusal 4004 */
export async function removeLayout(unit: UnitOfWork, access: Access, id: number, language: Language): Promise<void> {
  await changeable(unit, access, id, language)
  await sql`delete from home_layout where id = ${id}`.execute(unit.db)
  unit.changed('homeLayout', id)
}

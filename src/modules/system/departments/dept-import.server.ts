import { sql } from 'kysely'
import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import { recordOperation } from '#src/define/operations/operations.ts'
import { type Problem, RuleError, ValidationError } from '#src/define/problem.ts'
import { type RouteRequest, route, type UnitOfWork } from '#src/define/server.ts'
import { recordProposals, separation, taskAssignment } from '#src/define/services.ts'
import { checkPlace, hasPeople } from './dept-rules.server.ts'

/** A department as an import names it. */
export const deptRow = z.strictObject({
  name: z.string().overwrite(trimText).min(2).max(30),
  nameEn: z.string().overwrite(trimText).max(80).optional(),
  key: z
    .string()
    .overwrite(trimText)
    .regex(/^[A-Za-z][A-Za-z0-9_-]{0,31}$/),
  /** Names from the root downwards, joined with `/`; empty for a root. */
  parentPath: z.string().overwrite(trimText).max(200),
  sort: z.number().int().min(0).max(9999),
  /** Employee number. */
  leader: z.string().overwrite(trimText).max(6).optional(),
})
export type DeptRow = z.infer<typeof deptRow>

/** Largest import (IMPEX-STD). */
export const mostRows = 2000

/** The names from the root down to a row's own. */
export const pathOf = ({ name, parentPath }: Pick<DeptRow, 'name' | 'parentPath'>): string =>
  parentPath === '' ? name : `${parentPath}/${name}`

/** Departments by the names from the root downwards, joined with `/`. */
export async function pathsOf(unit: UnitOfWork): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; path: string }>`
    with recursive tree as (
      select id, name::text as path from department where parent is null and deleted_at is null
      union all select department.id, tree.path || '/' || department.name from department join tree on tree.id = department.parent where department.deleted_at is null)
    select id, path from tree`.execute(unit.db)
  return new Map(rows.map((found) => [found.path, found.id]))
}

async function leadersOf(unit: UnitOfWork, rows: readonly DeptRow[]): Promise<Map<string, number>> {
  const numbers = rows.flatMap((entry) => (entry.leader ? [entry.leader] : []))
  const found = await sql<{
    id: number
    empNo: string
  }>`select id, emp_no from app_user where emp_no = any(${numbers}::text[]) and state and deleted_at is null`.execute(
    unit.db,
  )
  return new Map(found.rows.map((person) => [person.empNo, person.id]))
}

/** Another department of this name on the same level. */
async function hasNamesake(unit: UnitOfWork, { key, name }: DeptRow, parent: number | null): Promise<boolean> {
  const { rows } =
    await sql`select 1 from department where deleted_at is null and parent is not distinct from ${parent}::bigint and name = ${name} and key <> ${key}`.execute(
      unit.db,
    )
  return rows.length > 0
}

type ImportedDepartment = {
  readonly name: string
  readonly nameEn: string
  readonly sort: number
  readonly parent: number | null
  readonly leaderId: number | null
}
/** What an import writes, for the operation log. */
const valuesOf = ({ name, nameEn, sort, parent, leaderId }: ImportedDepartment): ImportedDepartment => ({
  name,
  nameEn,
  sort,
  parent,
  leaderId,
})

/** What a check of a place throws; null when the place is good. */
async function placeRefusal(check: Promise<void>): Promise<RuleError | null> {
  try {
    await check
    return null
  } catch (error) {
    if (error instanceof RuleError) return error
    throw error
  }
}

/**
 * Creates or updates departments by key, all or none; parents may stand earlier in the same file. `leftOut` are the paths of
 * rows that are wrong for another reason: what stands below them is not wrong for that. Leaders that a row names wait for a second
 * person (SYS-139).
 */
export async function importDepartments(
  unit: UnitOfWork,
  caller: Pick<RouteRequest<unknown, unknown, unknown>, 'access' | 'language'>,
  rows: readonly DeptRow[],
  leftOut: ReadonlySet<string> = new Set(),
): Promise<{ created: number; updated: number; proposed: number }> {
  const { userId } = caller.access
  const unknown = new Set(leftOut)
  let ruled: RuleError | null = null
  const problems: Record<string, Problem[]> = {}
  const leaders = await leadersOf(unit, rows)
  const { problemWith } = unit.service(separation)
  const named: { readonly id: number; readonly leaderId: number }[] = []
  const paths = await pathsOf(unit)
  const moved: number[] = []
  let created = 0
  const now = unit.clock.now()
  for (const [index, entry] of rows.entries()) {
    const parent = entry.parentPath === '' ? null : paths.get(entry.parentPath)
    const leader = entry.leader ? leaders.get(entry.leader) : null
    const isBelowLeftOut = parent === undefined && unknown.has(entry.parentPath)
    if (parent === undefined && !isBelowLeftOut)
      problems[`data.${index}.parentPath`] = [{ key: 'dept.parentUnknown', params: [entry.parentPath] }]
    if (leader === undefined)
      problems[`data.${index}.leader`] = [{ key: 'dept.leaderUnknown', params: [entry.leader ?? ''] }]
    if (parent === undefined || leader === undefined) {
      unknown.add(pathOf(entry))
      continue
    }
    const existing = await sql<{
      id: number
      name: string
      nameEn: string
      sort: number
      parent: number | null
      leaderId: number | null
    }>`select id, name, name_en, sort, parent, leader_id from department where key = ${entry.key} and deleted_at is null for update`.execute(
      unit.db,
    )
    const place = await placeRefusal(checkPlace(unit, { id: existing.rows[0]?.id ?? null, parent }))
    const isNamesake = await hasNamesake(unit, entry, parent)
    ruled ??= place
    if (place !== null) problems[`data.${index}.parentPath`] = [place.problem]
    if (isNamesake) problems[`data.${index}.name`] = [{ key: 'dept.siblingName', params: [entry.name] }]
    const before = existing.rows[0]
    const isNamed = leader !== null && leader !== before?.leaderId
    const barred = isNamed ? await problemWith([leader], 'leader') : null
    const isMoved = before !== undefined && before.parent !== parent
    const isHeld = isMoved && (await hasPeople(unit, before.id))
    if (isHeld) problems[`data.${index}.parentPath`] = [{ key: 'dept.byForm' }]
    if (barred !== null) {
      ruled ??= new RuleError(barred.key, ...(barred.params ?? []))
      problems[`data.${index}.leader`] = [barred]
    }
    if (place !== null || isNamesake || isHeld || barred !== null) {
      unknown.add(pathOf(entry))
      continue
    }
    const saved = await sql<{ id: number; fresh: boolean }>`
      insert into department (key, name, name_en, parent, sort, created_at, created_by, updated_at, updated_by)
      values (${entry.key}, ${entry.name}, ${entry.nameEn ?? ''}, ${parent}, ${entry.sort}, ${now}, ${userId}, ${now}, ${userId})
      on conflict (key) where deleted_at is null do update set name = excluded.name, name_en = excluded.name_en, parent = excluded.parent, sort = excluded.sort,
        updated_at = excluded.updated_at, updated_by = excluded.updated_by, version = department.version + 1
      returning id, xmax = 0 as fresh`.execute(unit.db)
    const { id, fresh } = saved.rows[0] ?? { id: 0, fresh: false }
    if (fresh) created += 1
    unit.traced({
      record: 'dept',
      id,
      before: before ? valuesOf(before) : null,
      after: valuesOf({ ...entry, nameEn: entry.nameEn ?? '', parent, leaderId: before?.leaderId ?? null }),
    })
    if (isNamed) named.push({ id, leaderId: leader })
    if (isMoved) moved.push(id)
    paths.set(pathOf(entry), id)
  }
  if (ruled !== null) throw ruled.among(problems)
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
  unit.changed('dept', null)
  for (const id of moved) await unit.service(taskAssignment).departmentChanged(id)
  for (const { id, leaderId } of named) await unit.service(recordProposals).hold('dept', id, { leaderId }, caller)
  return { created, updated: rows.length - created, proposed: named.length }
}

export const importDeptData = route({
  method: 'POST',
  url: '/api/system/dept/import_dept_data/',
  operation: recordOperation('dept', 'import'),
  permission: 'dept:Import',
  body: z.strictObject({ data: z.array(deptRow).min(1).max(mostRows) }),
  handle: ({ unit, access, language, body }) => importDepartments(unit, { access, language }, body.data),
})

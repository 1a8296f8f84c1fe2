/** One demo person for each of the 22 roles (00-overview §0.5, 70.2); everybody is `staff` besides. */
import { sql } from 'kysely'
import { departmentColumns, type RecordDefinition } from '#src/define/record.ts'
import type { RouteDefinition } from '#src/define/server.ts'
import type { Answer, Client, TestApp } from '#tests/harness/app.ts'

export const personOf = {
  staff: 'pan42',
  deptLeader: 'zhang39',
  divisionLeader: 'sun03',
  bureauLeader: 'zhao01',
  logisticsOfficer: 'yang15',
  financeOfficer: 'you18',
  financeLeader: 'qin17',
  cashier: 'he20',
  fleetManager: 'yan26',
  driver: 'hua27',
  warehouseKeeper: 'kong24',
  assetManager: 'shi22',
  canteenManager: 'qi32',
  procurementOfficer: 'shui37',
  maintenanceWorker: 'zou34',
  sealKeeper: 'zheng07',
  hrOfficer: 'wei11',
  supervisor: 'feng08',
  articleEditor: 'jiang12',
  sysAdmin: 'fang54',
  securityAdmin: 'yu55',
  auditor: 'bao59',
} as const
export type RoleKey = keyof typeof personOf
export const roleKeys = Object.keys(personOf) as readonly RoleKey[]

/** Permission strings a person holds, as the database says it. */
export async function heldBy(app: TestApp, userId: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ value: string }>`
    select p.value from user_role u join role_permission g on g.role_id = u.role_id join permission p on p.id = g.permission_id
    where u.user_id = ${userId}`.execute(app.database.db)
  return new Set(rows.map((row) => row.value))
}

/** Whose a row is, seen from a person. */
export type Whose = 'own' | 'department' | 'other'

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** One row of a record of each kind there is, and whether the person's roles reach it by this permission: told again in SQL of the tests. */
export async function sampleRows(
  app: TestApp,
  userId: number,
  { table, scope }: Pick<RecordDefinition, 'table' | 'scope'>,
  permission: string,
): Promise<readonly { id: number; whose: Whose; isReached: boolean }[]> {
  const shared =
    scope.sharedWith === undefined ? sql`` : sql` || coalesce(${sql.ref(`t.${snake(scope.sharedWith)}`)}, '{}')`
  const own = sql.join(departmentColumns(scope).map((column) => sql.ref(`t.${snake(column)}`)))
  const departments = sql`(array[${own}]${shared})`
  const isOwn = scope.owner === undefined ? sql`false` : sql`${sql.ref(`t.${snake(scope.owner)}`)} = me.id`
  const { rows } = await sql<{ id: number; whose: Whose; isReached: boolean }>`
    with recursive me as (select id, dept_id from app_user where id = ${userId}),
    below as (select dept_id as id from me union select d.id from department d join below on d.parent = below.id),
    granted as (
      select coalesce(g.data_scope::text, o.data_scope) as scope, coalesce(g.scope_dept_ids, m.dept_ids, o.scope_dept_ids, '{}') as depts
      from user_role m join role o on o.id = m.role_id join role_permission g on g.role_id = o.id join permission p on p.id = g.permission_id
      where m.user_id = ${userId} and p.value = ${permission}),
    told as (
      select t.id, case when ${isOwn} then 'own' when me.dept_id = any(${departments}) then 'department' else 'other' end as whose,
        (select bool_or(case g.scope when '0' then ${isOwn} when '1' then ${departments} && array(select id from below) when '2' then me.dept_id = any(${departments})
          when '3' then true else ${departments} && g.depts end) from granted g) as is_reached
      from ${sql.table(table)} t, me where to_jsonb(t) ->> 'deleted_at' is null)
    select distinct on (whose, is_reached) id, whose, is_reached from told order by whose, is_reached, id`.execute(
    app.database.db,
  )
  return rows
}

/** An id that no row has. */
export const NO_ID = 999_999_999
/** The same of sessions. */
const NO_SESSION = '00000000-0000-4000-8000-000000000000'

/** The route's path with its parameters filled in. */
export const pathOf = (
  { url }: Pick<RouteDefinition, 'url'>,
  id: number | string = url.includes('/session/:id/') ? NO_SESSION : NO_ID,
): string =>
  url
    .replace(':id', String(id))
    .replace(':key', 'leaveApproval')
    .replace(':no', '1')
    .replace(':kind', 'office')
    .replace(':userId', '1')

/** Calls a route with nothing but its path. */
export function call(
  client: Client,
  route: Pick<RouteDefinition, 'method' | 'url'>,
  id?: number | string,
  body: object = {},
): Promise<Answer<unknown>> {
  const path = pathOf(route, id)
  switch (route.method) {
    case 'GET':
      return client.get(path)
    case 'POST':
      return client.post(path, body)
    case 'PUT':
      return client.put(path, body)
    case 'DELETE':
      return client.delete(path, body)
  }
}

export const nameOf = (route: Pick<RouteDefinition, 'method' | 'url'>): string => `${route.method} ${route.url}`

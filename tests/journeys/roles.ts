/** One demo person for each of the 22 roles (00-overview §0.5, 70.2); everybody is `staff` besides. */
import { sql } from 'kysely'
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

/** An id that no row has. */
export const NO_ID = 999_999_999

/** The route's path with its parameters filled in. */
export const pathOf = (route: Pick<RouteDefinition, 'url'>, id: number | string = NO_ID): string =>
  route.url.replace(':id', String(id)).replace(':key', 'leaveApproval')

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

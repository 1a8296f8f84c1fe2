import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { DepartmentNode, PeopledNode, PersonOption } from '#src/define/answers/organisation.ts'
import type { RouteDefinition } from '#src/define/server.ts'
import { route } from '#src/define/server.ts'
import { usesOf } from '#src/server/access/registered.ts'
import type { Services } from '#src/server/app/services.ts'
import { queryId, queryText } from '#src/server/http/schemas.ts'
import { departmentPaths, departmentTree } from './departments.ts'
import { findPeople, peopleOf } from './people.ts'
import { roleRoutes } from './roleRoutes.ts'
import { userRoutes } from './userRoutes.ts'

/** `1,2,3` in a query. */
const queryIds = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,199}$/)
  .transform((text) => text.split(',').map(Number))
  .optional()

function withPeople(node: DepartmentNode, people: readonly PersonOption[]): PeopledNode {
  return {
    ...node,
    children: node.children.map((child) => withPeople(child, people)),
    users: people.filter((person) => person.deptId === node.id),
  }
}

/** Departments and people for trees and pickers. They carry names and posts only, which every colleague may know. */
export function organisationRoutes(
  services: Services,
  routes: () => readonly RouteDefinition[],
): readonly RouteDefinition[] {
  const { directory } = services
  return [
    route({
      method: 'GET',
      url: '/api/system/dept/all_dept/',
      permission: 'signedIn',
      query: z.strictObject({ name: queryText(50) }),
      handle: async ({ query, language }) => {
        const paths = departmentPaths(directory, language)
        return directory
          .departments()
          .filter((department) => department.state)
          .map(({ id, key, parent, sort }) => ({ id, key, name: paths.get(id) ?? '', parent, sort }))
          .filter((department) => query.name === undefined || department.name.includes(query.name))
      },
    }),
    route({
      method: 'GET',
      url: '/api/v1/auth/dept/tree/',
      permission: 'signedIn',
      handle: async ({ language }) => departmentTree(directory, language),
    }),
    route({
      method: 'GET',
      url: '/api/v1/auth/dept/dept_tree_users/',
      permission: 'signedIn',
      query: z.strictObject({ topDeptId: queryId }),
      handle: async ({ unit, query, language }) => {
        const tree = departmentTree(directory, language, query.topDeptId)
        const people = await peopleOf(
          unit,
          language,
          tree.flatMap((top) => directory.below(top.id)),
        )
        return tree.map((top) => withPeople(top, people))
      },
    }),
    route({
      method: 'GET',
      url: '/api/system/user/options/',
      permission: 'signedIn',
      query: z.strictObject({
        search: queryText(50),
        role: queryText(32),
        deptId: queryId,
        ids: queryIds,
        business: z.literal('true').optional(),
      }),
      handle: ({ unit, query: { business, ...request }, language }) =>
        findPeople(unit, language, {
          ...request,
          // SYS-131: where somebody is named for an approval or a post.
          ...(business && { within: sql<SqlBool>`not is_administrator(u.id)` }),
        }),
    }),
    ...userRoutes(services),
    ...roleRoutes(() => [...usesOf(services, routes()).keys()]),
  ]
}

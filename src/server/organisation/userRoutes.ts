import { z } from 'zod'
import { operation, recordOperation, rowOf } from '#src/define/operations/operations.ts'
import { badFile } from '#src/define/problem.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import { isProposed, type ProposedAnswer } from '#src/define/workflows/proposals.ts'
import { hashPassword, oneTimePassword } from '#src/server/access/passwords.ts'
import type { Services } from '#src/server/app/services.ts'
import { changeOf, describedForm } from '#src/server/documentation/schema.ts'
import { idParams } from '#src/server/http/schemas.ts'
import { anyQuery } from '#src/server/records/query.ts'
import { recordsOf } from '#src/server/records/records.ts'
import { largestUpload, MAX_IMPORT_ROWS, readRows } from '#src/server/records/transfer/import.ts'
import {
  disable,
  disableMany,
  enable,
  findAccount,
  giveOneTimePassword,
  moveTo,
  remove,
  resetSecondFactor,
  unlock,
} from './accounts.ts'
import { holdingsOf, leavingOf } from './leaving.ts'
import { assignableRoles, assignRoles, readAssignment } from './memberships.ts'
import { countByDepartment, createUser, importUsers, listUsers, updateUser } from './users.ts'

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const versionBody = z.strictObject({ version: z.number().int().positive().optional() })

/** Accounts of one bulk action at most (LIST-STD: a page). */
const mostAtOnce = 100
const ids = z.array(id).min(1).max(mostAtOnce)
/** One order for everybody, so that two callers never wait for each other. */
const inOrder = (list: readonly number[]): readonly number[] => [...new Set(list)].sort((a, b) => a - b)

/** Accounts as lists and forms (60.1): the record shell's calls with what an account has besides. */
function sheetRoutes(services: Services): readonly RouteDefinition[] {
  const records = recordsOf(services)
  return [
    route({
      method: 'GET',
      url: '/api/system/user/',
      permission: 'user:Search',
      query: anyQuery,
      handle: (request) => listUsers(records, request, request.query),
    }),
    route({
      method: 'GET',
      url: '/api/system/user/department_counts/',
      permission: 'user:Search',
      handle: (request) => countByDepartment(request),
    }),
    route({
      method: 'POST',
      url: '/api/system/user/',
      operation: recordOperation('user', 'create'),
      permission: 'user:Create',
      body: describedForm('user'),
      handle: (request) => createUser(records, request, request.body),
    }),
    route({
      method: 'PUT',
      url: '/api/system/user/:id/',
      operation: recordOperation('user', 'update'),
      permission: 'user:Update',
      params: idParams,
      body: describedForm(changeOf('user')),
      handle: (request) => updateUser(records, request, request.params.id, request.body),
    }),
    route({
      method: 'POST',
      url: '/api/system/user/import_data/',
      operation: recordOperation('user', 'import'),
      permission: 'user:Import',
      ownTransaction: true,
      upload: { maxBytes: largestUpload },
      handle: async (request) => {
        if (!request.upload) throw badFile('file.missing')
        const rows = await readRows(services.parser, request.upload, MAX_IMPORT_ROWS, request.access.userId)
        return importUsers(records, request, rows)
      },
    }),
  ]
}

/** What hangs on people, and switching their accounts off (60.1). Of many: all or none. */
function leavingRoutes(services: Services): readonly RouteDefinition[] {
  const holdings = holdingsOf(services)
  const confirmed = z.boolean().optional()
  return [
    route({
      method: 'GET',
      url: '/api/system/user/:id/leaving/',
      permission: 'user:Disable',
      params: idParams,
      handle: async ({ unit, access, params }) =>
        leavingOf(unit, holdings, (await findAccount(unit, access, 'user:Disable', params.id)).id),
    }),
    route({
      method: 'POST',
      url: '/api/system/user/:id/disable/',
      operation: operation('account.disable', rowOf('user')),
      permission: 'user:Disable',
      params: idParams,
      body: versionBody.extend({ confirmed, successorId: id.nullable().optional() }),
      handle: (request) => disable(request, holdings, request.params.id, request.body),
    }),
    route({
      method: 'POST',
      url: '/api/system/user/multiple_disable/',
      operation: operation('account.disable', rowOf('user', 'ids')),
      permission: 'user:Disable',
      body: z.strictObject({ ids, confirmed }),
      handle: (request) => disableMany(request, holdings, inOrder(request.body.ids), request.body.confirmed === true),
    }),
  ]
}

/** Actions on accounts, one at a time. */
const singleRoutes: readonly RouteDefinition[] = [
  route({
    method: 'POST',
    url: '/api/system/user/:id/enable/',
    operation: operation('account.enable', rowOf('user')),
    permission: 'user:Enable',
    params: idParams,
    body: versionBody,
    handle: ({ unit, access, params, body }) => enable(unit, access, params.id, body.version),
  }),
  route({
    method: 'DELETE',
    url: '/api/system/user/:id/',
    operation: recordOperation('user', 'remove'),
    permission: 'user:Delete',
    params: idParams,
    handle: ({ unit, access, params, language }) => remove(unit, access, params.id, language),
  }),
  route({
    method: 'POST',
    url: '/api/system/user/:id/unlock/',
    operation: operation('account.unlock', rowOf('user')),
    permission: 'user:Unlock',
    params: idParams,
    handle: ({ unit, access, params }) => unlock(unit, access, params.id),
  }),
  route({
    method: 'POST',
    url: '/api/system/user/:id/reset_password/',
    operation: operation('account.resetPassword', rowOf('user')),
    permission: 'user:ResetPassword',
    params: idParams,
    handle: async ({ unit, access, params }) => {
      const password = oneTimePassword()
      const given = await giveOneTimePassword(unit, access, params.id, await hashPassword(password))
      return isProposed(given) ? given : { username: given.username, name: given.name, password }
    },
  }),
  route({
    method: 'POST',
    url: '/api/system/user/:id/reset_second_factor/',
    operation: operation('account.resetSecondFactor', rowOf('user')),
    permission: 'user:ResetPassword',
    params: idParams,
    handle: ({ unit, access, params }) => resetSecondFactor(unit, access, params.id),
  }),
  route({
    method: 'GET',
    url: '/api/system/user/assignable_roles/',
    permission: 'user:AssignRole',
    handle: ({ unit, language }) => assignableRoles(unit, language),
  }),
  route({
    method: 'GET',
    url: '/api/system/user/:id/roles/',
    permission: 'user:AssignRole',
    params: idParams,
    handle: ({ unit, access, params, language }) => readAssignment(unit, access, language, params.id),
  }),
  route({
    method: 'POST',
    url: '/api/system/user/:id/assign_roles/',
    operation: operation('account.assignRoles', rowOf('user')),
    permission: 'user:AssignRole',
    params: idParams,
    body: z.strictObject({
      roleIds: z.array(id).max(50),
      leaderOf: z.array(id).max(200).default([]),
      version: z.number().int().positive().optional(),
    }),
    handle: ({ unit, access, params, body, language }) =>
      assignRoles(unit, access, language, { id: params.id, ...body }),
  }),
]

/** The same action on many accounts: all or none. */
const bulkRoutes: readonly RouteDefinition[] = [
  route({
    method: 'POST',
    url: '/api/system/user/multiple_enable/',
    operation: operation('account.enable', rowOf('user', 'ids')),
    permission: 'user:Enable',
    body: z.strictObject({ ids }),
    handle: async ({ unit, access, body }) => {
      let waiting: ProposedAnswer | null = null
      for (const one of inOrder(body.ids)) {
        const answer = await enable(unit, access, one, undefined)
        if (isProposed(answer)) waiting = answer
      }
      return waiting
    },
  }),
  route({
    method: 'POST',
    url: '/api/system/user/multiple_move/',
    operation: operation('account.move', rowOf('user', 'ids')),
    permission: 'user:Update',
    body: z.strictObject({ ids, deptId: id }),
    handle: async ({ unit, access, body }) => {
      for (const one of inOrder(body.ids)) await moveTo(unit, access, one, body.deptId)
    },
  }),
]

/** Accounts and what is done with them (60.1). */
export const userRoutes = (services: Services): readonly RouteDefinition[] => [
  ...sheetRoutes(services),
  ...leavingRoutes(services),
  ...singleRoutes,
  ...bulkRoutes,
]

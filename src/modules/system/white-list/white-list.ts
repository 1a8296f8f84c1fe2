import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { boolean, choice, date, dateTime, integer, longText, person, text } from '#src/fields/field.ts'

/** Days an entry may be open (SYS-122, SYS-132). */
export const MAX_DAYS = 365

/** Calls that need no sign-in, or no permission of their own (60.11). Enforced where routes are registered. */
export const whiteList = defineRecord({
  name: 'whiteList',
  table: 'white_list',
  path: '/api/system/white_list/',
  permissions: permissionsFrom('whiteList', 'create', 'update', 'remove'),
  scope: {},
  fields: {
    url: text(120, { required: true, pattern: 'callPath' }),
    method: choice('httpMethod', { required: true, initial: '0' }),
    needLogin: boolean({ required: true, initial: true }),
    dataScopeOn: boolean({ required: true, initial: true }),
    reason: longText(5, 200, { required: true }),
    expiresAt: date({ required: true, min: 'today', max: { today: MAX_DAYS } }),
    state: boolean({ required: true, initial: true }),
    hits: integer({ computed: true }),
    lastHitAt: dateTime({ computed: true }),
    unused: boolean({ computed: true }),
    confirmedBy: person({ computed: true }),
    confirmedAt: dateTime({ computed: true }),
    standing: choice('whiteListStanding', { computed: true }),
    shipped: boolean({ computed: true }),
  },
  titleFields: ['url'],
  list: {
    columns: [
      'url',
      'method',
      'needLogin',
      'dataScopeOn',
      'reason',
      'standing',
      'expiresAt',
      'confirmedBy',
      'confirmedAt',
      'hits',
      'lastHitAt',
      'unused',
    ],
    filters: ['standing', 'unused', 'needLogin', 'expiresAt', 'shipped'],
    search: ['url', 'reason'],
  },
  locks: {
    update: { field: 'shipped', op: 'eq', value: true },
    remove: { field: 'shipped', op: 'eq', value: true },
  },
  requiresPassword: true,
})

/** Areas of the API that no list opens: administration, money and files (SYS-121). */
const closed: readonly string[] = [
  'system',
  'init',
  'login',
  'logout',
  'captcha',
  'token',
  'register',
  'forgot_password',
  'v1',
  'finance',
  'budget',
  'file',
  'files',
  'export',
  'exports',
  'backup',
  'workflow',
  'ticket',
  'proposal',
]

/** Parts that lead to files wherever they stand. */
const fileParts = /^(?:export|import|download|upload|attachment)/

/** SYS-121: under `/api/`, at least module and resource written out, `*` only as a whole part, nothing of the closed areas. */
export function isAllowedPattern(pattern: string): boolean {
  const [root, module, resource, ...rest] = pattern.replace(/^\/|\/$/g, '').split('/')
  if (root !== 'api' || module === undefined || resource === undefined) return false
  const parts = [module, resource, ...rest]
  if (parts.some((part) => part !== '*' && !/^[A-Za-z0-9_-]+$/.test(part))) return false
  if (module === '*' || resource === '*' || closed.includes(module.toLowerCase())) return false
  return !parts.some((part) => fileParts.test(part.toLowerCase()))
}

/** Whether a route may be opened at all, whatever pattern names it: a wildcard over a resource does not reach its exports. */
export const isOpenable = (path: string): boolean => isAllowedPattern(path.replace(/:\w+/g, '*'))

/** How a route stands in the list: `/api/leave/quota/*` for `/api/leave/quota/:id/`. */
export const patternOf = (path: string): string => path.replace(/:\w+/g, '*').replace(/\*\/$/, '*')

/** Whether a pattern names the path of a route. `*` stands for one part, at the end for one or more; a part written `:id` in the route is any part. */
export function namesPath(pattern: string, path: string): boolean {
  const wanted = pattern.replace(/^\/|\/$/g, '').split('/')
  const parts = path.replace(/^\/|\/$/g, '').split('/')
  if (parts.length > wanted.length && wanted.at(-1) !== '*') return false
  return parts.length >= wanted.length && wanted.every((part, index) => part === '*' || part === parts[index])
}

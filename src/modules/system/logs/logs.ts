import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { choice, dateTime, integer, longText, person, text } from '#src/fields/field.ts'

/** Days a log shows at first (60.9). */
const DAYS = 7

/** Who signed in or tried to (60.9); written by the sign-in, sealed by blocks (SYS-94). */
export const loginLog = defineRecord({
  name: 'loginLog',
  table: 'login_log',
  path: '/api/system/login_log/',
  permissions: permissionsFrom('loginLog', 'export'),
  scope: {},
  fields: {
    at: dateTime({ computed: true }),
    username: text(64, { computed: true }),
    userId: person({ computed: true }),
    result: choice('loginResult', { computed: true }),
    reason: choice('loginReason', { computed: true }),
    ip: text(64, { computed: true, exact: true }),
    browser: text(40, { computed: true }),
    system: text(40, { computed: true }),
    agent: text(300, { computed: true }),
    hour: integer({ computed: true }),
  },
  titleFields: ['username', 'at'],
  list: {
    columns: ['at', 'username', 'userId', 'result', 'reason', 'ip', 'browser', 'system'],
    filters: ['at', 'result', 'reason', 'userId', 'username', 'ip', 'browser', 'system', 'agent', 'hour'],
    search: ['username', 'ip'],
    order: '-at',
    recent: { field: 'at', days: DAYS },
    charts: { failures: { by: 'hour', only: { result: 'failure' }, series: [0, 23] } },
  },
  appendOnly: true,
})

/** Every call that is not a GET, and every export (60.9), as a sentence (SYS-136); chained row by row (SYS-94). */
export const operationLog = defineRecord({
  name: 'operationLog',
  table: 'operation_log',
  path: '/api/system/operation_log/',
  permissions: permissionsFrom('operationLog', 'export'),
  scope: {},
  fields: {
    at: dateTime({ computed: true }),
    sentence: text(1000, { computed: true }),
    userId: person({ computed: true }),
    module: text(40, { computed: true, exact: true }),
    method: choice('logMethod', { computed: true }),
    path: text(300, { computed: true }),
    code: integer({ computed: true }),
    status: integer({ computed: true }),
    durationMs: integer({ computed: true }),
    ip: text(64, { computed: true, exact: true }),
    endpoint: text(320, { computed: true, exact: true }),
    requestId: text(64, { computed: true, exact: true }),
    agent: text(300, { computed: true }),
    request: longText(0, 4000, { computed: true }),
    diff: longText(0, 20_000, { computed: true }),
  },
  titleFields: ['sentence'],
  list: {
    columns: ['sentence', 'at', 'ip', 'durationMs', 'requestId'],
    filters: ['at', 'userId', 'method', 'path', 'module', 'code', 'status', 'ip', 'requestId', 'endpoint', 'agent'],
    search: ['path', 'requestId'],
    order: '-at',
    recent: { field: 'at', days: DAYS },
    charts: { slow: { by: 'endpoint', measure: { of: 'durationMs', as: 'average' } } },
  },
  appendOnly: true,
})

/** What goes wrong in browsers (60.9): one row for the same fault of 24 hours. */
export const frontendLog = defineRecord({
  name: 'frontendLog',
  table: 'frontend_log',
  path: '/api/system/frontend_log/',
  permissions: permissionsFrom('frontendLog', 'export'),
  scope: {},
  fields: {
    at: dateTime({ computed: true }),
    level: choice('faultLevel', { computed: true }),
    message: text(1000, { computed: true }),
    path: text(300, { computed: true, exact: true }),
    count: integer({ computed: true }),
    userId: person({ computed: true }),
    version: text(64, { computed: true, exact: true }),
    browser: text(40, { computed: true }),
    firstAt: dateTime({ computed: true }),
    fingerprint: text(64, { computed: true, exact: true }),
    agent: text(300, { computed: true }),
    stack: longText(0, 8000, { computed: true }),
  },
  titleFields: ['message'],
  list: {
    columns: ['at', 'level', 'message', 'path', 'count', 'userId', 'version', 'browser'],
    filters: ['at', 'level', 'path', 'userId', 'message', 'version', 'browser', 'firstAt'],
    search: ['message', 'path'],
    order: '-at',
    recent: { field: 'at', days: DAYS },
    charts: { pages: { by: 'path' } },
  },
  appendOnly: true,
})

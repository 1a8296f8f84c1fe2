import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import { ListAnswer } from '#src/define/answer.ts'
import { textPatterns } from '#src/define/api/openapi.ts'
import { parseMoment } from '#src/define/days.ts'
import { operation } from '#src/define/operations/operations.ts'
import { RuleError } from '#src/define/problem.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import { verifyOwnPassword } from '#src/server/access/signIn/signIn.ts'
import { readUser } from '#src/server/access/user.ts'
import type { Services } from '#src/server/app/services.ts'
import { idParams, pageQuery, queryBoolean, queryText } from '#src/server/http/schemas.ts'
import { write } from '#src/server/work.ts'
import {
  markAll,
  readNotice,
  readTicketNotices,
  receivedNotices,
  removeNotice,
  removeTicketNotices,
} from './notices.ts'
import { recall, send, sentMessages, target, targetChoices } from './sendings.ts'

const PATH = '/api/v1/sms/notice/'

/** SYS-101: only these may write to everybody. */
const mayWriteToAll: readonly string[] = ['sysAdmin', 'securityAdmin']

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)

const sendBody = z.strictObject({
  title: z.string().overwrite(trimText).min(2).max(100),
  content: z.string().min(1).max(60_000),
  targetType: z.number().int().min(0).max(3),
  targets: z.array(id).max(1000).default([]),
  contentType: z.enum(['SYSTEM', 'REMIND']),
  // A path of this site: a notice must not lead elsewhere.
  link: z
    .string()
    .max(200)
    .regex(/^(\/(?![/\\])[^\s\\]*)?$/)
    .default(''),
  password: z.string().max(64).default(''),
  /** `yyyy-MM-dd HH:mm:ss`; empty: at once. */
  sendAt: z
    .string()
    .meta(textPatterns.moment)
    .nullish()
    .transform((text) => text ?? '')
    .refine((text) => text === '' || parseMoment(text) !== null),
})

/** Notice calls of specification §7. The two that mark all are GETs there; like every call they need the Authorization header, which no foreign page can send. */
export function noticeRoutes(services: Services): readonly RouteDefinition[] {
  const { texts } = services
  return [
    route({
      method: 'GET',
      url: `${PATH}get_self_receive/`,
      permission: 'signedIn',
      query: z.strictObject({
        ...pageQuery,
        is_read: queryBoolean,
        to_act: queryBoolean,
        grouped: queryBoolean,
        contentType: queryText(20),
        search: queryText(50),
      }),
      handle: async ({ unit, access, language, query }) => {
        const { page, limit, is_read: isRead, to_act: toAct, grouped, contentType, search } = query
        const { rows, total } = await receivedNotices(unit, texts, language, access.userId, {
          page,
          limit,
          isRead,
          toAct,
          grouped,
          contentType,
          search,
        })
        return new ListAnswer(rows, { page, limit, total })
      },
    }),
    route({
      method: 'GET',
      url: `${PATH}get_self_send/`,
      permission: 'signedIn',
      query: z.strictObject({ ...pageQuery, search: queryText(50) }),
      handle: async ({ unit, access, language, query }) => {
        const { rows, total } = await sentMessages(unit, access.userId, { ...query, search: query.search, language })
        return new ListAnswer(rows, { ...query, total })
      },
    }),
    route({
      method: 'GET',
      url: `${PATH}mark_all_read/`,
      permission: 'signedIn',
      handle: ({ write: change, access }) => change((unit) => markAll(unit, access.userId, 'read')),
    }),
    route({
      method: 'GET',
      url: `${PATH}mark_all_unread/`,
      permission: 'signedIn',
      handle: ({ write: change, access }) => change((unit) => markAll(unit, access.userId, 'unread')),
    }),
    route({
      method: 'GET',
      url: `${PATH}targets/`,
      permission: 'message:Send',
      handle: ({ unit, language }) => targetChoices(unit, language),
    }),
    route({
      method: 'GET',
      url: `${PATH}:id/`,
      permission: 'signedIn',
      params: idParams,
      handle: ({ write: change, access, language, params }) =>
        change((unit) => readNotice(unit, texts, language, access.userId, params.id)),
    }),
    route({
      method: 'POST',
      url: `${PATH}ticket/:id/read/`,
      operation: operation('notice.readOfTicket', { of: 'ticket' }),
      permission: 'signedIn',
      params: idParams,
      handle: ({ unit, access, params }) => readTicketNotices(unit, access.userId, params.id),
    }),
    route({
      method: 'DELETE',
      url: `${PATH}ticket/:id/`,
      operation: operation('notice.removeOfTicket', { of: 'ticket' }),
      permission: 'signedIn',
      params: idParams,
      handle: ({ unit, access, params }) => removeTicketNotices(unit, access.userId, params.id),
    }),
    route({
      method: 'DELETE',
      url: `${PATH}:id/`,
      operation: operation('notice.remove'),
      permission: 'signedIn',
      params: idParams,
      handle: ({ unit, access, params }) => removeNotice(unit, access.userId, params.id),
    }),
    route({
      method: 'POST',
      url: `${PATH}send/`,
      operation: operation('notice.send', { of: 'literal', body: 'title' }),
      permission: 'message:Send',
      ownTransaction: true,
      body: sendBody,
      handle: async ({ unit, write: change, access, body, caller, language }) => {
        const { password, sendAt, ...sending } = body
        if (sending.targetType === target.all) {
          if (!access.roles.some((role) => mayWriteToAll.includes(role))) throw new RuleError('rule.SYS-101')
          const { username } = await readUser(unit, access.userId, language)
          await verifyOwnPassword((work) => write(services, work), username, password, caller)
        }
        return change((writing) => send(writing, { ...sending, sendAt: parseMoment(sendAt), senderId: access.userId }))
      },
    }),
    route({
      method: 'POST',
      url: `${PATH}:id/recall/`,
      operation: operation('notice.recall', { of: 'noticeSending' }),
      permission: 'message:Send',
      params: idParams,
      handle: ({ unit, access, params }) => recall(unit, access.userId, params.id),
    }),
  ]
}

/** The personal centre (10.3): everybody, about themselves. */

import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import { textPatterns } from '#src/define/api/openapi.ts'
import { parseMoment } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { operation, rowOf } from '#src/define/operations/operations.ts'
import { RuleError, ValidationError } from '#src/define/problem.ts'
import { type Caller, type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { offer, readSecondFactor, renewRecoveryCodes } from '#src/server/access/signIn/secondFactor.ts'
import { verifyOwnCode, verifyOwnPassword } from '#src/server/access/signIn/signIn.ts'
import { endSession, standingSessions } from '#src/server/access/standing.ts'
import type { Services } from '#src/server/app/services.ts'
import { idParams, pageQuery } from '#src/server/http/schemas.ts'
import { write } from '#src/server/work.ts'
import { checkedAvatar, MAX_CHARACTERS, writeAvatar } from './avatar.ts'
import { delegate, endDelegation, ownDelegations } from './delegations.ts'
import { mutable, readPushes, setPush } from './mutes.ts'
import { phraseRoutes } from './phrases.ts'
import { changesContact, readProfile, writeProfile } from './profile.ts'
import { lastSignIns } from './signIns.ts'

const moment = z
  .string()
  .meta(textPatterns.moment)
  .transform((text, context) => {
    const at = parseMoment(text)
    if (at) return at
    context.addIssue({ code: 'custom', message: 'dateTime' })
    return z.NEVER
  })
const ownValues = {
  gender: z.enum(['0', '1', '2']),
  mobile: z
    .string()
    .overwrite(trimText)
    .regex(/^1\d{10}$/),
  email: z.union([z.literal(''), z.email().max(100)]).default(''),
  officePhone: z.string().overwrite(trimText).max(20).default(''),
  bankName: z.string().overwrite(trimText).max(60).default(''),
  bankAccount: z.union([z.literal(''), z.string().regex(/^\d{10,30}$/)]).optional(),
}

function profileRoutes(services: Services): readonly RouteDefinition[] {
  const { vault } = services
  return [
    route({
      method: 'GET',
      url: '/api/personal/profile/',
      permission: 'signedIn',
      handle: ({ unit, access, language }) => readProfile(unit, vault, language, access.userId),
    }),
    route({
      method: 'PUT',
      url: '/api/personal/profile/',
      operation: operation('personal.profile'),
      permission: 'signedIn',
      // A wrong password is kept as a failure although the call is refused.
      ownTransaction: true,
      body: z.strictObject({
        ...ownValues,
        version: z.number().int().positive(),
        password: z.string().max(64).default(''),
      }),
      handle: async ({ unit, access, language, body, caller, write: writing }) => {
        const { version, password, ...values } = body
        if (await changesContact(unit, access.userId, values)) {
          if (password === '') throw new ValidationError({ password: [{ key: 'personal.passwordNeeded' }] })
          const { username } = await readProfile(unit, vault, language, access.userId)
          await verifyOwnPassword((work) => write(services, work), username, password, caller)
        }
        await writing((inside) => writeProfile(inside, vault, access.userId, version, values))
        return readProfile(unit, vault, language, access.userId)
      },
    }),
    route({
      method: 'POST',
      url: '/api/personal/avatar/',
      operation: operation('personal.avatar'),
      permission: 'signedIn',
      ownTransaction: true,
      body: z.strictObject({ image: z.string().max(MAX_CHARACTERS) }),
      handle: async ({ access, body, write }) => {
        const avatar = body.image === '' ? '' : await checkedAvatar(services.parser, body.image, access.userId)
        return write((unit) => writeAvatar(unit, access.userId, avatar))
      },
    }),
  ]
}

const safetyRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/personal/session/',
    permission: 'signedIn',
    query: z.strictObject(pageQuery),
    handle: ({ unit, access, query, language }) =>
      standingSessions(unit, language, access.sessionId, { ...query, userId: access.userId }),
  }),
  route({
    method: 'POST',
    url: '/api/personal/session/:id/end/',
    operation: operation('session.endOwn'),
    permission: 'signedIn',
    params: z.strictObject({ id: z.uuid() }),
    handle: ({ unit, access, params }) =>
      endSession(unit, { id: params.id, own: access.sessionId, owner: access.userId }),
  }),
  route({
    method: 'GET',
    url: '/api/personal/sign_in/',
    permission: 'signedIn',
    handle: ({ unit, access }) => lastSignIns(unit, access.userId),
  }),
]

/** The second factor is set up by its owner with the password, and taken away by a security administrator alone. */
function secondFactorRoutes(services: Services): readonly RouteDefinition[] {
  const { vault } = services
  const otpBody = z.strictObject({ otp: z.string().overwrite(trimText).min(1).max(20) })
  const proved = async (
    unit: UnitOfWork,
    userId: number,
    language: Language,
    otp: string,
    caller: Caller,
  ): Promise<void> => {
    const { username } = await readProfile(unit, vault, language, userId)
    await verifyOwnCode((work) => write(services, work), vault, { userId, username }, otp, caller)
  }
  return [
    route({
      method: 'GET',
      url: '/api/personal/second_factor/',
      permission: 'signedIn',
      handle: ({ unit, access }) => readSecondFactor(unit, access.userId),
    }),
    route({
      method: 'POST',
      url: '/api/personal/second_factor/offer/',
      operation: operation('personal.offerSecondFactor'),
      permission: 'signedIn',
      ownTransaction: true,
      body: z.strictObject({ password: z.string().min(1).max(64) }),
      handle: async ({ unit, access, language, body, caller, write: writing }) => {
        const { username } = await readProfile(unit, vault, language, access.userId)
        await verifyOwnPassword((work) => write(services, work), username, body.password, caller)
        return writing((inside) => offer(inside, vault, { userId: access.userId, username }))
      },
    }),
    route({
      method: 'POST',
      url: '/api/personal/second_factor/confirm/',
      operation: operation('personal.confirmSecondFactor'),
      permission: 'signedIn',
      ownTransaction: true,
      body: otpBody,
      handle: async ({ unit, access, language, body, caller, write: writing }) => {
        if ((await readSecondFactor(unit, access.userId)).isOn) throw new RuleError('secondFactor.isOn')
        await proved(unit, access.userId, language, body.otp, caller)
        return writing(async (inside) => {
          inside.traced({
            record: 'user',
            id: access.userId,
            before: { secondFactor: false },
            after: { secondFactor: true },
          })
          inside.changed('user', access.userId)
          return { recoveryCodes: await renewRecoveryCodes(inside, access.userId) }
        })
      },
    }),
    route({
      method: 'POST',
      url: '/api/personal/second_factor/recovery/',
      operation: operation('personal.recoveryCodes'),
      permission: 'signedIn',
      ownTransaction: true,
      body: otpBody,
      handle: async ({ unit, access, language, body, caller, write: writing }) => {
        if (!(await readSecondFactor(unit, access.userId)).isOn) throw new RuleError('secondFactor.isOff')
        await proved(unit, access.userId, language, body.otp, caller)
        return writing(async (inside) => ({ recoveryCodes: await renewRecoveryCodes(inside, access.userId) }))
      },
    }),
  ]
}

function delegationRoutes(services: Services): readonly RouteDefinition[] {
  const shipped = new Set(
    services.modules.flatMap((module) => module.applications.map((application) => application.key)),
  )
  const isType = (type: string): boolean => shipped.has(type) || services.designed.applications().has(type)
  return [
    route({
      method: 'GET',
      url: '/api/personal/delegation/',
      permission: 'signedIn',
      query: z.strictObject(pageQuery),
      handle: ({ unit, access, query, language }) => ownDelegations(unit, language, access.userId, query),
    }),
    route({
      method: 'POST',
      url: '/api/personal/delegation/',
      operation: operation('personal.delegate', rowOf('user', 'toUserId')),
      permission: 'signedIn',
      body: z.strictObject({
        toUserId: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
        ticketTypes: z.array(z.string().max(64)).max(50).default([]),
        below: z
          .string()
          .regex(/^\d{1,12}(\.\d{1,2})?$/)
          .refine((sum) => Number(sum) > 0)
          .nullable()
          .default(null),
        takesOpen: z.boolean().default(false),
        startAt: moment,
        endAt: moment,
        reason: z.string().overwrite(trimText).max(200).default(''),
      }),
      handle: async ({ unit, access, body }) => {
        // A substitute decides in the owner's name (SYS-138).
        if (access.isHandedOver) throw new RuleError('password.handedOver')
        if (body.ticketTypes.some((type) => !isType(type)))
          throw new ValidationError({ ticketTypes: [{ key: 'check.choice' }] })
        return { id: await delegate(unit, access.userId, body) }
      },
    }),
    route({
      method: 'POST',
      url: '/api/personal/delegation/:id/end/',
      operation: operation('personal.endDelegation', { of: 'delegation' }),
      permission: 'signedIn',
      params: idParams,
      handle: ({ unit, access, params }) => endDelegation(unit, access.userId, params.id),
    }),
  ]
}

const noticeRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/personal/push/',
    permission: 'signedIn',
    handle: ({ unit, access }) => readPushes(unit, access.userId),
  }),
  route({
    method: 'PUT',
    url: '/api/personal/push/',
    operation: operation('personal.push'),
    permission: 'signedIn',
    body: z.strictObject({ contentType: z.enum(mutable), isPushed: z.boolean() }),
    handle: async ({ unit, access, body }) => {
      await setPush(unit, access.userId, body.contentType, body.isPushed)
      return readPushes(unit, access.userId)
    },
  }),
]

export const personalRoutes = (services: Services): readonly RouteDefinition[] => [
  ...profileRoutes(services),
  ...safetyRoutes,
  ...secondFactorRoutes(services),
  ...delegationRoutes(services),
  ...noticeRoutes,
  ...phraseRoutes(),
]

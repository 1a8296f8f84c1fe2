import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import { FullAnswer } from '#src/define/answer.ts'
import { parseMoment } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import type { ProblemKey } from '#src/define/names.ts'
import { operation } from '#src/define/operations/operations.ts'
import { RuleError, ValidationError } from '#src/define/problem.ts'
import type { RouteDefinition } from '#src/define/server.ts'
import { route } from '#src/define/server.ts'
import { hashPassword, isWeak, oneTimePassword } from '#src/server/access/passwords.ts'
import { isCommon } from '#src/server/access/signIn/commonPasswords.ts'
import type { Services } from '#src/server/app/services.ts'
import { idParams, pageQuery, queryText } from '#src/server/http/schemas.ts'
import { departmentPaths } from '#src/server/organisation/departments.ts'
import { approach, assertOffered } from './approach.ts'
import { countAttempt } from './attempts.ts'
import { askForReset, listResets, refuseReset, resetPassword, resetStates } from './passwordReset.ts'
import {
  acceptRegistration,
  listRegistrations,
  refuseRegistration,
  register,
  registrationStates,
} from './registration.ts'

/** REG-02: registrations of one address in an hour. */
const REGISTRATIONS_AN_HOUR = 5
/** FGT-02: forgotten passwords of one username on one day. */
const RESETS_A_DAY = 3
const HOUR = 3_600_000

const captcha = { captcha: z.string().max(20).default(''), captchaKey: z.string().max(64).default('') }
const mobile = z
  .string()
  .overwrite(trimText)
  .regex(/^1\d{10}$/)
const password = z.string().min(1).max(64)
const reasonBody = z.strictObject({ reason: z.string().overwrite(trimText).min(5).max(200) })
const stateOf = <const S extends readonly [string, ...string[]]>(states: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), z.enum(states).optional())

/** What people without a token ask for, and what administrators make of it (10.1, 60.1). */
export function selfServiceRoutes(services: Services): readonly RouteDefinition[] {
  const { clock, directory, texts } = services
  /** The same text whatever came of the call (REG-01, FGT-01). */
  const neutral = (language: Language, key: ProblemKey): FullAnswer<null> =>
    new FullAnswer(null, { top: { msg: texts.say(language, { key }) } })

  return [
    route({
      method: 'GET',
      url: '/api/register/departments/',
      permission: 'public',
      handle: async ({ language }) => {
        await assertOffered(services)
        const paths = departmentPaths(directory, language)
        return directory
          .departments()
          .filter((department) => department.state)
          .map(({ id, name, nameEn, parent }) => ({ id, name, nameEn, parent, path: paths.get(id) ?? name }))
      },
    }),
    route({
      method: 'POST',
      url: '/api/register/',
      operation: operation('account.register', { of: 'literal', body: 'name' }),
      permission: 'public',
      ownTransaction: true,
      body: z.strictObject({
        name: z.string().overwrite(trimText).min(2).max(20),
        empNo: z
          .string()
          .overwrite(trimText)
          .regex(/^[A-Z]{2}\d{4}$/),
        deptId: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
        mobile,
        email: z.union([z.literal(''), z.email().max(100)]).default(''),
        password,
        passwordConfirm: password,
        agree: z.literal(true),
        ...captcha,
      }),
      handle: async ({ body, caller, language, write }) => {
        await assertOffered(services)
        if (directory.department(body.deptId)?.state !== true)
          throw new ValidationError({ deptId: [{ key: 'check.notFound' }] })
        if (isWeak(body.password)) throw new RuleError('password.weak')
        if (isCommon(body.password)) throw new RuleError('password.common')
        if (body.password !== body.passwordConfirm) throw new RuleError('password.unequal')
        await approach(services, body, (unit) =>
          countAttempt(
            unit,
            { kind: 'registration', subject: caller.ip },
            { most: REGISTRATIONS_AN_HOUR, since: new Date(clock.now().getTime() - HOUR) },
          ),
        )
        const passwordHash = await hashPassword(body.password)
        await write((unit) => register(unit, { ...body, passwordHash }))
        return neutral(language, 'selfService.registered')
      },
    }),
    route({
      method: 'POST',
      url: '/api/forgot_password/',
      operation: operation('account.forgot', { of: 'literal', body: 'username' }),
      permission: 'public',
      ownTransaction: true,
      body: z.strictObject({ username: z.string().overwrite(trimText).min(2).max(64), mobile, ...captcha }),
      handle: async ({ body, caller, language, write }) => {
        await assertOffered(services)
        await approach(services, body, (unit) =>
          countAttempt(
            unit,
            { kind: 'passwordReset', subject: body.username },
            { most: RESETS_A_DAY, since: new Date((parseMoment(clock.today())?.getTime() ?? 0) - 1) },
          ),
        )
        await write((unit) => askForReset(unit, { username: body.username, mobile: body.mobile, ip: caller.ip }))
        return neutral(language, 'selfService.resetAsked')
      },
    }),
    route({
      method: 'GET',
      url: '/api/system/user/registration/',
      permission: 'user:Create',
      query: z.strictObject({ ...pageQuery, state: stateOf(registrationStates), search: queryText(50) }),
      handle: ({ unit, query }) => listRegistrations(unit, query),
    }),
    route({
      method: 'POST',
      url: '/api/system/user/registration/:id/accept/',
      operation: operation('account.acceptRegistration', { of: 'registration' }),
      permission: 'user:Create',
      params: idParams,
      body: z.strictObject({
        username: z
          .string()
          .regex(/^[a-z][a-z0-9_.]{3,31}$/)
          .optional(),
      }),
      handle: ({ unit, access, params, body }) =>
        acceptRegistration(unit, { id: params.id, username: body.username, by: access.userId }),
    }),
    route({
      method: 'POST',
      url: '/api/system/user/registration/:id/refuse/',
      operation: operation('account.refuseRegistration', { of: 'registration' }),
      permission: 'user:Create',
      params: idParams,
      body: reasonBody,
      handle: ({ unit, access, params, body }) =>
        refuseRegistration(unit, { id: params.id, reason: body.reason, by: access.userId }),
    }),
    route({
      method: 'GET',
      url: '/api/system/user/password_reset/',
      permission: 'user:ResetPassword',
      query: z.strictObject({ ...pageQuery, state: stateOf(resetStates), search: queryText(50) }),
      handle: ({ unit, query }) => listResets(unit, query),
    }),
    route({
      method: 'POST',
      url: '/api/system/user/password_reset/:id/reset/',
      operation: operation('account.resetForgotten', { of: 'passwordReset' }),
      permission: 'user:ResetPassword',
      params: idParams,
      handle: async ({ unit, access, params }) => {
        const oneTime = oneTimePassword()
        const passwordHash = await hashPassword(oneTime)
        return (await resetPassword(unit, access, { id: params.id, passwordHash })) ?? { password: oneTime }
      },
    }),
    route({
      method: 'POST',
      url: '/api/system/user/password_reset/:id/refuse/',
      operation: operation('account.refuseReset', { of: 'passwordReset' }),
      permission: 'user:ResetPassword',
      params: idParams,
      body: reasonBody,
      handle: ({ unit, access, params, body }) =>
        refuseReset(unit, { id: params.id, reason: body.reason, by: access.userId }),
    }),
  ]
}

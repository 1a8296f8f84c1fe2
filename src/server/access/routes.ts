import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import type { Access } from '#src/define/access.ts'
import type { AnswerCookie } from '#src/define/answer.ts'
import { FullAnswer } from '#src/define/answer.ts'
import { nameIn } from '#src/define/bilingual.ts'
import type { Language } from '#src/define/messages.ts'
import { operation } from '#src/define/operations/operations.ts'
import { RuleError, unauthorized } from '#src/define/problem.ts'
import type { RouteDefinition, UnitOfWork } from '#src/define/server.ts'
import { route } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { takeOver } from '#src/server/organisation/accountProposals.ts'
import { departmentPaths } from '#src/server/organisation/departments.ts'
import { rolesOf } from '#src/server/organisation/people.ts'
import { mayStart } from '#src/server/tickets/versions/designed.ts'
import { write } from '#src/server/work.ts'
import { mayWorkFrom } from './administrators.ts'
import { mustChangePassword } from './authenticate.ts'
import { menuOf } from './menu.ts'
import { changePassword } from './passwords.ts'
import type { OpenedSession } from './session.ts'
import { revokeOthers, revokeSession, rotate } from './session.ts'
import { createAddressQueue, delayAt } from './signIn/addressDelay.ts'
import { createCaptcha, createSpokenCaptcha } from './signIn/captcha.ts'
import { type SignInPorts, signIn, verifyOwnPassword } from './signIn/signIn.ts'
import { passwordChanges, readUser } from './user.ts'

/** The prefix makes a browser refuse the cookie without TLS. */
const refreshCookie = (production: boolean): string => (production ? '__Secure-refresh' : 'refresh')

const password = z.string().min(1).max(64)
const refreshBody = z.strictObject({ refresh: z.string().max(200).optional() })

/** Sign-in, tokens and what a browser asks at start-up about the person. */
export function accessRoutes(services: Services): readonly RouteDefinition[] {
  const { settings, clock, tokens, directory, designed } = services
  const cookieName = refreshCookie(services.mode.production)
  const queue = createAddressQueue(services.pause)
  const captcha = (): SignInPorts['captcha'] => {
    if (!services.mode.captcha) return 'never'
    return settings.boolean('base.captchaState') ? 'always' : 'slowed'
  }
  const isCaptchaNeeded = async (unit: UnitOfWork, ip: string): Promise<boolean> =>
    captcha() === 'always' || (captcha() === 'slowed' && (await delayAt(unit, ip)) > 0)
  const accessToken = (userId: number, sessionId: string): Promise<string> =>
    tokens.sign({ userId, sessionId }, clock.now())

  /** The refresh token for a browser: only the refresh calls get it, and only from our own pages, which therefore do not see it in the body. */
  const cookies = (session: OpenedSession | null, remember: boolean): AnswerCookie[] =>
    ['/token/refresh', '/api/token/refresh'].map((path) => ({
      name: cookieName,
      path,
      value: session?.refresh ?? '',
      maxAge:
        session === null
          ? 0
          : remember
            ? Math.floor((session.expiresAt.getTime() - clock.now().getTime()) / 1000)
            : null,
    }))

  const refresh = (url: '/token/refresh/' | '/api/token/refresh/'): RouteDefinition =>
    route({
      method: 'POST',
      url,
      operation: operation('session.renew'),
      permission: 'public',
      ownTransaction: true,
      duringMaintenance: true,
      body: refreshBody,
      handle: async ({ body, caller }) => {
        const token = body.refresh ?? caller.cookies[cookieName] ?? ''
        const renewed = await write(services, (unit) => rotate(unit, token))
        if (!renewed) throw unauthorized()
        const access = await accessToken(renewed.userId, renewed.sessionId)
        const pair = caller.fromOwnPage ? { access } : { access, refresh: renewed.refresh }
        return new FullAnswer(pair, { top: pair, cookies: cookies(renewed, renewed.remember) })
      },
    })

  /** The API family changes the password by PUT, others by POST. */
  const changePasswordRoute = (method: 'POST' | 'PUT'): RouteDefinition =>
    route({
      method,
      url: '/api/system/user/change_password/',
      operation: operation('account.changePassword'),
      permission: 'signedIn',
      beforePasswordChange: true,
      // A wrong password is kept in the log although the call is refused.
      ownTransaction: true,
      body: z.strictObject({
        oldPassword: password,
        newPassword: password,
        confirm: password.optional(),
        // The repetition as clients of the API family name it.
        newPassword2: password.optional(),
      }),
      handle: async ({ unit, access, body, caller, language, write: keep }) => {
        const { username } = await readUser(unit, access.userId, language)
        await verifyOwnPassword((work) => write(services, work), username, body.oldPassword, caller, 'oldPassword')
        for (const repetition of ['confirm', 'newPassword2'] as const)
          if (body[repetition] !== undefined && body[repetition] !== body.newPassword)
            throw new RuleError('password.unequal').at(repetition)
        return keep(async (changing) => {
          await changePassword(changing, access.userId, body.newPassword)
          await revokeOthers(changing, access.userId, access.sessionId, 'passwordChanged')
          await takeOver(changing, access)
          return null
        })
      },
    })

  const describe = (access: Access, language: Language) => {
    const department = directory.department(access.departmentId)
    return {
      dept_info: { dept_id: access.departmentId, dept_name: department ? nameIn(language, department) : '' },
      role_info: rolesOf(directory, access.userId, language),
    }
  }

  return [
    route({
      method: 'GET',
      url: '/api/captcha/',
      permission: 'public',
      ownTransaction: true,
      duringMaintenance: true,
      query: z.strictObject({ kind: z.enum(['image', 'text']).default('image') }),
      handle: async ({ unit, caller, query, language }) => {
        if (!(await isCaptchaNeeded(unit, caller.ip))) return {}
        if (query.kind === 'text') {
          const { key, question } = await write(services, createSpokenCaptcha)
          return { key, question: services.texts.say(language, question) }
        }
        const captcha = await write(services, createCaptcha)
        return { key: captcha.key, image_base: captcha.imageBase }
      },
    }),
    route({
      method: 'POST',
      url: '/api/login/',
      operation: operation('session.signIn', { of: 'literal', body: 'username' }),
      permission: 'public',
      ownTransaction: true,
      duringMaintenance: true,
      body: z.strictObject({
        // It stands in the login log, known or not: one line, as it was typed.
        username: z
          .string()
          .overwrite(trimText)
          .min(2)
          .max(64)
          .regex(/^\P{Cc}*$/u),
        password,
        captcha: z.string().max(64).default(''),
        captchaKey: z.string().max(64).default(''),
        // Clients of the API family send the picture back; nothing reads it.
        captchaImgBase: z.unknown().optional(),
        otp: z.string().overwrite(trimText).max(20).default(''),
        remember: z.boolean().default(false),
      }),
      handle: async ({ body, caller, language }) => {
        await services.caches.load()
        const { account, session } = await signIn((work) => write(services, work), body, caller, {
          queue,
          captcha: captcha(),
          vault: services.vault,
          mayEnter: ({ id, deptId }) => mayWorkFrom(services.mode, directory.grantsOf(id, deptId).roles, caller.ip),
        })
        const department = directory.department(account.deptId)
        const isDue = mustChangePassword(services, account)
        return new FullAnswer(
          {
            access: await accessToken(account.id, session.sessionId),
            ...(caller.fromOwnPage ? {} : { refresh: session.refresh }),
            username: account.username,
            name: nameIn(language, account),
            userId: account.id,
            avatar: account.avatar,
            dept_info: { dept_id: account.deptId, dept_name: department ? nameIn(language, department) : '' },
            role_info: rolesOf(directory, account.id, language),
            mustChangePassword: isDue,
            pwd_change_count: passwordChanges(account.pwdChangeCount, isDue),
          },
          { cookies: cookies(session, body.remember) },
        )
      },
    }),
    refresh('/token/refresh/'),
    refresh('/api/token/refresh/'),
    route({
      method: 'POST',
      url: '/api/logout/',
      operation: operation('session.signOut'),
      permission: 'signedIn',
      beforePasswordChange: true,
      duringMaintenance: true,
      body: refreshBody,
      handle: async ({ unit, access }) => {
        await revokeSession(unit, access.sessionId, 'signOut')
        return new FullAnswer(null, { cookies: cookies(null, false) })
      },
    }),
    changePasswordRoute('POST'),
    changePasswordRoute('PUT'),
    route({
      method: 'POST',
      url: '/api/system/user/verify_password/',
      operation: operation('account.verifyPassword'),
      permission: 'signedIn',
      ownTransaction: true,
      body: z.strictObject({ password }),
      handle: async ({ unit, access, body, caller, language }) => {
        const { username } = await readUser(unit, access.userId, language)
        await verifyOwnPassword((work) => write(services, work), username, body.password, caller, 'password')
        return null
      },
    }),
    route({
      method: 'GET',
      url: '/api/system/user/user_info/',
      permission: 'signedIn',
      handle: async ({ unit, access, language }) => {
        const user = await readUser(unit, access.userId, language)
        const led = directory.departments().filter((department) => department.leaderId === access.userId)
        const names = departmentPaths(directory, language)
        return {
          ...user,
          ...describe(access, language),
          admin_dept: led.map(({ id, sort, parent }) => ({ id, name: names.get(id) ?? '', sort, parent })),
        }
      },
    }),
    route({
      method: 'GET',
      url: '/api/system/menu/web_router/',
      permission: 'signedIn',
      handle: ({ unit, access, language }) =>
        menuOf(unit, access, language, (person, type) => mayStart(designed, directory.below, person, type)),
    }),
    route({
      method: 'GET',
      url: '/api/system/menu_button/menu_button_all_permission/',
      permission: 'signedIn',
      handle: async ({ access }) => [...access.permissions].sort(),
    }),
  ]
}

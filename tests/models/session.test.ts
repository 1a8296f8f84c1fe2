import { describe, expect, it } from 'vitest'
import {
  type SessionEvent,
  type SessionSnapshot,
  SIGN_OUT_TIMEOUT_MS,
  sessionMachine,
  TOKEN_EXPIRED,
} from '#machines/session/session.ts'
import {
  type Answer,
  type ModelOptions,
  reachableStates,
  refusals,
  runPath,
  shortestPaths,
  transitionCoverage,
} from './model.ts'
import {
  form,
  nobody,
  readySession,
  refused,
  returning,
  session,
  signedIn,
  startUp,
  unreachable,
  wang,
  zhang,
} from './session.fixture.ts'

const events: SessionEvent[] = [
  { type: 'SIGN_IN', ...form },
  { type: 'SIGN_OUT' },
  { type: 'UNAUTHORIZED', token: 'a1' },
  { type: 'UNAUTHORIZED', token: 'a0' },
  { type: 'PASSWORD_CHANGE_REQUIRED' },
  { type: 'CHANGE_PASSWORD', oldPassword: 'old', newPassword: 'new' },
  { type: 'RETRY' },
  { type: 'RELOAD' },
  { type: 'ACTIVE' },
  { type: 'LOCK' },
  { type: 'UNLOCK', password: 'secret' },
  { type: 'LOCK_TIME_SET', seconds: 60 },
  { type: 'TOKEN_CHANGED', ...zhang, access: 'a2' },
  { type: 'TOKEN_CHANGED', ...wang },
  { type: 'SIGNED_OUT_ELSEWHERE', expired: false },
  { type: 'SIGNED_OUT_ELSEWHERE', expired: true },
  { type: 'LOCKED_ELSEWHERE' },
  { type: 'UNLOCKED_ELSEWHERE' },
]
const answers: Record<string, Answer[]> = {
  signIn: [
    { output: { ...signedIn, mustChangePassword: false } },
    { output: { ...signedIn, mustChangePassword: true } },
    { error: refused('login.failed') },
  ],
  signOut: [{ output: undefined }, { error: unreachable }],
  refresh: [{ output: { access: 'a2', refresh: 'r2' } }, { error: refused('token.refused') }, { error: unreachable }],
  loadStartUp: [{ output: startUp(900) }, { error: unreachable }],
  reloadStartUp: [{ output: startUp(900) }, { error: unreachable }],
  changePassword: [{ output: undefined }, { error: refused('password.weak') }],
  verifyPassword: [{ output: undefined }, { error: refused('login.failed') }],
}
const options: ModelOptions<typeof sessionMachine> = {
  events,
  answers,
  inputs: [nobody, { ...returning, locked: true }],
  tell: ({ access, username, mustChangePassword, startUp: data }) => [
    access,
    username,
    mustChangePassword,
    data !== null,
  ],
}

describe('every path through the session', () => {
  it('takes every transition; nothing of a person outlives the sign-out, no password enters the context', () => {
    const coverage = transitionCoverage(sessionMachine)
    for (const path of shortestPaths(sessionMachine, options)) {
      const run = runPath(sessionMachine, path, ({ value, context }, { effects }) => {
        const known = JSON.stringify(context)
        if (known.includes(form.password)) expect.fail(path.description)
        if (value === 'signedOut' && (/a1|a2|b1|r1|r2|zhang39/.test(known) || effects.length === 0))
          expect.fail(path.description)
      })
      coverage.add(run)
    }
    coverage.assertFullCoverage()
  })

  it('leaves no moment without a way to the sign-in page', () => {
    const states = reachableStates(sessionMachine, options)
    const stuck = refusals(sessionMachine, states, [{ type: 'SIGN_OUT' }]).map(({ state }) => state.value)
    expect(new Set(stuck)).toEqual(new Set(['signedOut', 'signingIn', 'signingOut']))
  })

  it('hears UNAUTHORIZED only with the token in use and while no refresh runs', () => {
    const states = reachableStates(sessionMachine, options)
    const stale: SessionEvent = { type: 'UNAUTHORIZED', token: 'a0' }
    expect(refusals(sessionMachine, states, [stale])).toHaveLength(states.length)
    const renewing = states.filter((state) => state.hasTag('renewing'))
    const current = ({ context }: SessionSnapshot): SessionEvent[] => [
      { type: 'UNAUTHORIZED', token: context.access ?? '' },
    ]
    expect(refusals(sessionMachine, renewing, current)).toHaveLength(renewing.length)
  })
})

describe('signing in', () => {
  it('starts at the sign-in page without a token, and clears what the browser kept', () => {
    const { value, effects } = session(nobody)
    expect(value()).toBe('signedOut')
    expect(effects).toEqual([{ type: 'clearTab' }, { type: 'clearCookies' }])
  })

  it('starts signed in with a token, and is ready once the start-up data is loaded', async () => {
    const { last, isReady, context, effects } = session(returning)
    expect(isReady()).toBe(false)
    await last('loadStartUp').succeed(startUp(900))
    expect(isReady()).toBe(true)
    expect(context().startUp).toEqual(startUp(900))
    expect(effects).toEqual([])
  })

  it.each([true, false])('LOG-05 stores the answer with remember = %s', async (remember) => {
    const { say, last, effects, context } = session(nobody)
    say({ type: 'SIGN_IN', ...form, remember })
    expect(last('signIn').input).toMatchObject({ ...form, remember })
    await last('signIn').succeed({ ...signedIn, mustChangePassword: false })
    expect(effects.at(-1)).toEqual({ type: 'storeCredentials', params: { ...signedIn, remember } })
    expect(context()).toMatchObject({ ...signedIn, remember, startUp: null })
  })

  it('LOG-01 stays at the sign-in page with the reason, and forgets it at the next attempt', async () => {
    const { say, last, value, context } = session(nobody)
    say({ type: 'SIGN_IN', ...form })
    await last('signIn').fail(refused('login.failed'))
    expect(value()).toBe('signedOut')
    expect(context().problem).toEqual({ key: 'login.failed', text: null })
    say({ type: 'SIGN_IN', ...form })
    expect(context().problem).toBeNull()
  })

  it('leaves the cookies of another tab alone when its own sign-in fails', async () => {
    const { say, last, effects } = session(nobody)
    const before = effects.length
    say({ type: 'SIGN_IN', ...form })
    await last('signIn').fail(refused('login.failed'))
    expect(effects).toHaveLength(before)
  })

  it('names any other failure a network error', async () => {
    const { say, last, context } = session(nobody)
    say({ type: 'SIGN_IN', ...form })
    await last('signIn').fail(new TypeError('fetch failed'))
    expect(context().problem).toEqual({ key: 'network.error', text: null })
  })

  it('LOG-04 asks for a new password before any other call', async () => {
    const { say, last, callsOf, value, context } = session(nobody)
    say({ type: 'SIGN_IN', ...form })
    await last('signIn').succeed({ ...signedIn, mustChangePassword: true })
    expect(value()).toMatchObject({ signedIn: { page: { mustChangePassword: 'asking' } } })
    expect(callsOf('loadStartUp')).toHaveLength(0)

    say({ type: 'CHANGE_PASSWORD', oldPassword: 'old', newPassword: 'weak' })
    await last('changePassword').fail(refused('password.weak'))
    expect(context().problem?.key).toBe('password.weak')
    say({ type: 'CHANGE_PASSWORD', oldPassword: 'old', newPassword: 'Str0ng!pass' })
    expect(last('changePassword').input).toEqual({ oldPassword: 'old', newPassword: 'Str0ng!pass' })
    await last('changePassword').succeed()
    expect(value()).toMatchObject({ signedIn: { page: { fresh: 'loading' } } })
    expect(callsOf('loadStartUp')).toHaveLength(1)
  })

  it('LOG-04 asks for a new password when the server demands it of a returning session', async () => {
    const { say, value } = session(returning)
    say({ type: 'PASSWORD_CHANGE_REQUIRED' })
    say({ type: 'PASSWORD_CHANGE_REQUIRED' })
    expect(value()).toMatchObject({ signedIn: { page: { mustChangePassword: 'asking' } } })
  })

  it('says why the start-up data could not be loaded, and loads it again on request', async () => {
    const { say, last, value, context, isReady } = session(returning)
    await last('loadStartUp').fail(unreachable)
    expect(value()).toMatchObject({ signedIn: { page: { fresh: 'failed' } } })
    expect(context().problem).toEqual(unreachable.problem)
    say({ type: 'RETRY' })
    await last('loadStartUp').succeed(startUp(900))
    expect(isReady()).toBe(true)
    expect(context().problem).toBeNull()
  })

  it('SYS-14 reloads menus and permissions without leaving the page', async () => {
    const { say, last, isReady, context } = await readySession()
    say({ type: 'RELOAD' })
    expect(isReady()).toBe(true)
    const changed = { ...startUp(900), permissions: ['leaveApproval:Register'] }
    await last('loadStartUp').succeed(changed)
    expect(context().startUp).toEqual(changed)
  })

  it('SYS-14 takes the newest answer when roles change again during a reload', async () => {
    const { say, last, callsOf, context } = await readySession()
    say({ type: 'RELOAD' })
    const outdated = last('loadStartUp')
    say({ type: 'RELOAD' })
    await outdated.succeed({ ...startUp(900), permissions: ['outdated'] })
    await last('loadStartUp').succeed({ ...startUp(900), permissions: ['newest'] })
    expect(callsOf('loadStartUp')).toHaveLength(3)
    expect(context().startUp?.permissions).toEqual(['newest'])
  })
})

describe('signing out', () => {
  const wiped = [
    { type: 'clearCookies' },
    { type: 'announceSignOut', params: { expired: false } },
    { type: 'clearTab' },
  ]

  it('tells the other tabs at once, revokes the tokens, then forgets everything', async () => {
    const { say, last, value, context, effects } = await readySession()
    say({ type: 'SIGN_OUT' })
    expect(last('signOut').input).toEqual({ access: 'a1', refresh: 'r1' })
    // Before the server answers: it closes what the other tabs have open.
    expect(effects).toEqual(wiped.slice(0, 2))
    await last('signOut').succeed()
    expect(value()).toBe('signedOut')
    expect(context()).toMatchObject({ access: null, refresh: null, username: null, startUp: null, problem: null })
    expect(effects).toEqual(wiped)
  })

  it('forgets everything also when the server fails', async () => {
    const { say, last, value, effects } = await readySession()
    say({ type: 'SIGN_OUT' })
    await last('signOut').fail(unreachable)
    expect(value()).toBe('signedOut')
    expect(effects).toEqual(wiped)
  })

  it('does not wait longer than its patience for a silent server', async () => {
    const { say, pass, value, effects } = await readySession()
    say({ type: 'SIGN_OUT' })
    pass(SIGN_OUT_TIMEOUT_MS / 1000)
    expect(value()).toBe('signedOut')
    expect(effects).toEqual(wiped)
  })

  it('follows another tab out without clearing the shared cookies or telling anybody', async () => {
    const { say, value, effects } = await readySession()
    say({ type: 'SIGNED_OUT_ELSEWHERE', expired: false })
    expect(value()).toBe('signedOut')
    expect(effects).toEqual([{ type: 'clearTab' }])
  })

  it('warns in every tab when one finds the session expired', async () => {
    const { say, value, context, effects } = await readySession()
    say({ type: 'SIGNED_OUT_ELSEWHERE', expired: true })
    expect(value()).toBe('signedOut')
    expect(context().problem).toEqual(TOKEN_EXPIRED)
    expect(effects).toEqual([{ type: 'clearTab' }])
  })

  it('follows another tab in', async () => {
    const { say, last, isReady, context } = session(nobody)
    say({ type: 'TOKEN_CHANGED', ...wang })
    await last('loadStartUp').succeed(startUp(900))
    expect(isReady()).toBe(true)
    expect(context()).toMatchObject(wang)
  })

  it('keeps nothing of the former person when somebody else signed in elsewhere', async () => {
    const { say, value, context, effects } = await readySession()
    say({ type: 'TOKEN_CHANGED', ...wang })
    expect(value()).toMatchObject({ signedIn: { page: { fresh: 'loading' } } })
    expect(context()).toMatchObject({ ...wang, startUp: null })
    expect(effects).toEqual([{ type: 'clearTab' }])
  })

  it('starts with the warning the last page load left, and drops it once signed in', async () => {
    const { say, last, context } = session({ ...nobody, problem: TOKEN_EXPIRED })
    expect(context().problem).toEqual(TOKEN_EXPIRED)
    say({ type: 'SIGN_IN', ...form })
    await last('signIn').succeed({ ...signedIn, mustChangePassword: false })
    expect(context().problem).toBeNull()
  })
})

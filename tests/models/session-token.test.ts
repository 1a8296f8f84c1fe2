import { describe, expect, it } from 'vitest'
import { renewedAccess, TOKEN_EXPIRED } from '#machines/session/session.ts'
import {
  nobody,
  readySession,
  refused,
  renewed,
  returning,
  session,
  startUp,
  unreachable,
  wang,
  zhang,
} from './session.fixture.ts'

describe('renewing the token', () => {
  it('gives one refresh for 20 parallel 401, and replays every call with the new token', async () => {
    const { actor, last, callsOf, effects } = await readySession()
    const replays = Promise.all(Array.from({ length: 20 }, () => renewedAccess(actor, 'a1')))
    expect(callsOf('refresh')).toHaveLength(1)
    expect(last('refresh').input).toEqual({ access: 'a1', refresh: 'r1' })
    await last('refresh').succeed(renewed)
    expect(await replays).toEqual(Array.from({ length: 20 }, () => 'a2'))
    expect(effects).toEqual([{ type: 'storeCredentials', params: { ...zhang, ...renewed } }])
  })

  it('does not refresh again for a call that was sent with the token before', async () => {
    const { actor, last, callsOf } = await readySession()
    const replay = renewedAccess(actor, 'a1')
    await last('refresh').succeed(renewed)
    await replay
    expect(await renewedAccess(actor, 'a1')).toBe('a2')
    expect(callsOf('refresh')).toHaveLength(1)
  })

  it('goes on loading the start-up data meanwhile', async () => {
    const { actor, last, callsOf, isReady } = session(returning)
    const replay = renewedAccess(actor, 'a1')
    await last('refresh').succeed(renewed)
    expect(await replay).toBe('a2')
    expect(callsOf('loadStartUp')).toHaveLength(1)
    await last('loadStartUp').succeed(startUp(900))
    expect(isReady()).toBe(true)
  })

  it('signs out with the warning when the server refuses, and replays nothing', async () => {
    const { actor, last, value, context, effects } = await readySession()
    const replays = Promise.all([renewedAccess(actor, 'a1'), renewedAccess(actor, 'a1')])
    await last('refresh').fail(refused('token.revoked'))
    expect(await replays).toEqual([null, null])
    expect(value()).toBe('signedOut')
    expect(context()).toMatchObject({ access: null, startUp: null, problem: TOKEN_EXPIRED })
    expect(effects).toEqual([
      { type: 'clearTab' },
      { type: 'clearCookies' },
      { type: 'announceSignOut', params: { expired: true } },
    ])
  })

  it('keeps the person signed in when nobody answered, and asks again at the next 401', async () => {
    const { actor, last, callsOf, isReady } = await readySession()
    const replay = renewedAccess(actor, 'a1')
    await last('refresh').fail(unreachable)
    expect(await replay).toBeNull()
    expect(isReady()).toBe(true)
    const second = renewedAccess(actor, 'a1')
    await last('refresh').succeed(renewed)
    expect(await second).toBe('a2')
    expect(callsOf('refresh')).toHaveLength(2)
  })

  it('takes the token another tab renewed first, and ignores its own late answer', async () => {
    const { actor, say, last, context, effects } = await readySession()
    const replay = renewedAccess(actor, 'a1')
    say({ type: 'TOKEN_CHANGED', ...zhang, access: 'a3', refresh: 'r3' })
    expect(await replay).toBe('a3')
    await last('refresh').succeed(renewed)
    expect(context()).toMatchObject({ access: 'a3', refresh: 'r3' })
    expect(effects).toEqual([])
  })

  it('never replays the call of one person with the token of another', async () => {
    const { actor, say } = await readySession()
    const replay = renewedAccess(actor, 'a1')
    say({ type: 'TOKEN_CHANGED', ...wang })
    expect(await replay).toBeNull()
  })

  it('renews behind a locked screen and leaves it locked', async () => {
    const { actor, say, last, isLocked } = await readySession()
    say({ type: 'LOCK' })
    const replay = renewedAccess(actor, 'a1')
    await last('refresh').succeed(renewed)
    expect(await replay).toBe('a2')
    expect(isLocked()).toBe(true)
  })

  it('has no token to replay with when signed out', async () => {
    const { actor, callsOf } = session(nobody)
    expect(await renewedAccess(actor, 'a1')).toBeNull()
    expect(callsOf('refresh')).toHaveLength(0)
  })
})

describe('the screen lock', () => {
  it('locks after the time the settings give, counted from the last activity', async () => {
    const { say, pass, isLocked } = await readySession(300)
    pass(299)
    say({ type: 'ACTIVE' })
    pass(299)
    expect(isLocked()).toBe(false)
    pass(1)
    expect(isLocked()).toBe(true)
  })

  it('locks after 900 s while the settings are not known', () => {
    const { pass, isLocked } = session(returning)
    pass(899)
    expect(isLocked()).toBe(false)
    pass(1)
    expect(isLocked()).toBe(true)
  })

  it('counts with the time of the settings as soon as they are known', async () => {
    const { pass, isLocked } = await readySession(300)
    pass(300)
    expect(isLocked()).toBe(true)
  })

  it('stays open where the settings say 0', async () => {
    const { pass, isLocked } = await readySession(0)
    pass(3_000_000)
    expect(isLocked()).toBe(false)
  })

  it('never sets a timer longer than a browser can count, which would fire at once', async () => {
    const { longestTimer } = await readySession(10_000_000)
    expect(longestTimer()).toBe(2_147_483_647)
  })

  it.each([
    [60, 60],
    [600, 300],
    [0, 300],
    [null, 300],
  ])('lets an own choice of %s s only shorten 300 s to %i s', async (seconds, expected) => {
    const { say, pass, isLocked } = await readySession(300)
    say({ type: 'LOCK_TIME_SET', seconds })
    pass(expected - 1)
    expect(isLocked()).toBe(false)
    pass(1)
    expect(isLocked()).toBe(true)
  })

  it('opens with the right password only, and counts from then', async () => {
    const { say, pass, last, isLocked, context, effects } = await readySession(300)
    say({ type: 'LOCK' })
    say({ type: 'ACTIVE' })
    expect(isLocked()).toBe(true)
    say({ type: 'UNLOCK', password: 'wrong' })
    expect(last('verifyPassword').input).toEqual({ password: 'wrong' })
    await last('verifyPassword').fail(refused('login.failed'))
    expect(isLocked()).toBe(true)
    expect(context().problem?.key).toBe('login.failed')
    say({ type: 'UNLOCK', password: 'secret' })
    await last('verifyPassword').succeed()
    expect(isLocked()).toBe(false)
    pass(299)
    expect(isLocked()).toBe(false)
    expect(effects).toEqual([
      { type: 'rememberLock', params: { locked: true } },
      { type: 'rememberLock', params: { locked: false } },
    ])
  })

  it('survives a reload of the page', async () => {
    const { isLocked, last, isReady } = session({ ...returning, locked: true })
    expect(isLocked()).toBe(true)
    await last('loadStartUp').succeed(startUp(900))
    expect(isReady() && isLocked()).toBe(true)
  })

  it('can be left by signing out', async () => {
    const { say, value } = await readySession()
    say({ type: 'LOCK' })
    say({ type: 'SIGN_OUT' })
    expect(value()).toBe('signingOut')
  })
})

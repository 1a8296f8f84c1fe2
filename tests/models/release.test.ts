import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import {
  type AppVersion,
  isLater,
  LOOK_INTERVAL,
  NO_VERSION,
  type Release,
  type ReleaseEvent,
  type ReleaseInput,
  releaseMachine,
  UPDATE_TIMEOUT_MS,
} from '#machines/release/release.ts'
import { type Answer, reachableStates, refusals, runPath, shortestPaths, transitionCoverage } from './model.ts'

const version = (number: string, more: Partial<AppVersion> = {}): AppVersion => ({
  version: number,
  title: `release ${number}`,
  notes: '',
  force: false,
  resetConfig: true,
  ...more,
})
const same: Release = { build: 'b1', version: null }
const newBuild: Release = { build: 'b2', version: null }
const newVersion: Release = { build: 'b2', version: version('1.1.0') }
const forced: Release = { build: 'b2', version: version('1.1.0', { force: true, resetConfig: false }) }

const events: ReleaseEvent[] = [
  { type: 'LOOK' },
  ...[same, newBuild, newVersion, forced].map((release) => ({ type: 'FOUND' as const, release })),
  { type: 'CODE_LOST' },
  { type: 'UPDATE' },
  { type: 'REFUSE' },
]
const answers: Record<string, Answer[]> = { fetchRelease: [{ output: newBuild }, { error: new Error('no network') }] }
const known: ReleaseInput = { build: 'b1', version: '1.0.0' }
const options = { events, answers, inputs: [{ build: 'b1', version: null }, known, { build: null, version: '1.0.0' }] }

/** A page whose server the test is. */
function page(input: ReleaseInput = known) {
  const clock = new SimulatedClock()
  const effects: { type: string; params: unknown }[] = []
  let asked = 0
  let answer: Release | null = same
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  const actor = createActor(
    releaseMachine.provide({
      actors: {
        fetchRelease: fromPromise<Release>(async () => {
          asked += 1
          if (answer === null) throw new Error('no network')
          return answer
        }),
      },
      actions: {
        keepVersion: (_, params) => void effects.push({ type: 'keepVersion', params }),
        update: (_, params) => void effects.push({ type: 'update', params }),
      },
    }),
    { input, clock },
  ).start()
  return {
    effects,
    asked: () => asked,
    say: actor.send,
    state: () => {
      const { value } = actor.getSnapshot()
      return typeof value === 'string' ? value : value.running.offer
    },
    offer: () => actor.getSnapshot().context.offer,
    settled,
    /** The server has something else from now on; null: it cannot be reached. */
    serve: (release: Release | null) => {
      answer = release
    },
    pass: async (milliseconds: number) => {
      clock.increment(milliseconds)
      await settled()
    },
  }
}

/** A page that has found what the server serves. */
async function found(release: Release, input = known) {
  const it = page(input)
  it.serve(release)
  it.say({ type: 'LOOK' })
  await it.settled()
  return it
}

describe('every path through the release', () => {
  it('takes every transition; updating is always what somebody agreed to, and a forced version is never refused', () => {
    const coverage = transitionCoverage(releaseMachine)
    for (const path of shortestPaths(releaseMachine, options)) {
      coverage.add(
        runPath(releaseMachine, path, (snapshot, { effects }) => {
          const updates = effects.filter(({ type }) => type === 'update').length
          const asked = path.steps.filter(({ event }) => event.type === 'UPDATE').length
          expect(updates).toBeLessThanOrEqual(asked)
          const { offer } = snapshot.context
          if (snapshot.matches({ running: { offer: 'none' } })) expect(offer).toBeNull()
          else expect(offer).not.toBeNull()
          if (snapshot.matches({ running: { offer: 'refused' } }) && offer?.kind === 'version')
            expect(offer.version.force).toBe(false)
        }),
      )
    }
    coverage.assertFullCoverage()
  })

  it('updates only from an open offer', () => {
    const states = reachableStates(releaseMachine, options)
    const refused = refusals(releaseMachine, states, [{ type: 'UPDATE' }, { type: 'REFUSE' }])
    const open = states.filter((state) => state.matches({ running: { offer: 'open' } }))
    const accepting = states.filter((state) => !refused.some((it) => it.state === state && it.event.type === 'UPDATE'))
    expect(accepting).toEqual(open)
    expect(open.length).toBeGreaterThan(0)
  })

  it('offers nothing that the server does not have, after any order of events', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 40 }), (orders) => {
        const { say, offer, state } = page()
        let last: Release = same
        for (const event of orders) {
          say(event)
          if (event.type === 'FOUND') last = event.release
          if (event.type !== 'FOUND') continue
          const held = offer()
          if (last === same && state() !== 'updating' && held !== null) expect.fail(JSON.stringify(orders))
        }
      }),
    )
  })
})

describe('a release', () => {
  it('is looked for at once and every five minutes', async () => {
    const { asked, pass, settled } = page()
    expect(asked()).toBe(1)
    await settled()
    await pass(LOOK_INTERVAL - 1)
    expect(asked()).toBe(1)
    await pass(1)
    expect(asked()).toBe(2)
  })

  it('is not asked for twice at once, unless there is news meanwhile', async () => {
    const { asked, say, settled } = page()
    await settled()
    say({ type: 'LOOK' })
    say({ type: 'LOOK' })
    await settled()
    expect(asked()).toBe(3)
  })

  it('that cannot be asked for is asked for again at the next look', async () => {
    const { serve, say, settled, state, pass } = page()
    await settled()
    serve(null)
    say({ type: 'LOOK' })
    await settled()
    expect(state()).toBe('none')
    serve(newBuild)
    await pass(LOOK_INTERVAL)
    expect(state()).toBe('open')
  })

  it('of the same build is not offered', async () => {
    const { state } = await found(same)
    expect(state()).toBe('none')
  })

  it('of another build is offered; refused, it is not offered again until there is yet another', async () => {
    const { state, say, offer, serve, pass } = await found(newBuild)
    expect([state(), offer()]).toEqual(['open', { kind: 'build', build: 'b2' }])
    say({ type: 'REFUSE' })
    await pass(LOOK_INTERVAL)
    expect(state()).toBe('refused')
    serve({ build: 'b3', version: null })
    await pass(LOOK_INTERVAL)
    expect([state(), offer()]).toEqual(['open', { kind: 'build', build: 'b3' }])
  })

  it('that was taken back is no longer offered', async () => {
    for (const answered of ['open', 'refused'] as const) {
      const { state, say, serve, pass } = await found(newBuild)
      if (answered === 'refused') say({ type: 'REFUSE' })
      serve(same)
      await pass(LOOK_INTERVAL)
      expect(state()).toBe('none')
    }
  })

  it('is installed with the default settings restored', async () => {
    const { say, effects } = await found(newBuild)
    say({ type: 'UPDATE' })
    expect(effects).toEqual([{ type: 'update', params: { restoreDefaults: true, version: null } }])
  })

  it('is offered again when the page did not go away', async () => {
    const { say, pass, state } = await found(newBuild)
    say({ type: 'UPDATE' })
    await pass(UPDATE_TIMEOUT_MS)
    expect(state()).toBe('open')
  })

  it('that was refused is offered again when code of the page is gone', async () => {
    const { say, state } = await found(newBuild)
    say({ type: 'REFUSE' })
    say({ type: 'CODE_LOST' })
    expect(state()).toBe('open')
  })

  it('is looked for when code of the page is gone, and not offered when only the network failed', async () => {
    const lost = page()
    await lost.settled()
    lost.say({ type: 'CODE_LOST' })
    await lost.settled()
    expect([lost.asked(), lost.state()]).toEqual([2, 'none'])
    lost.serve(newBuild)
    lost.say({ type: 'CODE_LOST' })
    await lost.settled()
    expect(lost.state()).toBe('open')
  })

  it('is never offered to a page that does not know its build', async () => {
    const { state } = await found(newBuild, { build: null, version: '1.0.0' })
    expect(state()).toBe('none')
  })
})

describe('a published version', () => {
  it('goes before the build it brings, and is kept when it is installed', async () => {
    const { offer, say, effects } = await found(newVersion)
    expect(offer()).toEqual({ kind: 'version', version: newVersion.version })
    say({ type: 'UPDATE' })
    expect(effects).toEqual([{ type: 'update', params: { restoreDefaults: true, version: '1.1.0' } }])
  })

  it('leaves the settings alone where it says so', async () => {
    const { say, effects } = await found(forced)
    say({ type: 'UPDATE' })
    expect(effects).toEqual([{ type: 'update', params: { restoreDefaults: false, version: '1.1.0' } }])
  })

  it('cannot be refused when it is forced, also when it becomes so after it was refused', async () => {
    const { say, state, serve, pass } = await found(newVersion)
    say({ type: 'REFUSE' })
    serve(forced)
    await pass(LOOK_INTERVAL)
    expect(state()).toBe('open')
    say({ type: 'REFUSE' })
    expect(state()).toBe('open')
  })

  it('is taken over in silence by a browser that comes for the first time', async () => {
    const { state, effects } = await found(newVersion, { build: 'b2', version: null })
    expect(state()).toBe('none')
    expect(effects).toEqual([{ type: 'keepVersion', params: { version: '1.1.0' } }])
  })

  it('is offered to a browser that came when there was none', async () => {
    const { effects, serve, pass, state } = await found(same, { build: 'b1', version: null })
    expect(effects).toEqual([{ type: 'keepVersion', params: { version: NO_VERSION } }])
    serve({ build: 'b1', version: version('1.0.0') })
    await pass(LOOK_INTERVAL)
    expect(state()).toBe('open')
  })

  it('is later by its numbers, not by its letters', () => {
    expect(isLater('1.10.0', '1.9.0')).toBe(true)
    expect(isLater('1.9.0', '1.10.0')).toBe(false)
    expect(isLater('1.0.0', '1.0.0')).toBe(false)
    expect(isLater('2.0.0', '1.9.9')).toBe(true)
    expect(isLater('0.0.1', NO_VERSION)).toBe(true)
    expect(isLater(NO_VERSION, NO_VERSION)).toBe(false)
  })
})

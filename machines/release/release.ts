import { type ActorRefFrom, assign, fromPromise, raise, type SnapshotFrom, setup } from 'xstate'

/** Milliseconds between two looks for a newer release. */
export const LOOK_INTERVAL = 300_000

/** Milliseconds after which an update that did not take the page away is offered again: the person chose to stay with an unsaved form. */
export const UPDATE_TIMEOUT_MS = 10_000

/** A published version of the app (60.11). */
export interface AppVersion {
  /** `1.10.0`. */
  readonly version: string
  readonly title: string
  /** What is new; may be empty. */
  readonly notes: string
  /** Cannot be refused. */
  readonly force: boolean
  /** Updating restores the default interface settings. */
  readonly resetConfig: boolean
}

/** What the server says it has. */
export interface Release {
  /** The build it hands out; null where it hands out none. */
  readonly build: string | null
  /** The newest published version; null while there is none. */
  readonly version: AppVersion | null
}

/** What this page is. */
export interface ReleaseInput {
  /** The build of its code; null where that is not known (development). */
  readonly build: string | null
  /** The version this browser took over last: `none` when there was none, null when it never asked. */
  readonly version: string | null
}

/** Why a release is offered. */
export type Offer =
  | { readonly kind: 'version'; readonly version: AppVersion }
  | { readonly kind: 'build'; readonly build: string }

/** What the machine knows. */
export interface ReleaseContext {
  readonly build: string | null
  readonly version: string | null
  /** What is offered, was refused, or is being installed. */
  readonly offer: Offer | null
}

/** Everything that may be said to it. */
export type ReleaseEvent =
  /** Look now: the page was shown again, the live connection is back, a version was published. */
  | { readonly type: 'LOOK' }
  /** What the server has. */
  | { readonly type: 'FOUND'; readonly release: Release }
  /** A part of the page could not be loaded: perhaps the server has another build, which is looked up, and offered again where it was refused. */
  | { readonly type: 'CODE_LOST' }
  | { readonly type: 'UPDATE' }
  | { readonly type: 'REFUSE' }

/** Stands for no published version in {@link ReleaseInput}. */
export const NO_VERSION = 'none'

const numbersOf = (version: string): readonly number[] => version.split('.').map(Number)

/** Whether `a` is a later version than `b`; everything is later than none. */
export function isLater(a: string, b: string): boolean {
  if (b === NO_VERSION) return a !== NO_VERSION
  const [left, right] = [numbersOf(a), numbersOf(b)]
  const at = left.findIndex((number, index) => number !== right[index])
  return at >= 0 && (left[at] ?? 0) > (right[at] ?? 0)
}

/** What a release offers this page; null when the page is up to date. A published version says more than its build, so it goes first. */
export function offerOf(page: Pick<ReleaseContext, 'build' | 'version'>, { build, version }: Release): Offer | null {
  if (version !== null && page.version !== null && isLater(version.version, page.version))
    return { kind: 'version', version }
  return build !== null && page.build !== null && build !== page.build ? { kind: 'build', build } : null
}

/** Whether two offers are the same thing. A version that has become forced is another offer. */
export function isSameOffer(a: Offer | null, b: Offer | null): boolean {
  if (a === null || b === null) return a === b
  if (a.kind === 'build') return b.kind === 'build' && a.build === b.build
  return b.kind === 'version' && a.version.version === b.version.version && a.version.force === b.version.force
}

/** Updating restores the default interface settings, unless the published version says otherwise (60.11). */
export function restoresDefaults(offer: Offer | null): boolean {
  return offer?.kind === 'version' ? offer.version.resetConfig : true
}

const notProvided = (name: string): never => {
  throw new Error(`release: ${name} was not provided`)
}

/**
 * The release of this page: `running`, with `offer` {`none`, `open`, `refused`} beside `look` {`waiting`, `asking`}, or `updating`.
 *
 * To be provided: `fetchRelease`, one call (a failure is tried again at the next look); `keepVersion`, which keeps the
 * version this browser runs; `update`, which keeps the given version, restores the default settings where that is said and
 * loads the page anew.
 */
export const releaseMachine = setup({
  types: {
    context: {} as ReleaseContext,
    events: {} as ReleaseEvent,
    input: {} as ReleaseInput,
  },
  actors: { fetchRelease: fromPromise<Release>(() => notProvided('fetchRelease')) },
  actions: {
    keepVersion: (_, _kept: { version: string }) => notProvided('keepVersion'),
    update: (_, _update: { restoreDefaults: boolean; version: string | null }) => notProvided('update'),
    adoptVersion: assign((_, { version }: { version: string }) => ({ version })),
    hold: assign((_, { offer }: { offer: Offer | null }) => ({ offer })),
  },
  guards: {
    isFirst: ({ context }) => context.version === null,
    isOffered: ({ context }, { release }: { release: Release }) => offerOf(context, release) !== null,
    isNews: ({ context }, { release }: { release: Release }) => {
      const offer = offerOf(context, release)
      return offer !== null && !isSameOffer(offer, context.offer)
    },
    isWithdrawn: ({ context }, { release }: { release: Release }) => offerOf(context, release) === null,
    mayRefuse: ({ context }) => !(context.offer?.kind === 'version' && context.offer.version.force),
  },
  delays: { lookInterval: LOOK_INTERVAL, updateTimeout: UPDATE_TIMEOUT_MS },
}).createMachine({
  id: 'release',
  options: { maxIterations: 100 },
  context: ({ input }) => ({ build: input.build, version: input.version, offer: null }),
  initial: 'running',
  states: {
    running: {
      type: 'parallel',
      states: {
        offer: {
          initial: 'none',
          states: {
            none: {
              entry: { type: 'hold', params: { offer: null } },
              on: {
                FOUND: [
                  {
                    // A browser that comes for the first time runs what is published.
                    guard: 'isFirst',
                    actions: [
                      { type: 'adoptVersion', params: ({ event }) => versionOf(event.release) },
                      { type: 'keepVersion', params: ({ event }) => versionOf(event.release) },
                    ],
                  },
                  {
                    guard: { type: 'isOffered', params: ({ event }) => event },
                    target: 'open',
                    actions: {
                      type: 'hold',
                      params: ({ context, event }) => ({ offer: offerOf(context, event.release) }),
                    },
                  },
                ],
              },
            },
            open: {
              on: {
                FOUND: [
                  {
                    guard: { type: 'isNews', params: ({ event }) => event },
                    actions: {
                      type: 'hold',
                      params: ({ context, event }) => ({ offer: offerOf(context, event.release) }),
                    },
                  },
                  { guard: { type: 'isWithdrawn', params: ({ event }) => event }, target: 'none' },
                ],
                UPDATE: '#release.updating',
                REFUSE: { guard: 'mayRefuse', target: 'refused' },
              },
            },
            refused: {
              on: {
                FOUND: [
                  {
                    guard: { type: 'isNews', params: ({ event }) => event },
                    target: 'open',
                    actions: {
                      type: 'hold',
                      params: ({ context, event }) => ({ offer: offerOf(context, event.release) }),
                    },
                  },
                  { guard: { type: 'isWithdrawn', params: ({ event }) => event }, target: 'none' },
                ],
                CODE_LOST: 'open',
              },
            },
          },
        },
        look: {
          initial: 'asking',
          states: {
            waiting: {
              after: { lookInterval: 'asking' },
              on: { LOOK: 'asking', CODE_LOST: 'asking' },
            },
            asking: {
              invoke: {
                id: 'fetchRelease',
                src: 'fetchRelease',
                onDone: {
                  target: 'waiting',
                  actions: raise(({ event }) => ({ type: 'FOUND', release: event.output })),
                },
                onError: 'waiting',
              },
              // What is on its way may be from before the news.
              on: { LOOK: { target: 'asking', reenter: true }, CODE_LOST: { target: 'asking', reenter: true } },
            },
          },
        },
      },
    },
    updating: {
      entry: {
        type: 'update',
        params: ({ context: { offer } }) => ({
          restoreDefaults: restoresDefaults(offer),
          version: offer?.kind === 'version' ? offer.version.version : null,
        }),
      },
      // What is on the server meanwhile is looked up anew.
      after: { updateTimeout: 'running.offer.open' },
    },
  },
})

function versionOf({ version }: Release): { version: string } {
  return { version: version?.version ?? NO_VERSION }
}

/** A running release machine. */
export type ReleaseActor = ActorRefFrom<typeof releaseMachine>

/** One moment of it. */
export type ReleaseSnapshot = SnapshotFrom<typeof releaseMachine>

import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

/** Viewports narrower than this, in pixels, get vertical navigation in an overlay. */
export const OVERLAY_BELOW = 976

/** The smallest width in pixels of each breakpoint, narrowest first. */
export const BREAKPOINTS = { xs: 0, sm: 600, md: 960, lg: 1264, xl: 1904 } as const

/** The name of a breakpoint. */
export type Breakpoint = keyof typeof BREAKPOINTS

/** Where the navigation stands. */
export type Navigation = 'vertical' | 'horizontal'

/** What the person chose; kept by the browser. */
export interface LayoutChoice {
  readonly navigation: Navigation
  /** Vertical navigation shows icons only. */
  readonly collapsed: boolean
}

/** What a browser that kept nothing starts with. */
export const DEFAULT_LAYOUT: LayoutChoice = { navigation: 'vertical', collapsed: true }

/** The first width in pixels and what the browser kept. */
export interface LayoutInput {
  readonly width: number
  readonly choice: LayoutChoice
}

/** What the layout knows; `width` is the viewport's, in pixels. */
export interface LayoutContext {
  readonly width: number
  readonly choice: LayoutChoice
}

/** Everything that may be said to the layout. */
export type LayoutEvent =
  | { readonly type: 'RESIZED'; readonly width: number }
  /** Takes effect at once when wide, else as soon as the viewport widens. */
  | { readonly type: 'CHOOSE_NAVIGATION'; readonly navigation: Navigation }
  | { readonly type: 'CHOOSE_COLLAPSED'; readonly collapsed: boolean }
  /** Back to what a browser that kept nothing starts with. */
  | { readonly type: 'RESTORE_DEFAULTS' }
  /** Another tab of this browser kept a choice. */
  | { readonly type: 'CHOSEN_ELSEWHERE'; readonly choice: LayoutChoice }
  | { readonly type: 'TOGGLE_OVERLAY' }
  /** Also said after every navigation, by Escape and by a press outside. */
  | { readonly type: 'CLOSE_OVERLAY' }

/** What to draw. */
export interface Arrangement {
  readonly navigation: Navigation
  /** Icons only; never in an overlay. */
  readonly collapsed: boolean
  readonly overlay: 'none' | 'closed' | 'open'
  readonly breakpoint: Breakpoint
}

/**
 * The layout: `wide` {`vertical`, `horizontal`} or `narrow` {`overlayClosed`, `overlayOpen`}.
 * The choice is only ever changed by the person, so widening restores it after any order of events.
 *
 * To be provided: `keepChoice`, which writes the choice to browser storage, and `forgetChoice`, which empties it there.
 */
export const layoutMachine = setup({
  types: {
    context: {} as LayoutContext,
    events: {} as LayoutEvent,
    input: {} as LayoutInput,
  },
  actions: {
    keepChoice: (_, _choice: LayoutChoice): void => {
      throw new Error('layout: keepChoice was not provided')
    },
    forgetChoice: (): void => {
      throw new Error('layout: forgetChoice was not provided')
    },
    measure: assign((_, { width }: { width: number }) => ({ width })),
    choose: assign(({ context }, choice: Partial<LayoutChoice>) => ({ choice: { ...context.choice, ...choice } })),
  },
  guards: {
    isNarrow: ({ context }) => context.width < OVERLAY_BELOW,
    isWide: ({ context }) => context.width >= OVERLAY_BELOW,
    choseHorizontal: ({ context }) => context.choice.navigation === 'horizontal',
    choseVertical: ({ context }) => context.choice.navigation === 'vertical',
  },
}).createMachine({
  id: 'layout',
  options: { maxIterations: 100 },
  context: ({ input }) => input,
  initial: 'wide',
  on: {
    RESIZED: { actions: { type: 'measure', params: ({ event }) => event } },
    CHOOSE_NAVIGATION: {
      actions: [
        { type: 'choose', params: ({ event }) => ({ navigation: event.navigation }) },
        { type: 'keepChoice', params: ({ context }) => context.choice },
      ],
    },
    CHOOSE_COLLAPSED: {
      actions: [
        { type: 'choose', params: ({ event }) => ({ collapsed: event.collapsed }) },
        { type: 'keepChoice', params: ({ context }) => context.choice },
      ],
    },
    RESTORE_DEFAULTS: {
      actions: [{ type: 'choose', params: DEFAULT_LAYOUT }, 'forgetChoice'],
    },
    CHOSEN_ELSEWHERE: { actions: { type: 'choose', params: ({ event }) => event.choice } },
  },
  states: {
    wide: {
      always: { guard: 'isNarrow', target: 'narrow' },
      initial: 'vertical',
      states: {
        vertical: { always: { guard: 'choseHorizontal', target: 'horizontal' } },
        horizontal: { always: { guard: 'choseVertical', target: 'vertical' } },
      },
    },
    narrow: {
      always: { guard: 'isWide', target: 'wide' },
      initial: 'overlayClosed',
      states: {
        overlayClosed: { on: { TOGGLE_OVERLAY: 'overlayOpen' } },
        overlayOpen: { on: { TOGGLE_OVERLAY: 'overlayClosed', CLOSE_OVERLAY: 'overlayClosed' } },
      },
    },
  },
})

/** A running layout. */
export type LayoutActor = ActorRefFrom<typeof layoutMachine>

/** One moment of a layout. */
export type LayoutSnapshot = SnapshotFrom<typeof layoutMachine>

/** The widest breakpoint that `width` (pixels) reaches. */
export function breakpointOf(width: number): Breakpoint {
  const reached = (Object.keys(BREAKPOINTS) as Breakpoint[]).filter((name) => width >= BREAKPOINTS[name])
  return reached.at(-1) ?? 'xs'
}

/** What to draw at this moment. */
export function arrangementOf(snapshot: LayoutSnapshot): Arrangement {
  const { choice, width } = snapshot.context
  const breakpoint = breakpointOf(width)
  if (!snapshot.matches('narrow')) return { ...choice, overlay: 'none', breakpoint }
  const overlay = snapshot.matches({ narrow: 'overlayOpen' }) ? 'open' : 'closed'
  return { navigation: 'vertical', collapsed: false, overlay, breakpoint }
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import {
  type Arrangement,
  arrangementOf,
  breakpointOf,
  DEFAULT_LAYOUT,
  type LayoutChoice,
  type LayoutEvent,
  type LayoutInput,
  layoutMachine,
  OVERLAY_BELOW,
} from '#machines/layout/layout.ts'
import { runPath, shortestPaths, shortestPathsCoveringTransitions, transitionCoverage } from './model.ts'

const WIDTHS = [320, 975, 976, 1904]
const NAVIGATIONS = ['vertical', 'horizontal'] as const

const events: LayoutEvent[] = [
  ...WIDTHS.map((width) => ({ type: 'RESIZED' as const, width })),
  ...NAVIGATIONS.map((navigation) => ({ type: 'CHOOSE_NAVIGATION' as const, navigation })),
  ...[true, false].map((collapsed) => ({ type: 'CHOOSE_COLLAPSED' as const, collapsed })),
  ...NAVIGATIONS.map((navigation) => ({ type: 'CHOSEN_ELSEWHERE' as const, choice: { navigation, collapsed: false } })),
  { type: 'RESTORE_DEFAULTS' },
  { type: 'TOGGLE_OVERLAY' },
  { type: 'CLOSE_OVERLAY' },
]
const inputs: LayoutInput[] = WIDTHS.flatMap((width) =>
  NAVIGATIONS.map((navigation) => ({ width, choice: { navigation, collapsed: true } })),
)

/** A layout that keeps its choices in a list, as the browser would; null where it forgot them. */
function layout(input: LayoutInput) {
  const storedChoices: (LayoutChoice | null)[] = []
  const machine = layoutMachine.provide({
    actions: {
      keepChoice: (_, choice) => {
        storedChoices.push(choice)
      },
      forgetChoice: () => {
        storedChoices.push(null)
      },
    },
  })
  const actor = createActor(machine, { input }).start()
  return { storedChoices, say: actor.send, arrangement: (): Arrangement => arrangementOf(actor.getSnapshot()) }
}

describe('every path through the layout', () => {
  const paths = shortestPaths(layoutMachine, { events, inputs })

  it('takes every transition, and stays vertical below the breakpoint', () => {
    const coverage = transitionCoverage(layoutMachine)
    for (const path of paths) {
      coverage.add(
        runPath(layoutMachine, path, (snapshot) => {
          const { width, choice } = snapshot.context
          const { navigation, overlay } = arrangementOf(snapshot)
          expect(navigation).toBe(width < OVERLAY_BELOW ? 'vertical' : choice.navigation)
          expect(overlay === 'none').toBe(width >= OVERLAY_BELOW)
        }),
      )
    }
    coverage.assertFullCoverage()
  })

  it('is covered by few of them', () => {
    const few = shortestPathsCoveringTransitions(layoutMachine, { events, inputs })
    const coverage = transitionCoverage(layoutMachine)
    for (const path of few) coverage.add(runPath(layoutMachine, path))
    coverage.assertFullCoverage()
    expect(few.length).toBeLessThan(paths.length / 10)
  })
})

describe('the layout', () => {
  it('starts vertical and collapsed in a browser that stores nothing', () => {
    expect(layout({ width: 1280, choice: DEFAULT_LAYOUT }).arrangement()).toEqual({
      navigation: 'vertical',
      collapsed: true,
      overlay: 'none',
      breakpoint: 'lg',
    })
  })

  it('is forced to vertical with an overlay at 975 px and not at 976 px', () => {
    const { say, arrangement } = layout({ width: 976, choice: { navigation: 'horizontal', collapsed: false } })
    expect(arrangement()).toMatchObject({ navigation: 'horizontal', overlay: 'none' })
    say({ type: 'RESIZED', width: 975 })
    expect(arrangement()).toMatchObject({ navigation: 'vertical', overlay: 'closed' })
    say({ type: 'RESIZED', width: 976 })
    expect(arrangement()).toMatchObject({ navigation: 'horizontal', overlay: 'none' })
  })

  it('applies a choice made while narrow as soon as the viewport widens', () => {
    const { say, arrangement } = layout({ width: 400, choice: DEFAULT_LAYOUT })
    say({ type: 'CHOOSE_NAVIGATION', navigation: 'horizontal' })
    expect(arrangement().navigation).toBe('vertical')
    say({ type: 'RESIZED', width: 1000 })
    expect(arrangement().navigation).toBe('horizontal')
  })

  it('restores the last choice after any order of resizing and choosing', () => {
    const event = fc.oneof(
      fc.integer({ min: 200, max: 2600 }).map((width) => ({ type: 'RESIZED' as const, width })),
      fc.constantFrom(...NAVIGATIONS).map((navigation) => ({ type: 'CHOOSE_NAVIGATION' as const, navigation })),
      fc.boolean().map((collapsed) => ({ type: 'CHOOSE_COLLAPSED' as const, collapsed })),
      fc.constantFrom<LayoutEvent>({ type: 'RESTORE_DEFAULTS' }, { type: 'TOGGLE_OVERLAY' }, { type: 'CLOSE_OVERLAY' }),
    )
    const start = fc.record({
      width: fc.integer({ min: 200, max: 2600 }),
      choice: fc.record({ navigation: fc.constantFrom(...NAVIGATIONS), collapsed: fc.boolean() }),
    })
    fc.assert(
      fc.property(start, fc.array(event, { maxLength: 40 }), (input, orders) => {
        const { storedChoices, say, arrangement } = layout(input)
        for (const order of orders) say(order)
        say({ type: 'RESIZED', width: 1920 })

        const restored = orders.findLastIndex((it) => it.type === 'RESTORE_DEFAULTS')
        const since = orders.slice(restored + 1)
        const before = restored === -1 ? input.choice : DEFAULT_LAYOUT
        const choice = {
          navigation: since.findLast((it) => it.type === 'CHOOSE_NAVIGATION')?.navigation ?? before.navigation,
          collapsed: since.findLast((it) => it.type === 'CHOOSE_COLLAPSED')?.collapsed ?? before.collapsed,
        }
        expect(arrangement()).toEqual({ ...choice, overlay: 'none', breakpoint: 'xl' })
        expect(storedChoices.at(-1) ?? before).toEqual(choice)
      }),
    )
  })

  it('follows the choice of another tab without keeping it again', () => {
    const { storedChoices, say, arrangement } = layout({ width: 1280, choice: DEFAULT_LAYOUT })
    say({ type: 'CHOSEN_ELSEWHERE', choice: { navigation: 'horizontal', collapsed: false } })
    expect(arrangement()).toMatchObject({ navigation: 'horizontal', collapsed: false })
    expect(storedChoices).toEqual([])
  })

  it('opens the overlay, keeps it open over a resize that stays narrow, and closes it after a navigation', () => {
    const { say, arrangement } = layout({ width: 400, choice: DEFAULT_LAYOUT })
    say({ type: 'TOGGLE_OVERLAY' })
    say({ type: 'RESIZED', width: 700 })
    expect(arrangement()).toEqual({ navigation: 'vertical', collapsed: false, overlay: 'open', breakpoint: 'sm' })
    say({ type: 'CLOSE_OVERLAY' })
    expect(arrangement().overlay).toBe('closed')
  })

  it('forgets an open overlay when the viewport widens', () => {
    const { say, arrangement } = layout({ width: 400, choice: DEFAULT_LAYOUT })
    say({ type: 'TOGGLE_OVERLAY' })
    say({ type: 'RESIZED', width: 1000 })
    say({ type: 'RESIZED', width: 400 })
    expect(arrangement().overlay).toBe('closed')
  })

  it.each([
    [0, 'xs'],
    [599, 'xs'],
    [600, 'sm'],
    [959, 'sm'],
    [960, 'md'],
    [1263, 'md'],
    [1264, 'lg'],
    [1903, 'lg'],
    [1904, 'xl'],
  ] as const)('calls %i px %s', (width, name) => {
    expect(breakpointOf(width)).toBe(name)
  })
})

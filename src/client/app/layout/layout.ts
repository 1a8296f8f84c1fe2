/** The layout of this tab: the machine tied to the window and to what the browser keeps. */

import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { createActor } from 'xstate'
import {
  type Arrangement,
  arrangementOf,
  DEFAULT_LAYOUT,
  type LayoutActor,
  type LayoutChoice,
  layoutMachine,
} from '#machines/layout/layout.ts'
import { readPreference, writePreference } from '#src/client/platform/preference.ts'

const NAVIGATION = 'navigation'
const COLLAPSED = 'collapsed'

function preferredChoice(): LayoutChoice {
  const navigation = readPreference(NAVIGATION)
  const collapsed = readPreference(COLLAPSED)
  return {
    navigation: navigation === 'vertical' || navigation === 'horizontal' ? navigation : DEFAULT_LAYOUT.navigation,
    collapsed: collapsed === 'true' || collapsed === 'false' ? collapsed === 'true' : DEFAULT_LAYOUT.collapsed,
  }
}

export const layout: LayoutActor = createActor(
  layoutMachine.provide({
    actions: {
      keepChoice: (_, { navigation, collapsed }) => {
        writePreference(NAVIGATION, navigation)
        writePreference(COLLAPSED, String(collapsed))
      },
      forgetChoice: () => {
        writePreference(NAVIGATION, null)
        writePreference(COLLAPSED, null)
      },
    },
  }),
  { input: { width: innerWidth, choice: preferredChoice() } },
)

/** Follows the width of the window and the other tabs. */
export function startLayout(): void {
  layout.start()
  addEventListener('resize', () => layout.send({ type: 'RESIZED', width: innerWidth }))
  addEventListener('storage', ({ key }) => {
    if (key === null || key === NAVIGATION || key === COLLAPSED)
      layout.send({ type: 'CHOSEN_ELSEWHERE', choice: preferredChoice() })
  })
}

/** What to draw now. */
export function useArrangement(): Arrangement {
  const moment = useSelector(layout, (it) => it)
  return useMemo(() => arrangementOf(moment), [moment])
}

/** What the person chose for wide windows, whatever is drawn now. */
export function useLayoutChoice(): LayoutChoice {
  return useSelector(layout, (it) => it.context.choice)
}

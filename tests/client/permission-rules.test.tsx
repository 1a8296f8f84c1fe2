import { type ReactNode, Suspense } from 'react'
import { prerender } from 'react-dom/static'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import type { StartUp } from '#machines/session/session.ts'
import { May } from '#src/client/components/ui/May.tsx'
import { RouteMay } from '#src/client/components/ui/RouteMay.tsx'
import { useMay, useMayCheck } from '#src/client/platform/session/hooks.ts'
import type { Need } from '#src/client/platform/session/permission.ts'
import './first-texts.ts'

// The page that says who may help stands in a frame that knows the theme.
vi.hoisted(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined })))

/** The session of a person who holds two permissions; everything above it is the real thing. */
vi.mock('#src/client/platform/session/session.ts', async () => {
  const { sessionMachine } = await import('#machines/session/session.ts')
  const startUp = {
    permissions: ['user:Search', 'user:Create'],
    settings: {},
    menus: [],
    dictionaries: [],
  } as unknown as StartUp
  const session = createActor(sessionMachine.provide({ actors: { loadStartUp: fromPromise(async () => startUp) } }), {
    input: {
      credentials: { access: 'a', refresh: null, username: 'zhang39', remember: false },
      locked: false,
      ownLockSeconds: null,
      problem: null,
    },
  }).start()
  return { session }
})

async function shown(content: ReactNode): Promise<string> {
  const { prelude } = await prerender(
    <MemoryRouter>
      <Suspense>{content}</Suspense>
    </MemoryRouter>,
  )
  // Marks of React are nothing a person sees.
  return (await new Response(prelude).text()).replace(/<!--.*?-->/g, '')
}

const needs: readonly [what: string, need: Need, held: boolean][] = [
  ['one that is held', 'user:Create', true],
  ['one that is not held', 'user:Delete', false],
  ['any of several, one of them held', { any: ['user:Delete', 'user:Search'] }, true],
  ['any of several, none held', { any: ['user:Delete', 'role:Search'] }, false],
  ['any of none', { any: [] }, false],
  ['all of several, all held', { all: ['user:Search', 'user:Create'] }, true],
  ['all of several, one missing', { all: ['user:Search', 'user:Delete'] }, false],
]

function Answered({ need }: { readonly need: Need }) {
  return <i>{String(useMay(need))}</i>
}
function Checked({ need }: { readonly need: Need }) {
  return <i>{String(useMayCheck()(need))}</i>
}

describe('what a person may decides what is shown (specification §6)', () => {
  beforeAll(async () => {
    const { session } = await import('#src/client/platform/session/session.ts')
    await waitFor(session, (moment) => moment.hasTag('ready'))
  })

  it.each(needs)('May: %s', async (_what, need, held) => {
    expect(await shown(<May need={need}>here</May>)).toBe(held ? 'here' : '')
  })

  it.each(needs)('useMay and useMayCheck: %s', async (_what, need, held) => {
    expect(await shown(<Answered need={need} />)).toBe(`<i>${held}</i>`)
    expect(await shown(<Checked need={need} />)).toBe(`<i>${held}</i>`)
  })

  it.each(needs)('RouteMay: %s', async (_what, need, held) => {
    const page = await shown(<RouteMay need={need}>the page</RouteMay>)
    if (held) expect(page).toBe('the page')
    else {
      expect(page).toContain('没有操作权限，请联系管理员')
      expect(page).toContain('刷新权限')
      expect(page).not.toContain('the page')
    }
  })
})

/** One page as a route. */
import { type ComponentType, createElement } from 'react'
import type { RouteObject } from 'react-router-dom'
import { CrashPage } from '../pages/status/CrashPage.tsx'
import { LatePage } from '../pages/status/LatePage.tsx'
import { isThere } from '../platform/release/isThere.ts'
import type { PageLoader } from './frameDetails.ts'

/** A page whose code did not arrive waits for it inside the frame while the network is gone, and fails there else; a rejected `lazy` would leave the first screen waiting for ever. */
export async function loadPage(load: PageLoader): Promise<ComponentType> {
  try {
    return await load()
  } catch (error) {
    if (!(await isThere())) return () => createElement(LatePage, { load, isThere })
    return () => {
      throw error
    }
  }
}

/** A page at a path; its code comes when somebody goes there. */
export const page = (path: string, load: PageLoader): RouteObject => ({
  id: path,
  path,
  lazy: { Component: () => loadPage(load) },
  // Keeps the frame on the screen when one page fails.
  ErrorBoundary: CrashPage,
})

/** One page as a route. */
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import { CrashPage } from '../pages/status/CrashPage.tsx'
import type { PageLoader } from './frameDetails.ts'

/** A page whose code did not arrive fails when it is drawn, inside the frame; a rejected `lazy` would leave the first screen waiting for ever. */
export async function loadPage(load: PageLoader): Promise<ComponentType> {
  try {
    return await load()
  } catch (error) {
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

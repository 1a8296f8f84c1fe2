import { Outlet, ScrollRestoration } from 'react-router-dom'
import { NavigationProgress } from './navigation/NavigationProgress.tsx'

/** The blank layout (specification §2): nothing but the page. */
export function Blank() {
  return (
    <>
      <NavigationProgress />
      <Outlet />
      <ScrollRestoration />
    </>
  )
}

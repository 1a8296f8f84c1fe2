/** A page of the server's menu: a shipped one, or another house's in a frame (specification §2). */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { MenuItem } from '#machines/session/session.ts'
import { pathOf, targetIn } from '#src/client/app/menuPath.ts'
import { pageLoader } from '#src/client/app/pages.ts'
import { useMenus } from '#src/client/platform/session/index.ts'
import { session } from '#src/client/platform/session/session.ts'
import { FramePage } from './FramePage.tsx'
import UnknownPage from './UnknownPage.tsx'

/** Pages whose code is here. */
const arrived = new Map<string, ComponentType>()
/** Pages on their way, for a menu that changed its target while it is open. */
const coming = new Map<string, LazyExoticComponent<ComponentType>>()

const itemAt = (menus: readonly MenuItem[], path: string): MenuItem | undefined =>
  menus.find((item) => !item.is_catalog && !item.is_link && pathOf(item) === path)

async function load(target: string): Promise<ComponentType> {
  const loader = pageLoader(target)
  const component = loader === null ? UnknownPage : await loader()
  arrived.set(target, component)
  return component
}

/** Fetches the code of the page before it is shown, so that the page before stays until then. */
export async function preloadPage(path: string): Promise<void> {
  const item = itemAt(session.getSnapshot().context.startUp?.menus ?? [], path)
  if (item !== undefined && !item.is_iframe) await load(targetIn(item))
}

function pageOf(target: string): ComponentType {
  const known = arrived.get(target) ?? coming.get(target)
  if (known !== undefined) return known
  const page = lazy(async () => ({ default: await load(target) }))
  coming.set(target, page)
  return page
}

/** What the menu says of a path now; a page that was taken away is as if it had never been there. */
export function MenuPage({ path }: { readonly path: string }) {
  const item = itemAt(useMenus(), path)
  if (item === undefined) return <UnknownPage />
  if (item.is_iframe) return <FramePage title={item.title} link={item.link_url ?? ''} />
  const Page = pageOf(targetIn(item))
  return <Page />
}

/** Which component answers a path: pages of the frame, of modules, and those the shells draw from a definition. */
import { type ComponentType, createElement } from 'react'
import type { ModuleDefinition, RecordTab } from '#src/define/module.ts'
import { frameDetails, type PageLoader } from './frameDetails.ts'
import { describes, routePath } from './menu.ts'

/** The default export of a module's `<module>.client.tsx`: its own pages by path. */
export interface ModuleClient {
  readonly pages: Readonly<Record<string, ComponentType>>
  /** Tabs of the personal centre, by key. */
  readonly personal?: Readonly<Record<string, ComponentType>>
}

const moduleClients = import.meta.glob<{ default: ModuleClient }>('../modules/*/*.client.tsx')

/** Pages that exist in every bureau, by path. */
export const framePages: Readonly<Record<string, PageLoader>> = {
  '/home': async () => (await import('./home/HomePage.tsx')).default,
  '/personal-center': async () => (await import('./personal/PersonalPage.tsx')).default,
  '/workflow/ticket': async () => (await import('./tickets/QueuePage.tsx')).QueuePage,
  '/workflow/ticketApproval': async () => (await import('./tickets/ApprovalCentrePage.tsx')).ApprovalCentrePage,
  '/workflow/applications': async () => (await import('./tickets/ApplicationsPage.tsx')).ApplicationsPage,
  '/workflow/workflow': async () => (await import('./workflows/pages.tsx')).WorkflowListPage,
  '/workflow/workflow-state': async () => (await import('./workflows/StatesPage.tsx')).StatesPage,
}

/** Whether this build has a page at an address, whoever may see it. */
export function isShipped(pathname: string, modules: readonly ModuleDefinition[]): boolean {
  const patterns = [
    ...Object.keys(framePages),
    ...Object.keys(frameDetails),
    ...modules.flatMap((module) => module.pages.map((page) => routePath(page.path))),
  ]
  return patterns.some((pattern) => describes(pattern, pathname))
}

/** The loader of a path the server's menu names; null when this build has no such page. */
export function pageLoader(path: string, modules: readonly ModuleDefinition[]): PageLoader | null {
  const frame = framePages[path] ?? frameDetails[path]
  if (frame !== undefined) return frame
  for (const module of modules) {
    // The definitions write `{id}` as the menu does.
    const page = module.pages.find((it) => routePath(it.path) === path)
    if (page === undefined) continue
    if ('component' in page.shell) return modulePage(module.name, page.path)
    if ('record' in page.shell) return recordPage(page.shell.record, path)
    if ('tabs' in page.shell) return tabsPage(page.path, page.shell.tabs)
    return applicationPage(page.shell.application)
  }
  return null
}

function recordPage(record: string, path: string): PageLoader {
  return async () => {
    const { RecordDetailPage, RecordListPage } = await import('./records/pages.tsx')
    const page = path.endsWith('/:id') ? RecordDetailPage : RecordListPage
    return () => createElement(page, { record })
  }
}
function tabsPage(path: string, tabs: readonly RecordTab[]): PageLoader {
  return async () => {
    const { RecordTabs } = await import('./records/RecordTabs.tsx')
    return () => createElement(RecordTabs, { path, tabs })
  }
}
function applicationPage(application: string): PageLoader {
  return async () => {
    const { ApplicationPage } = await import('./tickets/ApplicationPage.tsx')
    return () => createElement(ApplicationPage, { application })
  }
}
const clientOf = async (module: string): Promise<ModuleClient | undefined> =>
  (await moduleClients[`../modules/${module}/${module}.client.tsx`]?.())?.default

/** The loader of a tab that a module gives the personal centre. */
export function personalTab(module: string, key: string): PageLoader {
  return async () => {
    const tab = (await clientOf(module))?.personal?.[key]
    if (tab === undefined) throw new Error(`module ${module} does not draw the personal tab ${key}`)
    return tab
  }
}

function modulePage(module: string, path: string): PageLoader {
  return async () => {
    const page = (await clientOf(module))?.pages[path]
    if (page === undefined) throw new Error(`module ${module} does not draw ${path}`)
    return page
  }
}

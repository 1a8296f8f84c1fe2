/** Which component answers a path: pages of the frame, of modules, and those the shells draw from a definition. */
import type { ComponentType } from 'react'
import type { PageDefinition } from '#src/define/module.ts'

/** A component that is loaded with its page. */
export type PageLoader = () => Promise<ComponentType>

/** The default export of a module's `<module>.client.tsx`: its own pages by path. */
export interface ModuleClient {
  readonly pages: Readonly<Record<string, ComponentType>>
}

const moduleClients = import.meta.glob<{ default: ModuleClient }>('../modules/*/*.client.tsx')

/** Pages that exist in every bureau, by path. */
export const framePages: Readonly<Record<string, PageLoader>> = {
  '/home': async () => (await import('./home/HomePage.tsx')).default,
  '/workflow/ticket': async () => (await import('./tickets/pages.tsx')).QueuePage,
  '/workflow/ticketApproval': async () => (await import('./tickets/pages.tsx')).ApprovalCentrePage,
  '/workflow/applications': async () => (await import('./tickets/pages.tsx')).ApplicationsPage,
  '/workflow/workflow': async () => (await import('./workflows/pages.tsx')).WorkflowListPage,
}

/** Detail pages below a frame page, reachable by everyone who may see the thing itself. */
export const frameDetails: Readonly<Record<string, PageLoader>> = {
  '/workflow/ticket/:id': async () => (await import('./tickets/pages.tsx')).TicketPage,
}

/** The loader of a path the server's menu names; null when this build has no such page. */
export function pageLoader(path: string, modulePages: readonly PageDefinition[]): PageLoader | null {
  const frame = framePages[path] ?? frameDetails[path]
  if (frame !== undefined) return frame
  const page = modulePages.find((it) => it.path === path)
  if (page === undefined) return null
  const { shell } = page
  if ('record' in shell) return recordPage(shell.record)
  if ('application' in shell) return applicationPage(shell.application)
  return modulePage(path)
}

function recordPage(record: string): PageLoader {
  return async () => {
    const { RecordListPage } = await import('./records/pages.tsx')
    return () => RecordListPage({ record })
  }
}
function applicationPage(application: string): PageLoader {
  return async () => {
    const { ApplicationPage } = await import('./tickets/ApplicationPage.tsx')
    return () => ApplicationPage({ application })
  }
}
function modulePage(path: string): PageLoader {
  return async () => {
    for (const load of Object.values(moduleClients)) {
      const page = (await load()).default.pages[path]
      if (page !== undefined) return page
    }
    throw new Error(`no module draws ${path}`)
  }
}

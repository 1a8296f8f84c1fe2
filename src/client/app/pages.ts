/** Which component answers a path: pages of the frame, of modules, and those the shells draw from a definition. */
import { type ComponentType, createElement } from 'react'
import type { ApplicationPage } from '#src/define/application.ts'
import type { RecordTab } from '#src/define/module.ts'
import { applicationNamed, index, needModule, needPageTexts, needRecords, needTypes } from '../platform/parts/index.ts'
import type { CatalogueHeader, TicketParts } from '../tickets/moduleParts.tsx'
import { frameDetails, type PageLoader, saying } from './frameDetails.ts'
import { describes } from './menu.ts'
import { routePath } from './menuPath.ts'

/** The default export of a module's `<module>.client.tsx`: its own pages by path. */
export interface ModuleClient {
  readonly pages: Readonly<Record<string, ComponentType>>
  /** Tabs of the personal centre, by key. */
  readonly personal?: Readonly<Record<string, ComponentType>>
  /** Further tabs of the pages of applications, by application and tab. */
  readonly applicationTabs?: Readonly<Record<string, Readonly<Record<string, ComponentType>>>>
}

const moduleClients = import.meta.glob<{ default: ModuleClient }>('../../modules/*/*.client.tsx')

/** Parts of ticket pages, in a file of their own, so that a ticket does not bring the pages of its module. */
const ticketParts = import.meta.glob<{ default: Readonly<Record<string, TicketParts>> }>(
  '../../modules/*/ticketParts.client.tsx',
)

/** What the module of a type draws in its tickets; null for most. */
export async function ticketPartsOf(type: string): Promise<TicketParts | null> {
  const module = index.applications[type]?.module
  const load = ticketParts[`../../modules/${module}/ticketParts.client.tsx`]
  if (module === undefined || load === undefined) return null
  const [parts] = await Promise.all([load(), needModule(module)])
  const found = parts.default[type] ?? null
  if (found?.texts !== undefined) await needPageTexts(found.texts)
  return found
}

/** What modules draw above the catalogue of applications, in a file of its own for the same reason. */
const catalogueHeaders = import.meta.glob<{ default: CatalogueHeader }>('../../modules/*/catalogueHeader.client.tsx')

/** The catalogue of applications with what the modules draw above it. */
async function applicationsPage(): Promise<ComponentType> {
  const [{ ApplicationsPage }, ...headers] = await Promise.all([
    import('../tickets/apply/ApplicationsPage.tsx'),
    ...Object.entries(catalogueHeaders).map(async ([path, load]) => {
      const [header] = await Promise.all([load(), needModule(path.split('/').at(-2) ?? '')])
      return header.default
    }),
  ])
  return () => createElement(ApplicationsPage, { headers })
}

const workflowTexts = ['workflows', 'workflowMoves', 'workflowTests', 'workflowUse'] as const

/** Pages that exist in every bureau, by path, each with the texts it has beside those of the frame. */
export const framePages: Readonly<Record<string, PageLoader>> = {
  '/home': saying(['home', 'homeViews'], async () => (await import('../pages/home/HomePage.tsx')).default),
  '/home/bak': saying(
    ['home', 'homeViews'],
    async () => (await import('../pages/home/cockpit/CockpitPage.tsx')).default,
  ),
  '/home1': saying(['board'], async () => (await import('../pages/home/board/BoardPage.tsx')).default),
  '/homeCopy': saying(['home', 'homeViews'], async () => (await import('../pages/home/GalleryPage.tsx')).default),
  '/personal-center': saying(['personal'], async () => (await import('../pages/personal/PersonalPage.tsx')).default),
  '/workflow/ticket': async () => (await import('../tickets/queue/QueuePage.tsx')).QueuePage,
  '/workflow/ticketApproval': async () =>
    (await import('../tickets/approvals/ApprovalCentrePage.tsx')).ApprovalCentrePage,
  '/workflow/applications': saying(['guides'], applicationsPage),
  '/workflow/proposal': saying(['workflows'], async () => (await import('../proposals/ProposalPage.tsx')).ProposalPage),
  '/workflow/workflow': saying(workflowTexts, async () => (await import('../workflows/pages.tsx')).WorkflowListPage),
  '/workflow/workflow-state': saying(
    [...workflowTexts, 'workflowImpact'],
    async () => (await import('../workflows/StatesPage.tsx')).StatesPage,
  ),
}

const patterns = (): readonly string[] => [
  ...Object.keys(framePages),
  ...Object.keys(frameDetails),
  ...index.pages.map((page) => routePath(page.path)),
]

/** Whether this build has a page at an address, whoever may see it. */
export const isShipped = (pathname: string): boolean => patterns().some((pattern) => describes(pattern, pathname))

/** Fetches the code and texts of the page at an address while the menu is on its way, which says who may see it. What fails is asked for again by the page's route, which says so. */
export function fetchAhead(pathname: string): void {
  const here = patterns()
  const pattern = here.includes(pathname) ? pathname : here.find((one) => describes(one, pathname))
  const load = pattern === undefined ? null : pageLoader(pattern)
  load?.().catch(() => undefined)
}

/** The loader of a path the server's menu names; null when this build has no such page. */
export function pageLoader(path: string): PageLoader | null {
  const frame = framePages[path] ?? frameDetails[path]
  if (frame !== undefined) return frame
  // The definitions write `{id}` as the menu does.
  const page = index.pages.find((it) => routePath(it.path) === path)
  if (page === undefined) return null
  const { shell, module } = page
  if ('component' in shell) return modulePage(module, page.path)
  if ('record' in shell) return recordPage(shell.record, path)
  if ('tabs' in shell) return tabsPage(page.path, shell.tabs)
  return applicationPage(module, shell.application, shell.more ?? [])
}

/** A shipped page whose route stands outside the frame of the menu. */
export async function shippedPage(path: string): Promise<ComponentType> {
  const load = pageLoader(path)
  if (load === null) throw new Error(`this build has no page ${path}`)
  return load()
}

function recordPage(record: string, path: string): PageLoader {
  return async () => {
    const [{ RecordDetailPage, RecordListPage }] = await Promise.all([
      import('../records/pages.tsx'),
      needRecords([record]),
    ])
    const page = path.endsWith('/:id') ? RecordDetailPage : RecordListPage
    return () => createElement(page, { record })
  }
}
function tabsPage(path: string, tabs: readonly RecordTab[]): PageLoader {
  return async () => {
    const [{ RecordTabs }] = await Promise.all([
      import('../records/detail/RecordTabs.tsx'),
      needRecords(tabs.map(({ record }) => record)),
    ])
    return () => createElement(RecordTabs, { path })
  }
}
function applicationPage(module: string, application: string, more: NonNullable<ApplicationPage['more']>): PageLoader {
  return async () => {
    const [{ ApplicationPage }, client] = await Promise.all([
      import('../tickets/apply/ApplicationPage.tsx'),
      more.length > 0 ? clientOf(module) : undefined,
      needTypes([application]).then(() => needRecords(applicationNamed(application)?.register ?? [])),
    ])
    const drawn = more.flatMap((tab) => {
      const Panel = client?.applicationTabs?.[application]?.[tab.key]
      return Panel === undefined ? [] : [{ ...tab, Panel }]
    })
    return () => createElement(ApplicationPage, { application, more: drawn })
  }
}
async function clientOf(module: string): Promise<ModuleClient | undefined> {
  const [client] = await Promise.all([
    moduleClients[`../../modules/${module}/${module}.client.tsx`]?.(),
    needModule(module),
  ])
  return client?.default
}

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

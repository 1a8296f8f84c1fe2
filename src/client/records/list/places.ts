import { index } from '#src/client/platform/parts/index.ts'
import type { PageDefinition, RecordTab } from '#src/define/module.ts'

type Shell = PageDefinition['shell']
/** The tab that shows all rows of the record, before those that are narrowed or drawn in another way. */
function tabOf(shell: Shell, record: string): RecordTab | undefined {
  const tabs = 'tabs' in shell ? (shell.tabs ?? []).filter((tab) => tab.record === record) : []
  return tabs.find(({ only }) => only === undefined) ?? tabs[0]
}
const shows = (shell: Shell, record: string): boolean =>
  ('record' in shell && shell.record === record) || tabOf(shell, record) !== undefined

/** Where one row of a record is shown: tickets on their page, records in the drawer of their list; null for records without a page. */
export function placeOf(record: string, id: number): string | null {
  return record === 'ticket' ? `/workflow/ticket/${id}` : listPlaceOf(record, { id: String(id) })
}

/** The list of a record with these parameters, such as its filters; null for records without a page. */
export function listPlaceOf(record: string, parameters: Readonly<Record<string, string>>): string | null {
  const page = index.pages.find(({ shell, path }) => !path.endsWith('{id}') && shows(shell, record))
  if (page === undefined) return null
  const tab = tabOf(page.shell, record)
  const query = new URLSearchParams({ ...(tab === undefined ? {} : { tab: tab.key }), ...parameters })
  return `${page.path}?${query}`
}

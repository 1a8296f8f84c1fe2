import type { PageDefinition } from '#src/define/module.ts'
import { modules } from '#src/modules.ts'

const shows = (shell: PageDefinition['shell'], record: string): boolean =>
  ('record' in shell && shell.record === record) || ('tabs' in shell && shell.tabs.some((tab) => tab.record === record))

/** Where one row of a record is shown: tickets on their page, records in the drawer of their list; null for records without a page. */
export function placeOf(record: string, id: number): string | null {
  if (record === 'ticket') return `/workflow/ticket/${id}`
  const page = modules
    .flatMap((module) => module.pages)
    .find(({ shell, path }) => !path.endsWith('{id}') && shows(shell, record))
  if (page === undefined) return null
  const tab = 'tabs' in page.shell ? page.shell.tabs.find((one) => one.record === record) : undefined
  return `${page.path}?${tab === undefined ? '' : `tab=${tab.key}&`}id=${id}`
}

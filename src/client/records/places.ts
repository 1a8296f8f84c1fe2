import { modules } from '#src/modules.ts'

/** Where one row of a record is shown: tickets on their page, records in the drawer of their list; null for records without a page. */
export function placeOf(record: string, id: number): string | null {
  if (record === 'ticket') return `/workflow/ticket/${id}`
  const page = modules
    .flatMap((module) => module.pages)
    .find(({ shell, path }) => 'record' in shell && shell.record === record && !path.endsWith('{id}'))
  return page === undefined ? null : `${page.path}?id=${id}`
}

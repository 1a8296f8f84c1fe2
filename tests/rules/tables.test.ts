import { describe, expect, it } from 'vitest'
import { sources } from './sources.ts'

/** What looks like a table and is none to work in: paper, prose, a chart of time. */
const others: ReadonlySet<string> = new Set([
  'src/client/components/markdown/Markdown.tsx',
  'src/client/components/table/DataTable.tsx',
  'src/client/tickets/detail/PrintPage.tsx',
  'src/modules/projects/board/ProjectTimeline.client.tsx',
])

describe('tables', () => {
  it('are drawn by DataTable, so that order, selection and keyboard are the same in all of them', () => {
    const drawing = sources.filter(
      ({ path, text }) => path.startsWith('src/') && /<(?:HTMLTable|table)[\s>]/.test(text),
    )
    expect(drawing.map(({ path }) => path).filter((path) => !others.has(path))).toEqual([])
  })
})

import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { describe, expect, it, vi } from 'vitest'
import { toggledRange, toggleId } from '#src/client/components/table/choice.ts'
import type { Column } from '#src/client/components/table/column.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import './first-texts.ts'

vi.hoisted(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined })))

interface Line {
  readonly id: number
  readonly subject: string
  readonly amount: string
}
const lines: readonly Line[] = [
  { id: 7, subject: 'Office', amount: '10.00' },
  { id: 9, subject: 'Travel', amount: '2.50' },
]
const columns: readonly Column<Line>[] = [
  { name: 'subject', head: 'Subject', isRowHead: true, sort: 'subject', cell: ({ subject }) => subject, total: 'Sum' },
  { name: 'amount', head: 'Amount', isRight: true, sort: 'amount', cell: ({ amount }) => amount, total: '12.50' },
  { name: ' more', head: null, headLabel: 'More', cell: (_, index) => `row ${index}` },
]
const idOf = ({ id }: Line): number => id

async function html(content: ReactNode): Promise<string> {
  const { prelude } = await prerender(content)
  return new Response(prelude).text()
}

/** Opening tags of one kind. */
const tags = (text: string, tag: string): readonly string[] => text.match(new RegExp(`<${tag}(?: [^>]*)?>`, 'g')) ?? []

describe('a table', () => {
  it('names its rows, and says of each column that sorts how it is sorted', async () => {
    const text = await html(
      <DataTable
        rows={lines}
        columns={columns}
        keyOf={idOf}
        sort={{ ordering: '-amount', onOrder: () => undefined }}
      />,
    )
    expect(tags(text, 'th').map((tag) => tag.match(/scope="\w+"|aria-sort="\w+"|aria-label="\w+"/g))).toEqual([
      ['scope="col"', 'aria-sort="none"'],
      ['scope="col"', 'aria-sort="descending"'],
      ['scope="col"', 'aria-label="More"'],
      ['scope="row"'],
      ['scope="row"'],
      ['scope="row"'],
    ])
    expect(tags(text, 'button')).toHaveLength(2)
  })

  it('says nothing of an order where its rows have none', async () => {
    const text = await html(<DataTable rows={lines} columns={columns} keyOf={idOf} />)
    expect(text).not.toContain('aria-sort')
    expect(tags(text, 'button')).toEqual([])
  })

  it('stands its totals below their columns, past checkboxes and numbers', async () => {
    const text = await html(
      <DataTable
        rows={lines}
        columns={columns}
        keyOf={idOf}
        firstNumber={21}
        selection={{ chosen: new Set([9]), onChoose: () => undefined, idOf, labelOf: ({ subject }) => subject }}
      />,
    )
    expect(text.slice(text.indexOf('<tfoot>'), text.indexOf('</tfoot>'))).toBe(
      '<tfoot><tr><td colSpan="2"></td><th scope="row">Sum</th><td class="is-right">12.50</td><td></td></tr>',
    )
    expect(tags(text, 'tr').filter((tag) => tag.includes('is-selected'))).toEqual([
      '<tr class="is-selected" data-index="1">',
    ])
    expect(text).toContain('<td class="list-number">22</td>')
  })

  it('says how many rows it has where only those in sight are drawn', async () => {
    const many = Array.from({ length: 301 }, (_, id) => ({ id, subject: `Subject ${id}`, amount: '0.00' }))
    const region = { className: 'scroll', label: 'Lines' }
    const table = (rows: readonly Line[]) =>
      html(<DataTable rows={rows} columns={columns} keyOf={idOf} region={region} long={{ height: 30 }} />)
    vi.stubGlobal('window', { innerHeight: 900 })
    try {
      const long = await table(many)
      expect(tags(long, 'table')[0]).toContain('aria-rowcount="302"')
      expect(tags(long, 'th').length).toBeLessThan(100)
      const whole = await table(many.slice(1))
      expect(whole).not.toContain('aria-rowcount')
      expect(tags(whole, 'tr')).toHaveLength(302)
    } finally {
      vi.stubGlobal('window', undefined)
    }
  })
})

describe('choosing rows', () => {
  const ids = [4, 5, 6, 7]
  it('takes one row in or out', () => {
    expect(toggleId(new Set([4]), 5)).toEqual(new Set([4, 5]))
    expect(toggleId(new Set([4, 5]), 5)).toEqual(new Set([4]))
  })

  it('takes all rows between two in, upwards and downwards', () => {
    expect(toggledRange(new Set([5]), ids, 1, 3)).toEqual(new Set([5, 6, 7]))
    expect(toggledRange(new Set([7]), ids, 3, 0)).toEqual(new Set([4, 5, 6, 7]))
  })

  it('takes them out where the row ticked last was chosen', () => {
    expect(toggledRange(new Set([5, 6, 7]), ids, 1, 2)).toEqual(new Set([7]))
  })

  it('leaves everything as it is for a row that is gone', () => {
    const chosen = new Set([4])
    expect(toggledRange(chosen, ids, 0, 9)).toBe(chosen)
  })
})

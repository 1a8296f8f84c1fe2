import { expect, it } from 'vitest'
import { totalLabel } from '#src/fields/lines/totals.ts'

it('names the total of a column once, also where the column is itself called a total', () => {
  const zhHans = (label: string) => totalLabel(label, '合计', (one) => `${one}合计`)
  const en = (label: string) => totalLabel(label, 'Total', (one) => `${one} total`)
  expect(['金额', '价税合计'].map(zhHans)).toEqual(['金额合计', '价税合计'])
  expect(['Amount', 'Total incl. tax'].map(en)).toEqual(['Amount total', 'Total incl. tax'])
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  COLUMNS,
  faultOf,
  leaderCockpit,
  overlap,
  readingOrder,
  rowsOf,
  widgetIds,
  withWidget,
} from '#src/modules/home/layouts/layout.ts'

const subsets = fc.shuffledSubarray([...widgetIds])

describe('layouts of the home page', () => {
  it('HOM-04 what is laid out or added never overlaps or leaves the columns', () => {
    fc.assert(
      fc.property(subsets, subsets, (begun, added) => {
        const layout = added
          .filter((id) => !begun.includes(id))
          .reduce((widgets, id) => withWidget(widgets, id), rowsOf(begun))
        expect(faultOf(layout)).toBeNull()
        expect(new Set(readingOrder(layout))).toEqual(new Set(layout))
      }),
    )
  })

  it('widgets that touch do not overlap, those that share a cell do', () => {
    const at = (x: number, y: number) => ({ id: 'notices' as const, x, y, w: 4, h: 4 })
    expect([at(4, 0), at(0, 4), at(4, 4)].map((next) => overlap(at(0, 0), next))).toEqual([false, false, false])
    expect([at(3, 0), at(0, 3), at(3, 3), at(0, 0)].map((next) => overlap(at(0, 0), next))).toEqual([
      true,
      true,
      true,
      true,
    ])
  })

  it('one column reads row by row', () => {
    const layout = rowsOf(leaderCockpit)
    const places = readingOrder(layout).map(({ x, y }) => y * COLUMNS + x)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })
})

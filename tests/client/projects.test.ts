import { describe, expect, it } from 'vitest'
import { columnOf, targetsOf } from '#src/modules/projects/board/board.ts'
import { barOf, headsOf, placeOf, scaleOf } from '#src/modules/projects/board/timeline.ts'
import { lightOf, type Standing } from '#src/modules/projects/project-light.ts'

const standing: Standing = {
  today: '2026-03-11',
  startMonth: '2026-01',
  endMonth: '2026-12',
  progress: 20,
  rate: 15,
  due: ['2026-06-01'],
}

describe('the light of a project', () => {
  it.each([
    ['green', {}],
    ['yellow', { due: ['2026-03-26'] }],
    ['green', { due: ['2026-03-27'] }],
    ['yellow', { rate: 3 }],
    ['red', { due: ['2026-03-10'] }],
    ['green', { progress: 45 }],
    ['red', { progress: 46 }],
  ] as const)('is %s with %o', (light, change) => expect(lightOf({ ...standing, ...change })).toBe(light))
})

describe('the board of projects', () => {
  it('offers the columns whose action is open, and adds up what was reviewed or asked for', () => {
    expect(targetsOf(['review', 'sendBack', 'prioritise'])).toEqual(['returned', 'inLibrary'])
    const rows = [
      { id: 1, state: 'declared', declareAmount: '100.10', reviewAmount: null },
      { id: 2, state: 'declared', declareAmount: '100.00', reviewAmount: '90.05' },
      { id: 3, state: 'draft', declareAmount: '7.00', reviewAmount: null },
    ]
    expect(columnOf(rows, 'declared')).toMatchObject({ sum: '190.15', rows: [{ id: 1 }, { id: 2 }] })
  })
})

describe('the timeline of projects', () => {
  it('goes from the first month to the last, today among them, and places days in their months', () => {
    const scale = scaleOf([{ startMonth: '2025-11', endMonth: '2026-02' }], '2026-03-11', 'month')
    expect(scale.months).toEqual(['2025-11', '2025-12', '2026-01', '2026-02', '2026-03'])
    expect(placeOf('2025-12-01', scale)).toBe(scale.monthWidth)
    expect(barOf('2025-12', '2026-01', scale)).toEqual({ left: scale.monthWidth, width: 2 * scale.monthWidth })
    expect(headsOf(scale, 'quarter').map(({ label }) => label)).toEqual(['2025 Q4', '2026 Q1'])
  })
})

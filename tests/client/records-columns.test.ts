import { describe, expect, it } from 'vitest'
import {
  moveColumn,
  preferenceKey,
  readPreferences,
  toggleColumn,
  visibleColumns,
} from '#src/client/records/list/columns.ts'

const columns = ['name', 'dept', 'year', 'state']
const fresh = readPreferences(null, columns)

describe('columns of a list, kept per person and page (LIST-STD)', () => {
  it('are all shown in the order of the page at first', () => {
    expect(fresh).toEqual({ order: columns, hidden: [], density: 'comfortable' })
    expect(preferenceKey(7, 'leaveQuota')).not.toBe(preferenceKey(8, 'leaveQuota'))
  })

  it('are hidden and shown again', () => {
    const hidden = toggleColumn(fresh, 'dept')
    expect(visibleColumns(hidden)).toEqual(['name', 'year', 'state'])
    expect(toggleColumn(hidden, 'dept')).toEqual(fresh)
  })

  it('never vanish altogether: the last one stays', () => {
    const one = ['name', 'dept', 'year'].reduce(toggleColumn, fresh)
    expect(visibleColumns(toggleColumn(one, 'state'))).toEqual(['state'])
  })

  it('move one place, and not beyond either end', () => {
    expect(moveColumn(fresh, 'year', -1).order).toEqual(['name', 'year', 'dept', 'state'])
    expect(moveColumn(fresh, 'name', -1)).toBe(fresh)
    expect(moveColumn(fresh, 'state', 1)).toBe(fresh)
    expect(moveColumn(fresh, 'unknown', 1)).toBe(fresh)
  })

  it('come back from the browser as they were', () => {
    const own = { ...moveColumn(toggleColumn(fresh, 'dept'), 'state', -1), density: 'compact' as const }
    expect(readPreferences(JSON.stringify(own), columns)).toEqual(own)
  })

  it('survive a new version: a new column joins at its place, a dropped one goes', () => {
    const stored = JSON.stringify({
      order: ['state', 'gone', 'name', 'year'],
      hidden: ['gone', 'year'],
      density: 'comfortable',
    })
    expect(readPreferences(stored, columns)).toEqual({
      order: ['state', 'name', 'dept', 'year'],
      hidden: ['year'],
      density: 'comfortable',
    })
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"order":5,"hidden":{},"density":"huge"}',
    '{"hidden":["name","dept","year","state"]}',
  ])('fall back to the page for %s', (stored) => {
    expect(readPreferences(stored, columns)).toEqual(fresh)
  })
})

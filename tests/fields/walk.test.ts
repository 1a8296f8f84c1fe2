import { describe, expect, it } from 'vitest'
import { choice, date, type Fields, files, lines, money, people, person, text } from '#src/fields/field.ts'
import { filesIn, hasField, idsIn, leavesOf, mapValues, namesIn, sourceOf } from '#src/fields/walk.ts'

const fields: Fields = {
  title: text(50),
  payee: person(),
  guests: people(5),
  proof: files(5),
  items: lines({ what: text(20), amount: money(), invoice: files(5) }, { min: 0, max: 20 }),
  day: date(),
}
const form = {
  title: 'Lunch',
  payee: 7,
  guests: [3, 4],
  proof: [11],
  items: [
    { what: 'Rice', amount: '3.00', invoice: [12, 13] },
    { what: null, amount: '1.50', invoice: [] },
  ],
  day: null,
}

describe('every value of a form', () => {
  it('is given with its path, sub-tables row by row; nothing for what is empty', () => {
    expect([...leavesOf(fields, form)].map(({ path, value }) => [path, value])).toEqual([
      ['title', 'Lunch'],
      ['payee', 7],
      ['guests', [3, 4]],
      ['proof', [11]],
      ['items.0.what', 'Rice'],
      ['items.0.amount', '3.00'],
      ['items.0.invoice', [12, 13]],
      ['items.1.amount', '1.50'],
      ['items.1.invoice', []],
    ])
  })

  it('is left out with the whole sub-table where its field is not meant', () => {
    const without = [...leavesOf(fields, form, (field) => field.kind !== 'lines' && field.kind !== 'files')]
    expect(without.map(({ path }) => path)).toEqual(['title', 'payee', 'guests'])
  })

  it('is missing where the form has no such field, and a form without values has none', () => {
    expect([...leavesOf({}, form)]).toEqual([])
    expect([...leavesOf(fields, {})]).toEqual([])
  })
})

describe('what values name', () => {
  it('is said by the kind of their field, and nothing by those that stand for themselves', () => {
    expect(Object.entries(fields).map(([name, field]) => [name, sourceOf(field)?.to ?? null])).toEqual([
      ['title', null],
      ['payee', 'person'],
      ['guests', 'person'],
      ['proof', 'file'],
      ['items', null],
      ['day', null],
    ])
    expect(sourceOf(choice('leaveType'))).toMatchObject({ to: 'entry', dictionary: 'leaveType' })
  })

  it('are ids, one or several', () => {
    expect(idsIn({ value: 7 })).toEqual([7])
    expect(idsIn({ value: [3, 4] })).toEqual([3, 4])
  })

  it('are the files of the form and of all its rows', () => {
    expect(filesIn(fields, form)).toEqual([11, 12, 13])
  })
})

describe('changing values', () => {
  it('reaches into rows, and leaves alone what is not answered', () => {
    const masked = mapValues(fields, form, (field) => (field.kind === 'text' ? '***' : undefined))
    expect(masked).toEqual({
      ...form,
      title: '***',
      items: [
        { what: '***', amount: '3.00', invoice: [12, 13] },
        { what: null, amount: '1.50', invoice: [] },
      ],
    })
    expect(form.title).toBe('Lunch')
  })

  it('takes the answer for a sub-table instead of going through its rows', () => {
    expect(mapValues(fields, form, (field) => (field.kind === 'lines' ? [] : undefined)).items).toEqual([])
  })

  it('gives back the same form where there is nothing to change', () => {
    const same = { title: 'Lunch' }
    expect(mapValues({ title: text(50) }, same, () => undefined)).toBe(same)
  })
})

describe('fields', () => {
  it('are named with the cells of their sub-tables', () => {
    expect(namesIn(fields)).toEqual([
      'title',
      'payee',
      'guests',
      'proof',
      'items',
      'items.what',
      'items.amount',
      'items.invoice',
      'day',
    ])
  })

  it('are found also among the cells of a sub-table', () => {
    expect(hasField(fields, ({ kind }) => kind === 'money')).toBe(true)
    expect(hasField(fields, ({ kind }) => kind === 'boolean')).toBe(false)
  })
})

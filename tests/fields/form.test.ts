import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boolean, choice, date, type Fields, integer, lines, longText, money, people, text } from '#src/fields/field.ts'
import { checkForm, initialValues } from '#src/fields/form.ts'

const given = { today: '2026-03-02', now: '2026-03-02 09:30:00' }

const claim: Fields = {
  title: text(100, { required: true, min: 2 }),
  reason: longText(5, 500, { required: true }),
  payeeType: choice('payeeType', { required: true, initial: 'personalCard' }),
  bankAccount: text(30, {
    pattern: 'bankAccount',
    required: { field: 'payeeType', op: 'ne', value: 'cash' },
    visibleWhen: { field: 'payeeType', op: 'ne', value: 'cash' },
  }),
  amount: money({ computed: true }),
  taskName: text(60, { visibleWhen: { field: 'bankAccount', op: 'notEmpty' } }),
  ccUserIds: people(20),
  occurDate: date({ max: { today: 0 } }),
  manyLines: text(50, { required: { field: 'lines.count', op: 'gt', value: 1 } }),
  lines: lines(
    {
      description: text(100, { required: true, min: 2 }),
      amount: money({ required: true, positive: true }),
      note: text(50, { required: { field: 'payeeType', op: 'eq', value: 'cash' } }),
    },
    { required: true, min: 1, max: 30 },
  ),
}
const line = { description: '打印纸', amount: '19.90' }
const good = {
  title: '日常费用',
  reason: '购买办公用品',
  payeeType: 'personalCard',
  bankAccount: '6222000011112222',
  lines: [line],
}
const problemsOf = (data: unknown, options = {}) =>
  Object.fromEntries(
    Object.entries(checkForm(claim, data, given, options).problems).map(([path, list]) => [
      path,
      list.map((p) => p.key),
    ]),
  )

describe('checking a form', () => {
  it('returns every field in normal form, empty ones as null', () => {
    expect(checkForm(claim, { ...good, title: '  日常费用 ', ccUserIds: ['3'] }, given)).toEqual({
      problems: {},
      values: {
        title: '日常费用',
        reason: '购买办公用品',
        payeeType: 'personalCard',
        bankAccount: '6222000011112222',
        taskName: null,
        ccUserIds: [3],
        occurDate: null,
        manyLines: null,
        lines: [{ description: '打印纸', amount: '19.90', note: null }],
      },
    })
  })

  it('names every missing field, also inside lines', () => {
    expect(problemsOf({ payeeType: 'cash', lines: [{}, line] })).toEqual({
      title: ['check.required'],
      reason: ['check.required'],
      manyLines: ['check.required'],
      'lines.0.description': ['check.required'],
      'lines.0.amount': ['check.required'],
      'lines.0.note': ['check.required'],
      'lines.1.note': ['check.required'],
    })
    expect(problemsOf({})).toMatchObject({ lines: ['check.required'] })
  })

  it('requires by condition and keeps no value of a hidden field', () => {
    expect(problemsOf({ ...good, bankAccount: '' })).toEqual({ bankAccount: ['check.required'] })
    const cash = checkForm(
      claim,
      { ...good, payeeType: 'cash', bankAccount: 'nonsense', taskName: 'x', lines: [{ ...line, note: '现金' }] },
      given,
    )
    expect(cash.problems).toEqual({})
    expect(cash.values).toMatchObject({ bankAccount: null, taskName: null })
  })

  it('drops computed fields and refuses unknown ones', () => {
    expect(checkForm(claim, { ...good, amount: '1.00' }, given).values).not.toHaveProperty('amount')
    expect(problemsOf({ ...good, state: 'approved', lines: [{ ...line, approved: true }] })).toEqual({
      state: ['check.unknown'],
      'lines.0.approved': ['check.unknown'],
    })
  })

  it('lets a draft be incomplete but not malformed', () => {
    expect(checkForm(claim, { title: '草', lines: [] }, given, { partial: true })).toEqual({
      values: { title: '草', lines: null },
      problems: {},
    })
    expect(problemsOf({ occurDate: 'tomorrow' }, { partial: true })).toEqual({ occurDate: ['check.date'] })
  })

  it('asks facts from outside in conditions', () => {
    const fields: Fields = { note: text(20, { required: { field: 'applicant.rankLevel', op: 'eq', value: 'bureau' } }) }
    expect(checkForm(fields, {}, given, { facts: { 'applicant.rankLevel': 'bureau' } }).problems).toEqual({
      note: [{ key: 'check.required' }],
    })
    expect(checkForm(fields, {}, given).problems).toEqual({})
  })

  it('lets conditions see computed values given by the server', () => {
    const fields: Fields = {
      over: boolean({ computed: true }),
      why: text(20, { required: { field: 'over', op: 'eq', value: true } }),
    }
    expect(checkForm(fields, {}, given, { facts: { over: true } }).problems).toEqual({
      why: [{ key: 'check.required' }],
    })
  })

  it('settles fields that hide each other in a circle', () => {
    const fields: Fields = {
      a: integer({ visibleWhen: { field: 'b', op: 'empty' } }),
      b: integer({ visibleWhen: { field: 'a', op: 'empty' } }),
    }
    expect(checkForm(fields, { a: 1, b: 2 }, given).problems).toEqual({})
  })

  it('is not fooled by names of the prototype', () => {
    const data: unknown = JSON.parse(
      '{"__proto__": {"admin": true}, "constructor": 1, "toString": 2, "title": "日常费用"}',
    )
    const { values, problems } = checkForm({ title: text(100, { required: true }) }, data, given)
    expect(Object.keys(problems).sort()).toEqual(['__proto__', 'constructor', 'toString'])
    expect(values).toEqual({ title: '日常费用' })
    expect(Object.prototype).not.toHaveProperty('admin')
  })

  it('does not answer a thousand strangers with a thousand problems', () => {
    expect(
      Object.keys(
        checkForm({}, Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`x${i}`, 1])), given).problems,
      ),
    ).toHaveLength(20)
  })

  it('never throws, whatever arrives', () => {
    fc.assert(
      fc.property(fc.anything(), fc.boolean(), (data, partial) => {
        checkForm(claim, data, given, { partial })
      }),
      { numRuns: 1500 },
    )
    fc.assert(
      fc.property(
        fc.record(Object.fromEntries(Object.keys(claim).map((key) => [key, fc.anything()])), { requiredKeys: [] }),
        (data) => {
          checkForm(claim, data, given)
        },
      ),
      { numRuns: 1500 },
    )
  })

  it('accepts its own result unchanged', () => {
    const row = fc.record({
      description: fc.string({ minLength: 3, maxLength: 20 }),
      amount: fc.integer({ min: 1, max: 10 ** 9 }).map((n) => (n / 100).toFixed(2)),
    })
    const form = fc.record({
      title: fc.string({ maxLength: 20 }),
      reason: fc.string({ maxLength: 30 }),
      payeeType: fc.constantFrom('cash', 'personalCard'),
      bankAccount: fc.constantFrom('', '6222000011112222'),
      lines: fc.array(row, { maxLength: 4 }),
    })
    fc.assert(
      fc.property(form, (data) => {
        const first = checkForm(claim, data, given)
        if (Object.keys(first.problems).length === 0) expect(checkForm(claim, first.values, given)).toEqual(first)
      }),
    )
  })

  it('offers the initial values of an untouched form', () => {
    expect(
      initialValues(
        {
          day: date({ initial: 'today' }),
          type: { kind: 'choice', dictionary: 'x', initial: 'a' },
          note: text(5),
          total: money({ computed: true }),
        },
        given,
      ),
    ).toEqual({ day: '2026-03-02', type: 'a', note: null })
  })
})

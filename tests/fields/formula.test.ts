import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#src/define/days.ts'
import {
  boolean,
  choice,
  date,
  decimal,
  type Fields,
  type FormData,
  integer,
  lines,
  money,
  text,
} from '#src/fields/field.ts'
import { computeFormulas, needsWorkdays } from '#src/fields/formula/computed.ts'
import { type Formula, formulaCalls, partsOf, signatureOf } from '#src/fields/formula/formula.ts'
import { circularFormulas } from '#src/fields/formula/order.ts'
import { type FormulaNames, parseFormula } from '#src/fields/formula/parse.ts'
import { printFormula } from '#src/fields/formula/print.ts'
import { formulaFault } from '#src/fields/formula/typing.ts'
import { workdayTable } from '#src/fields/formula/workdays.ts'

const keys: FormulaNames = {
  find: (name) => {
    const [field = '', column] = name.split('.')
    return column === undefined ? { field } : { column, of: field }
  },
  nameOf: (part) => ('column' in part ? `${part.of}.${part.column}` : part.field),
  entryOf: (_field, label) => ({ Annual: 'annual' })[label] ?? null,
  labelOf: (_field, code) => ({ annual: 'Annual' })[code] ?? null,
}
const read = (source: string): Formula => {
  const parsed = parseFormula(source, keys)
  if ('problem' in parsed) throw new Error(`${source}: ${JSON.stringify(parsed.problem)}`)
  return parsed.formula
}
const by = (source: string) => ({ computed: true, formula: read(source) })

/** Monday to Friday, but 2026-10-01 and 02 are holidays and Saturday 2026-10-10 is worked. */
const isWorkday = (day: string): boolean => {
  if (day === '2026-10-01' || day === '2026-10-02') return false
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return day === '2026-10-10' || (weekday !== 0 && weekday !== 6)
}
const given = { today: '2026-03-11', now: '2026-03-11 10:00:00' }
const computeIn = (fields: Fields, values: FormData, facts = {}) =>
  computeFormulas(fields, values, { given, facts, isWorkday })

/** What one formula gives in a field of this kind. */
const result = (source: string, values: FormData, field: Fields[string] = decimal(12, 2)) => {
  const fields: Fields = {
    a: decimal(12, 4),
    b: decimal(12, 4),
    n: integer(),
    from: date(),
    to: date(),
    flag: boolean(),
    kind: choice('leaveType'),
    note: text(20),
    items: lines({ qty: decimal(9, 3), price: money({ isRate: true }), day: date() }, { min: 0, max: 1000 }),
    out: { ...field, ...by(source) },
  }
  return computeIn(fields, values).values.out
}

describe('computed fields', () => {
  it('FRM-01 a column is computed in its row, a sum over its rows, and a field from both', () => {
    const fields: Fields = {
      items: lines(
        { qty: integer(), price: money({ isRate: true }), amount: money(by('[qty] * [price]')) },
        { min: 1, max: 50 },
      ),
      discount: money(),
      total: money(by('SUM([items.amount]) - [discount]')),
      each: money(by('ROUND([total] / COUNT([items]), 2)')),
    }
    const rows = [
      { qty: 2, price: '4000.00' },
      { qty: 3, price: '0.35' },
    ]
    expect(computeIn(fields, { items: rows, discount: '1.05' }).values).toEqual({
      items: [
        { qty: 2, price: '4000.00', amount: '8000.00' },
        { qty: 3, price: '0.35', amount: '1.05' },
      ],
      total: '8000.00',
      each: '4000.00',
    })
  })

  it('FRM-01 whatever order the fields stand in, one computation settles them', () => {
    const fields: Fields = {
      third: integer(by('[second] + 1')),
      second: integer(by('[first] + 1')),
      first: integer(by('[n] + 1')),
      n: integer(),
    }
    expect(computeIn(fields, { n: 1 }).values).toEqual({ third: 4, second: 3, first: 2 })
  })

  it('FRM-01 a row that is not changed stays the same object, and a table of such rows, too', () => {
    const fields: Fields = { items: lines({ qty: integer(), twice: integer(by('[qty] * 2')) }, { min: 0, max: 9 }) }
    const items = [{ qty: 2, twice: 4 }]
    expect(computeIn(fields, { items }).values.items).toBe(items)
    const grown = computeIn(fields, { items: [...items, { qty: 1 }] }).values.items as readonly FormData[]
    expect(grown[0]).toBe(items[0])
    expect(grown[1]).toEqual({ qty: 1, twice: 2 })
  })

  it.each([
    ['0.1 + 0.2', {}, '0.30'],
    ['1 / 3 * 3', {}, '1.00'],
    ['[a] * [b]', { a: '1.005', b: '1' }, '1.01'],
    ['[a] * [b]', { a: '-1.005', b: '1' }, '-1.01'],
    ['[a] * [b]', { a: '1.0049', b: '1' }, '1.00'],
    ['ROUND([a], 0)', { a: '2.5' }, '3.00'],
    ['[a] / [b]', { a: '1', b: '0' }, null],
    ['-[a] + 2 * (3 - 1)', { a: '1' }, '3.00'],
    ['ABS([a])', { a: '-3.5' }, '3.50'],
    ['9999999999 * 9999999999 * 9999999999', {}, null],
  ] as const)('FRM-02 %s of %j is exact: %s', (source, values, expected) => {
    expect(result(source, values)).toBe(expected)
  })

  it('FRM-02 a result that its field does not hold is refused at the field, not cut', () => {
    const fields: Fields = { a: decimal(12, 2), due: money({ max: '100.00', ...by('[a]') }) }
    expect(computeIn(fields, { a: '100.00' })).toEqual({ values: { due: '100.00' }, problems: {} })
    expect(computeIn(fields, { a: '100.01' }).problems).toEqual({ due: [{ key: 'check.atMost', params: ['100.00'] }] })
    expect(computeIn(fields, { a: '0.00' }).problems).toEqual({})
    expect(computeIn(fields, { a: '-0.01' }).problems).toEqual({ due: [{ key: 'check.atLeast', params: ['0.00'] }] })
    const rows: Fields = { items: lines({ a: integer(), b: integer({ max: 9, ...by('[a]') }) }, { min: 0, max: 9 }) }
    expect(computeIn(rows, { items: [{ a: 9 }, { a: 10 }] }).problems).toEqual({
      'items.1.b': [{ key: 'check.atMost', params: [9] }],
    })
  })

  it.each([
    ['[a] + [b]', { a: '2' }, '2.00'],
    ['[a] - [b]', { b: '2' }, '-2.00'],
    ['[a] + [b]', {}, null],
    ['[a] * [b]', { a: '2' }, null],
    ['[a] / [b]', { b: '2' }, null],
    ['-[a]', {}, null],
    ['SUM([items.qty])', { items: [{ qty: '1.5' }, { qty: null }] }, '1.50'],
    ['SUM([items.qty])', { items: [] }, '0.00'],
    ['AVERAGE([items.qty])', { items: [{ qty: '1' }, { qty: null }, { qty: '2' }] }, '1.50'],
    ['AVERAGE([items.qty])', {}, null],
    ['MIN([items.qty], [a])', { items: [{ qty: '3' }], a: '2' }, '2.00'],
    ['MAX([a], [b])', { a: '2' }, '2.00'],
    ['MAX([a], [b])', {}, null],
    ['COUNT([items])', { items: [{}, {}] }, '2.00'],
  ] as const)('FRM-03 missing values: %s of %j gives %s', (source, values, expected) => {
    expect(result(source, values)).toBe(expected)
  })

  it.each([
    ['IF([n] > 3, 1, 2)', { n: 4 }, '1.00'],
    ['IF([n] > 3, 1, 2)', { n: 3 }, '2.00'],
    ['IF([n] >= 3, 1, 2)', { n: 3 }, '1.00'],
    ['IF([n] < 3, 1, 2)', { n: 3 }, '2.00'],
    ['IF([n] <= 3, 1, 2)', { n: 3 }, '1.00'],
    ['IF([n] < 3, 1, 2)', {}, '2.00'],
    ['IF([n] <> 3, 1, 2)', {}, '2.00'],
    ['IF([n] <> 3, 1, 2)', { n: 4 }, '1.00'],
    ['IF([kind] = "Annual", 1, 2)', { kind: 'annual' }, '1.00'],
    ['IF([kind] = "Annual", 1, 2)', { kind: 'sick' }, '2.00'],
    ['IF([note] = "x", 1, 2)', { note: 'x' }, '1.00'],
    ['IF([from] < [to], 1, 2)', { from: '2026-01-01', to: '2026-01-02' }, '1.00'],
    ['IF(AND([flag], NOT([n] = 1)), 1, 2)', { flag: true, n: 2 }, '1.00'],
    ['IF(AND([flag], NOT([n] = 1)), 1, 2)', { flag: true, n: 1 }, '2.00'],
    ['IF(OR([flag], EMPTY([n])), 1, 2)', { flag: false }, '1.00'],
    ['IF(OR([flag], EMPTY([n])), 1, 2)', { flag: false, n: 0 }, '2.00'],
    ['IF([n] = 1, [a] / 0, 7)', { n: 2 }, '7.00'],
  ] as const)('FRM-04 comparisons and choices: %s of %j gives %s', (source, values, expected) => {
    expect(result(source, values)).toBe(expected)
  })

  it.each([
    ['DAYS([from], [to])', '2026-02-27', '2026-03-02', 3],
    ['DAYS([from], [to])', '2026-03-02', '2026-02-27', -3],
    ['WORKDAYS([from], [to])', '2026-09-30', '2026-10-05', 2],
    ['WORKDAYS([from], [to])', '2026-10-09', '2026-10-11', 2],
    ['WORKDAYS([from], [to])', '2026-10-03', '2026-10-04', 0],
    ['WORKDAYS([from], [to])', '2026-10-05', '2026-10-02', 0],
    ['WORKDAYS([from], [to])', '2026-01-01', '2036-12-31', 2869],
    ['WORKDAYS([from], [to])', '2026-01-01', '2037-01-01', null],
  ])('FRM-05 %s from %s to %s is %s', (source, from, to, expected) => {
    expect(result(source, { from, to }, integer())).toBe(expected)
  })

  it.each([
    ['ADDWORKDAYS([from], 1)', '2026-09-30', '2026-10-05'],
    ['ADDWORKDAYS([from], 0)', '2026-10-03', '2026-10-03'],
    ['ADDWORKDAYS([from], -1)', '2026-10-05', '2026-09-30'],
    ['ADDDAYS([from], 2)', '2028-02-28', '2028-03-01'],
    ['ADDDAYS([from], [n])', '2028-02-28', null],
    ['MAX([from], [to])', '2028-02-28', '2028-02-28'],
  ])('FRM-05 %s from %s is %s', (source, from, expected) => {
    expect(result(source, { from }, date())).toBe(expected)
  })

  it('FRM-05 what counts workdays is missing while the calendar is not known', () => {
    const fields: Fields = { from: date(), days: integer(by('WORKDAYS([from], [from])')) }
    expect(needsWorkdays(fields)).toBe(true)
    expect(needsWorkdays({ from: date(), days: integer(by('DAYS([from], [from])')) })).toBe(false)
    const values = { from: '2026-03-11' }
    expect(computeFormulas(fields, values, { given, isWorkday: null }).values).toEqual({ days: null })
    expect(computeIn(fields, values).values).toEqual({ days: 1 })
  })

  it('FRM-01 a hidden field counts as empty, and what it decides follows', () => {
    const isLong = { field: 'days', op: 'gt', value: 3 } as const
    const fields: Fields = {
      days: integer(),
      extra: money({ visibleWhen: isLong }),
      fee: money({ visibleWhen: isLong, ...by('[extra] + 10') }),
      total: money(by('[fee] + 1')),
    }
    expect(computeIn(fields, { days: 4, extra: '5.00' }).values).toEqual({ fee: '15.00', total: '16.00' })
    expect(computeIn(fields, { days: 3, extra: '5.00' }).values).toEqual({ fee: null, total: '1.00' })
  })
})

describe('workdays by the year', () => {
  /** Walks day by day, as one counts with a finger. */
  const slow = {
    between: (from: string, to: string): number => {
      let count = 0
      for (let day = from; day <= to; day = addDays(day, 1)) if (isWorkday(day)) count++
      return count
    },
    after: (from: string, count: number): string => {
      let day = from
      for (let left = Math.abs(count); left > 0; ) {
        day = addDays(day, Math.sign(count))
        if (isWorkday(day)) left--
      }
      return day
    },
  }
  const aDay = fc.integer({ min: 0, max: 1_500 }).map((days) => addDays('2025-06-01', days))

  it('FRM-05 counts and steps as one does day by day, over year ends and holidays', () => {
    const table = workdayTable(isWorkday)
    fc.assert(
      fc.property(aDay, aDay, fc.integer({ min: -700, max: 700 }), (from, to, count) => {
        expect(table.between(from, to)).toBe(slow.between(from, to))
        expect(table.after(from, count, 11)).toBe(slow.after(from, count))
      }),
    )
  })

  it('FRM-05 gives up where no workday comes within the years it may look at', () => {
    const table = workdayTable((day) => day === '2026-01-01')
    expect(table.after('2015-06-01', 1, 11)).toBe('2026-01-01')
    expect(table.after('2014-06-01', 1, 11)).toBeNull()
    expect(table.after('2037-06-01', -1, 11)).toBe('2026-01-01')
    expect(table.after('2038-06-01', -1, 11)).toBeNull()
  })

  it('a thousand rows that each ask for the sum of all are computed in one go', () => {
    const share = decimal(9, 4, by('[amount] / SUM([items.amount])'))
    const columns = { amount: money(), share, days: integer(by('WORKDAYS([from], [to])')) }
    const fields: Fields = { items: lines(columns, { min: 0, max: 1000 }), from: date(), to: date() }
    const items = Array.from({ length: 1000 }, (_, index) => ({ amount: `${index + 1}.00` }))
    const rows = computeIn(fields, { items, from: '2026-01-01', to: '2036-12-31' }).values.items as readonly FormData[]
    expect(rows[999]).toEqual({ amount: '1000.00', share: '0.0020', days: 2869 })
  })
})

describe('faults of formulas', () => {
  const around: Fields = {
    n: integer(),
    due: money(),
    day: date(),
    who: { kind: 'person' },
    secret: money({ maskedUnless: 'finance:Reveal' }),
    items: lines({ qty: integer(), day: date(), note: text(9) }, { min: 0, max: 9 }),
  }
  it.each([
    ['[n] * [due]', money(), null],
    ['[n] > 1', boolean(), null],
    ['MAX([items.day])', date(), null],
    ['[gone]', money(), { key: 'unknown', field: 'gone' }],
    ['SUM([items.gone])', money(), { key: 'unknown', field: 'items.gone' }],
    ['[who]', money(), { key: 'unread', field: 'who' }],
    ['[secret]', money(), { key: 'unread', field: 'secret' }],
    ['SUM([items.note])', money(), { key: 'unread', field: 'items.note' }],
    ['[n] + [day]', money(), { key: 'type', call: 'add', position: 2, found: 'day' }],
    ['[items.qty] + 1', money(), { key: 'type', call: 'add', position: 1, found: 'numbers' }],
    ['ROUND([n])', money(), { key: 'operands', call: 'round', least: 2, most: 2 }],
    ['IF([n] > 1, [day], 1)', money(), { key: 'mixed', call: 'if' }],
    ['[n] = "x"', boolean(), { key: 'mixed', call: 'eq' }],
    ['[day]', money(), { key: 'result', found: 'day' }],
    ['[n]', text(9), { key: 'result', found: 'number' }],
  ] as const)('FRM-06 %s', (source, field, expected) => {
    expect(formulaFault(read(source), field, around)).toEqual(expected)
  })

  it('FRM-06 200 parts are read, 201 are too long', () => {
    // A sum of 28 is a call with 28 calls of one field each: 57 parts.
    const sum = (count: number): Formula => ({
      call: 'sum',
      with: Array.from({ length: count }, (): Formula => ({ call: 'abs', with: [{ field: 'n' }] })),
    })
    const formula: Formula = { call: 'add', with: [sum(28), sum(28), sum(28), sum(13), { number: '1' }] }
    expect([...partsOf(formula)]).toHaveLength(200)
    expect(formulaFault(formula, money(), around)).toBeNull()
    const longer: Formula = { call: 'negate', with: [formula] }
    expect(formulaFault(longer, money(), around)).toEqual({ key: 'long', most: 200 })
  })

  it('FRM-06 fields that follow from themselves are named and not computed, over rows and conditions, too', () => {
    const fields: Fields = {
      a: integer(by('[b] + 1')),
      b: integer(by('[a] + 1')),
      n: integer({ visibleWhen: { field: 'c', op: 'gt', value: 1 } }),
      c: integer(by('[n] + 1')),
      items: lines({ x: integer(by('[total] + 1')), y: integer(by('[x]')) }, { min: 0, max: 9 }),
      total: integer(by('SUM([items.x])')),
      sound: integer(by('COUNT([items])')),
    }
    expect(circularFormulas(fields)).toEqual(['a', 'b', 'c', 'items.x', 'total'])
    expect(computeIn(fields, { items: [{}], n: 5 }).values).toEqual({ items: [{ y: null }], sound: 1 })
  })
})

describe('formulas as people write them', () => {
  it.each([
    ['[n]*2+1', '[n] * 2 + 1'],
    ['[n]*(2+1)', '[n] * (2 + 1)'],
    ['[a]-([b]-1)', '[a] - ([b] - 1)'],
    ['-([a]+1)', '-([a] + 1)'],
    ['（［a］', null],
    ['if（[n]≥3，【a】×2，[b]÷2）', 'IF([n] >= 3, [a] * 2, [b] / 2)'],
    ['[kind]=“Annual”', '[kind] = "Annual"'],
    ['sum([items.qty])', 'SUM([items.qty])'],
    ['1+2+3-4+5', '1 + 2 + 3 - 4 + 5'],
    ['(1+2)+3', '(1 + 2) + 3'],
    [
      `${'1+'.repeat(40)}1`,
      `(${Array.from({ length: 30 }, () => '1').join(' + ')}) + ${Array.from({ length: 11 }, () => '1').join(' + ')}`,
    ],
    [`${'-'.repeat(10)}1`, `${'-'.repeat(10)}1`],
  ])('FRM-07 %s is read and printed as %s', (source, expected) => {
    const parsed = parseFormula(source, keys)
    expect('problem' in parsed ? null : printFormula(parsed.formula, keys)).toBe(expected)
  })

  it.each([
    ['[n] +', 'end', 5],
    ['SUM([n]', 'end', 7],
    ['[n] ; 2', 'character', 4],
    ['TOTAL([n])', 'call', 0],
    ['[n] 2', 'rest', 4],
    ['', 'end', 0],
    [`${'('.repeat(70)}1`, 'rest', 61],
    [`${'-'.repeat(11)}1`, 'deep', 0],
    [`1${'+1-1'.repeat(6)}`, 'deep', 0],
    ['"x', 'character', 0],
  ] as const)('FRM-07 %s is refused where it fails', (source, key, at) => {
    expect(parseFormula(source, keys)).toEqual({ problem: { key, at, word: expect.any(String) as string } })
  })

  it('FRM-07 the code of an entry is stored for the label that is written', () => {
    expect(read('[kind] <> "Annual"')).toEqual({ call: 'ne', with: [{ field: 'kind' }, { text: 'annual' }] })
    expect(read('"Annual" = [kind]')).toEqual({ call: 'eq', with: [{ text: 'annual' }, { field: 'kind' }] })
  })

  it('FRM-07 every formula that is printed is read again as the same', () => {
    const { formula } = fc.letrec<{ formula: Formula }>((tie) => ({
      formula: fc.oneof(
        { maxDepth: 5 },
        fc.record({ number: fc.constantFrom('0', '1.50', '12') }),
        fc.record({ text: fc.constantFrom('annual', 'x') }),
        fc.record({ field: fc.constantFrom('a', 'kind') }),
        fc.record({ column: fc.constantFrom('qty', 'day'), of: fc.constant('items') }),
        fc
          .constantFrom(...(Object.keys(formulaCalls) as (keyof typeof formulaCalls)[]))
          .chain((call) =>
            fc
              .tuple(...Array.from({ length: signatureOf(call).least }, () => tie('formula')))
              .map((operands): Formula => ({ call, with: operands })),
          ),
      ),
    }))
    fc.assert(
      fc.property(formula, (one) => {
        expect(read(printFormula(one, keys))).toEqual(one)
      }),
    )
  })

  it('FRM-07 no text makes the reader throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'[]()"“+-*/<>=,，a1. SUM') }), (source) => {
        parseFormula(source, keys)
      }),
    )
  })
})

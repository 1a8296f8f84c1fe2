import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  boolean,
  choice,
  choices,
  date,
  dateTime,
  decimal,
  department,
  departments,
  type Field,
  type FieldKind,
  type FieldValue,
  files,
  integer,
  lines,
  longText,
  money,
  people,
  person,
  plate,
  quantity,
  reference,
  text,
} from '#src/fields/field.ts'
import { fieldsMessages } from '#src/fields/fields.messages.ts'
import type { CheckTime } from '#src/fields/kind.ts'
import { kindOf, kinds, printValue } from '#src/fields/kinds.ts'

const given: CheckTime = { today: '2026-03-02', now: '2026-03-02 09:30:00' }
const check = (field: Field, value: unknown) => kindOf(field).check(field, value, given)
const taken = (field: Field, value: unknown): FieldValue | undefined => {
  const result = check(field, value)
  return 'value' in result ? result.value : undefined
}
const refusal = (field: Field, value: unknown): unknown => {
  const result = check(field, value)
  return 'problem' in result ? [result.problem.key, ...(result.problem.params ?? [])] : 'taken'
}

const samples: Readonly<Record<FieldKind, readonly Field[]>> = {
  text: [
    text(20),
    longText(5, 500),
    text(11, { pattern: 'mobile' }),
    text(30, { pattern: 'bankAccount' }),
    text(6, { pattern: 'empNo' }),
  ],
  integer: [integer(), integer({ min: 1, max: 99 })],
  decimal: [decimal(8, 2), decimal(4, 1, { min: '0.5', max: '24', step: '0.5' })],
  quantity: [quantity(), quantity({ positive: true, max: 999 })],
  money: [money(), money({ positive: true, max: '9999999.99' })],
  date: [date(), date({ min: { today: -180 }, max: { today: 0 } })],
  dateTime: [dateTime(), dateTime({ notBeforeNow: true })],
  boolean: [boolean()],
  choice: [choice('urgency'), choice('urgency', { only: ['normal'] })],
  choices: [choices('urgency', 2)],
  person: [person()],
  people: [people(3)],
  departments: [departments(3)],
  department: [department()],
  reference: [reference('budgetLine')],
  files: [files(2)],
  plate: [plate()],
  lines: [lines({ amount: money() }, { min: 1, max: 3 })],
}
const all = Object.values(samples).flat()

describe('every field kind', () => {
  it('answers any value with a normal form or a problem that has a sentence, and never throws', () => {
    const texts = new Set<string>()
    const collect = (tree: object, path: string): void => {
      for (const [key, value] of Object.entries(tree)) {
        if (typeof value === 'string') texts.add(path + key)
        else collect(value, `${path}${key}.`)
      }
    }
    collect(fieldsMessages.zhHans, '')
    fc.assert(
      fc.property(
        fc.constantFrom(...all),
        fc.oneof(fc.anything(), fc.string(), fc.double(), fc.date().map(String)),
        (field, value) => {
          const result = check(field, value)
          if ('problem' in result) expect(texts).toContain(result.problem.key)
        },
      ),
      { numRuns: 3000 },
    )
  })

  it('leaves its own normal form unchanged', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...all),
        fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.float().map(String), fc.array(fc.nat())),
        (field, value) => {
          const first = check(field, value)
          if ('value' in first) expect(check(field, first.value)).toEqual(first)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('orders consistently', () => {
    for (const [field, low, high] of [
      [integer(), 9, 10],
      [decimal(8, 2), '9.50', '10.00'],
      [quantity(), 9.5, 10],
      [money(), '9.00', '10.00'],
      [date(), '2026-01-31', '2026-02-01'],
      [dateTime(), '2026-01-31 23:59:59', '2026-02-01 00:00:00'],
      [boolean(), false, true],
    ] as const) {
      expect(kindOf(field).compare(low, high)).toBeLessThan(0)
      expect(kindOf(field).compare(high, low)).toBeGreaterThan(0)
      expect(kindOf(field).compare(low, low)).toBe(0)
    }
  })

  it('names a PostgreSQL type', () => {
    expect(
      Object.fromEntries(
        Object.entries(samples).map(([kind, [field]]) => [kind, field && kindOf(field).column(field)]),
      ),
    ).toEqual({
      text: 'text',
      integer: 'integer',
      decimal: 'numeric(8,2)',
      quantity: 'numeric(15,3)',
      money: 'numeric(14,2)',
      date: 'date',
      dateTime: 'timestamptz',
      boolean: 'boolean',
      choice: 'text',
      choices: 'text[]',
      person: 'bigint',
      people: 'bigint[]',
      departments: 'bigint[]',
      department: 'bigint',
      reference: 'bigint',
      files: 'bigint[]',
      plate: 'text',
      lines: 'jsonb',
    })
    expect(Object.keys(kinds).sort()).toEqual(Object.keys(samples).sort())
  })
})

describe('text', () => {
  it('is trimmed, in NFC, and counted in characters', () => {
    expect(taken(text(5), '  警用装备  ')).toBe('警用装备')
    expect(taken(text(2), '👮👮')).toBe('👮👮')
    expect(taken(text(1), 'e\u0301')).toBe('é')
    expect(refusal(text(2), 'abc')).toEqual(['check.tooLong', 2])
    expect(refusal(longText(5, 10), 'abcd')).toEqual(['check.tooShort', 5])
  })
  it('keeps line breaks only where they belong', () => {
    expect(taken(longText(1, 10), 'a\r\nb')).toBe('a\nb')
    expect(refusal(text(10), 'a\nb')).toEqual(['check.oneLine'])
  })
  it('refuses what the database cannot store', () => {
    expect(refusal(text(10), 'a\u0000b')).toEqual(['check.unprintable'])
    expect(refusal(text(10), '\ud800')).toEqual(['check.unprintable'])
  })
  it('knows the coded shapes of 0.3', () => {
    expect(taken(text(11, { pattern: 'mobile' }), '13800000000')).toBe('13800000000')
    expect(refusal(text(11, { pattern: 'mobile' }), '23800000000')).toEqual(['check.pattern.mobile'])
    expect(taken(text(20, { pattern: 'invoiceNo' }), '12345678')).toBe('12345678')
    expect(refusal(text(20, { pattern: 'invoiceNo' }), '123456789')).toEqual(['check.pattern.invoiceNo'])
  })
})

describe('several choices', () => {
  const entry = (_dictionary: string, word: string) =>
    word === '加急'
      ? { value: 'urgent' }
      : word === '普通'
        ? { value: 'normal' }
        : { problem: { key: 'check.choice' } as const }
  const read = (cell: string) =>
    kindOf(choices('urgency', 2)).readCell?.(choices('urgency', 2), cell, cell, {
      entry,
      person: (name) => ({ value: name }),
      department: (name) => ({ value: name }),
      record: (_record, name) => ({ value: name }),
    })

  it('are different codes, at most so many', () => {
    expect(taken(choices('urgency', 2), ['urgent', ' normal '])).toEqual(['urgent', 'normal'])
    expect(refusal(choices('urgency', 2), ['urgent', 'urgent'])).toEqual(['check.duplicate'])
    expect(refusal(choices('urgency', 1), ['urgent', 'normal'])).toEqual(['check.most', 1])
    expect(refusal(choices('urgency', 2, { only: ['normal'] }), ['urgent'])).toEqual(['check.choice'])
    expect(refusal(choices('urgency', 2), 'urgent')).toEqual(['check.list'])
  })
  it('stand in one cell of a sheet, by their words', () => {
    expect(read('加急、普通')).toEqual({ value: ['urgent', 'normal'] })
    expect(read('加急；特急')).toEqual({ problem: { key: 'check.choice' } })
  })
})

describe('plates', () => {
  it('40.1 are taken in one spelling: capitals of half width without dots and gaps', () => {
    for (const [written, normal] of [
      ['京A12345', '京A12345'],
      [' 京a·12345 ', '京A12345'],
      ['京Ａ１２３４５', '京A12345'],
      ['沪ad12345', '沪AD12345'],
      ['示A 0001 警', '示A0001警'],
    ])
      expect(taken(plate(), written)).toBe(normal)
  })
  it('40.1 refuse what no plate looks like', () => {
    for (const wrong of ['A12345', '京112345', '京A123', '京A1234567', '京京A12345', '京A12345港', 'ééA12345', 7, {}])
      expect(refusal(plate(), wrong)).toEqual(['check.plate'])
  })
})

describe('numbers', () => {
  it('INV-12 money is two places, never negative, never a float artefact', () => {
    expect(taken(money(), '1234.5')).toBe('1234.50')
    expect(taken(money(), 0.1)).toBe('0.10')
    expect(refusal(money(), 0.1 + 0.2)).toEqual(['check.money'])
    expect(refusal(money(), '1.005')).toEqual(['check.places', 2])
    expect(refusal(money(), '-1')).toEqual(['check.atLeast', '0.00'])
    expect(refusal(money({ positive: true }), '0.00')).toEqual(['check.moreThan', '0.00'])
    expect(refusal(money({ max: '9999999.99' }), '10000000')).toEqual(['check.atMost', '9,999,999.99'])
    expect(refusal(money(), '1000000000000')).toEqual(['check.atMost', '999,999,999,999.99'])
    expect(refusal(money(), '1e5')).toEqual(['check.money'])
  })
  it('decimals keep precision, scale and step', () => {
    expect(taken(decimal(4, 1, { step: '0.5' }), '1.5')).toBe('1.5')
    expect(taken(decimal(4, 1), 3)).toBe('3.0')
    expect(refusal(decimal(4, 1, { step: '0.5' }), '1.3')).toEqual(['check.step', '0.5'])
    expect(refusal(decimal(4, 1), '1000')).toEqual(['check.digits', 3])
    expect(refusal(decimal(4, 1, { max: '24' }), '24.5')).toEqual(['check.atMost', '24'])
  })
  it('integers stay inside the column', () => {
    expect(taken(integer(), '42')).toBe(42)
    expect(refusal(integer(), 1.5)).toEqual(['check.integer'])
    expect(refusal(integer(), 2 ** 31)).toEqual(['check.atMost', 2 ** 31 - 1])
    expect(refusal(integer({ min: 1 }), 0)).toEqual(['check.atLeast', 1])
  })
})

describe('time', () => {
  it('takes only days of the calendar', () => {
    expect(taken(date(), '2024-02-29')).toBe('2024-02-29')
    for (const wrong of ['2026-02-29', '2026-13-01', '26-01-01', '2026-1-1', '0001-01-01', 20260101])
      expect(refusal(date(), wrong)).toEqual(['check.date'])
  })
  it('INV-13 measures relative bounds from the given today', () => {
    const field = date({ min: { today: -180 }, max: { today: 0 } })
    expect(taken(field, '2026-03-02')).toBe('2026-03-02')
    expect(refusal(field, '2026-03-03')).toEqual(['check.notAfter', '2026-03-02'])
    expect(refusal(field, '2025-09-02')).toEqual(['check.notBefore', '2025-09-03'])
  })
  it('completes a moment with its seconds and can refuse the past', () => {
    expect(taken(dateTime(), '2026-03-02 08:00')).toBe('2026-03-02 08:00:00')
    expect(refusal(dateTime(), '2026-03-02 24:00:00')).toEqual(['check.dateTime'])
    expect(refusal(dateTime({ notBeforeNow: true }), '2026-03-02 09:29:59')).toEqual(['check.notBefore', given.now])
  })
})

describe('choices and ids', () => {
  it('takes every spelling of yes and no of the API', () => {
    for (const yes of [true, 'true', 'True', 1, '1']) expect(taken(boolean(), yes)).toBe(true)
    for (const no of [false, 'false', 'False', 0, '0']) expect(taken(boolean(), no)).toBe(false)
    expect(refusal(boolean(), 'yes')).toEqual(['check.boolean'])
  })
  it('narrows a dictionary to the listed codes', () => {
    expect(taken(choice('urgency', { only: ['normal'] }), 'normal')).toBe('normal')
    expect(refusal(choice('urgency', { only: ['normal'] }), 'critical')).toEqual(['check.choice'])
  })
  it('takes ids as numbers or digits, lists without doubles', () => {
    expect(taken(person(), '12')).toBe(12)
    for (const wrong of [0, -1, 1.5, '1 or 1=1', {}]) expect(refusal(person(), wrong)).toEqual(['check.id'])
    expect(taken(people(3), ['1', 2])).toEqual([1, 2])
    expect(refusal(people(3), [1, '1'])).toEqual(['check.duplicate'])
    expect(refusal(files(2), [1, 2, 3])).toEqual(['check.most', 2])
  })
})

describe('printing', () => {
  it('shows names for codes and ids, and the id where there is no name', () => {
    const lookups = {
      entry: (dictionary: string, code: string) => (dictionary === 'urgency' && code === 'urgent' ? '紧急' : undefined),
      person: (id: number) => (id === 1 ? '张三' : undefined),
      department: () => undefined,
      record: () => undefined,
      file: () => undefined,
    }
    expect(printValue(choice('urgency'), 'urgent', lookups)).toBe('紧急')
    expect(printValue(people(3), [1, 2], lookups)).toBe('张三, #2')
    expect(printValue(money(), '1234.50', lookups)).toBe('1,234.50')
    expect(printValue(money(), null, lookups)).toBe('')
  })
})

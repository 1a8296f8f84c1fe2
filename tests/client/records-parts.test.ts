import { describe, expect, it, vi } from 'vitest'
import { limitsOf, refusalOf, sizeText } from '#src/client/components/forms/upload.ts'
import { pagesAround } from '#src/client/records/list/pageNumbers.ts'
import { placeOf } from '#src/client/records/list/places.ts'
import { detailFields, detailParts, formFields, headFields, labelKey, valuesOf } from '#src/client/records/model.ts'
import { problemsCsv } from '#src/client/records/transfer/problemsCsv.ts'
import type { RecordName } from '#src/define/names.ts'
import { defineRecord, type RecordDefinition } from '#src/define/record.ts'
import { settleDay, settleMoment } from '#src/fields/date/written.ts'
import { lines, money, person, text } from '#src/fields/field.ts'
import { modules } from '#src/modules.ts'

describe('a typed day', () => {
  it.each(['2026-1-5', '2026/01/05', '2026.1.5', '20260105', ' 2026-01-05 ', '２０２６-０１-０５', '2026年1月5日'])(
    '%s becomes wire form',
    (typed) => {
      expect(settleDay(typed)).toBe('2026-01-05')
    },
  )

  it.each(['2026-02-30', '2026-13-01', '5 January', '2026'])('%s stays as typed, for the check to refuse', (typed) => {
    expect(settleDay(typed)).toBe(typed)
  })

  it('gets a time: the start of the day when none was typed, no seconds when none were', () => {
    expect(['2026-1-5', '2026/1/5 9:05', '2026-01-05 09:05:30', '20260105T18:00'].map(settleMoment)).toEqual([
      '2026-01-05 00:00:00',
      '2026-01-05 09:05:00',
      '2026-01-05 09:05:30',
      '2026-01-05 18:00:00',
    ])
    expect(settleMoment('tomorrow 9:00')).toBe('tomorrow 9:00')
  })
})

describe('a file before it is sent (FILE-STD)', () => {
  it('is refused by type, emptiness and size, whatever the case of its suffix', () => {
    const file = (name: string, size: number) => refusalOf({ name, size })
    expect([
      file('a.PDF', 1),
      file('a.exe', 1),
      file('pdf', 1),
      file('a.pdf', 0),
      file('a.zip', 20 * 1024 * 1024),
      file('a.zip', 20 * 1024 * 1024 + 1),
    ]).toEqual([null, 'type', 'type', 'empty', null, 'size'])
  })

  it('has to be a small picture where a catalogue shows it', () => {
    const file = (name: string, size: number) => refusalOf({ name, size }, limitsOf({ pictures: true }))
    expect([
      file('a.PNG', 1),
      file('a.pdf', 1),
      file('a.jpg', 2 * 1024 * 1024),
      file('a.jpg', 2 * 1024 * 1024 + 1),
    ]).toEqual([null, 'type', null, 'size'])
  })

  it('says its size as a person would', () => {
    expect([512, 1536, 183_204, 3 * 1024 ** 2, 1024 ** 3, 5 * 1024 ** 4, 2048 * 1024 ** 4].map(sizeText)).toEqual([
      '512 B',
      '1.5 KB',
      '179 KB',
      '3.0 MB',
      '1.0 GB',
      '5.0 TB',
      '2048 TB',
    ])
  })
})

describe('page numbers', () => {
  it('show the ends and the neighbours, and a gap only for more than one page', () => {
    expect(pagesAround(1, 1)).toEqual([1])
    expect(pagesAround(1, 7)).toEqual([1, 2, 3, null, 7])
    expect(pagesAround(5, 9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(pagesAround(10, 20)).toEqual([1, null, 8, 9, 10, 11, 12, null, 20])
  })
})

describe('the list of mistakes of an import (IMPEX-STD)', () => {
  it('opens in a spreadsheet and holds no formula', () => {
    expect(
      problemsCsv(
        ['row', 'column', 'value', 'message'],
        [{ row: 2, column: 'total', value: '=1+1', message: 'say "no"' }],
      ),
    ).toBe('\ufeff"row","column","value","message"\r\n"2","total","\'=1+1","say ""no"""')
  })
})

describe('what the pages of a record know of its definition', () => {
  const record = defineRecord({
    name: 'thing' as RecordName,
    table: 'thing',
    path: '/api/thing/',
    permissions: { search: 'file:Search' },
    scope: {},
    fields: {
      owner: person({ immutable: true }),
      total: money({ computed: true }),
      parts: lines({ user: person() }, { min: 0, max: 3 }),
      note: text(50),
    },
    titleFields: ['note'],
    list: { columns: ['owner'], filters: [], search: [] },
  })

  it('a form asks for what is not computed, and for the remark of every record; what is written once is only shown later', () => {
    expect(Object.keys(formFields(record, true))).toEqual(['owner', 'parts', 'note', 'remark'])
    expect(formFields(record, true).owner?.computed).toBeUndefined()
    expect(formFields(record, false).owner?.computed).toBe(true)
  })

  it('a detail page shows everything and who made it; append-only rows have no such history', () => {
    expect(Object.keys(detailFields(record))).toEqual([
      'owner',
      'total',
      'parts',
      'note',
      'remark',
      'createdBy',
      'createdAt',
      'updatedBy',
      'updatedAt',
    ])
    expect(Object.keys(detailFields({ ...record, appendOnly: true }))).toEqual(['owner', 'total', 'parts', 'note'])
  })

  it('labels come from the record, those of common columns from the frame', () => {
    expect(['owner', 'parts.user', 'createdAt'].map((path) => labelKey(record, path))).toEqual([
      'records.thing.fields.owner',
      'records.thing.fields.parts.user',
      'records.base.createdAt',
    ])
  })

  it('a form holds values only; the rows of sub-tables keep the names the server put beside their ids', () => {
    const row = { id: 4, owner: 7, ownerLabel: 'Zhang', parts: [{ user: 8, userLabel: 'Li' }], note: null }
    expect(valuesOf(formFields(record, true), row)).toEqual({
      owner: 7,
      parts: [{ user: 8, userLabel: 'Li' }],
      note: null,
      remark: null,
    })
  })
})

describe('a detail (DETAIL-STD)', () => {
  const named = (name: string) => modules.flatMap((module) => module.records).find((record) => record.name === name)!
  it('has its state and key amounts in the head', () => {
    expect(headFields(named('payment'))).toEqual({ states: ['payState'], amounts: ['amount'] })
    expect(headFields(named('budgetLine'))).toEqual({
      states: ['state'],
      amounts: ['adjust', 'frozen', 'used', 'available'],
    })
  })

  it('keeps sub-tables and attachments under tabs of their own', () => {
    const record: RecordDefinition = {
      ...named('payment'),
      fields: {
        ...named('payment').fields,
        rows: lines({ label: text(20) }, { min: 0, max: 5 }),
        papers: { kind: 'files', max: 3 },
      },
    }
    const { basic, lines: tables, files } = detailParts(record)
    expect(tables.map(([name]) => name)).toEqual(['rows'])
    expect(files.map(([name]) => name)).toEqual(['papers'])
    expect(basic.map(([name]) => name)).not.toContain('papers')
  })

  it('links tickets to their page, and records to theirs where they have one', () => {
    expect(placeOf('ticket', 7)).toBe('/workflow/ticket/7')
    // The tab of all rows, not the board that stands before it.
    expect(placeOf('carTrip', 7)).toBe('/carmanagement/car?tab=trips&id=7')
    expect(placeOf('invoice', 7)).toBe('/financial?tab=invoices&id=7')
    expect(placeOf('leaveRecord', 7)).toBeNull()
  })
})

describe('a filter of a shipped list by another record', () => {
  const filters = modules
    .flatMap((module): readonly RecordDefinition[] => module.records)
    .flatMap((record) => record.list.filters.map((name) => [record.name, name, record.fields[name]] as const))
    .flatMap(([record, name, field]) => (field?.kind === 'reference' ? [{ record, name, field }] : []))

  it('knows the call that lists its choices, tickets among them', async () => {
    const empty = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
    vi.stubGlobal('localStorage', empty)
    vi.stubGlobal('sessionStorage', empty)
    vi.stubGlobal('document', { cookie: '' })
    const { referenceSource } = await import('#src/client/components/forms/inputs/options.ts')
    expect(filters.length).toBeGreaterThan(0)
    for (const { record, name, field } of filters)
      expect([record, name, referenceSource(field).url]).toEqual([
        record,
        name,
        expect.stringMatching(/^\/api\/[\w/-]+\/$/),
      ])
    vi.unstubAllGlobals()
  })
})

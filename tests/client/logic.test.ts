import { describe, expect, it } from 'vitest'
import type { MenuItem } from '#machines/session/session.ts'
import { crumbsOf, navigationOf } from '#src/client/app/menu.ts'
import { pathOf } from '#src/client/app/menuPath.ts'
import { agoText, dateText, moneyText } from '#src/client/components/ui/format.ts'
import { targetOf } from '#src/client/pages/login/from.ts'
import { isStrong } from '#src/client/pages/login/password.ts'
import { newKey } from '#src/client/platform/http/key.ts'
import { searchOf } from '#src/client/platform/http/query.ts'
import { changeOf, isTouched } from '#src/client/platform/live/invalidate.ts'
import { entriesOf, entryOf } from '#src/client/platform/session/dictionary.ts'
import { satisfies } from '#src/client/platform/session/permission.ts'

describe('query strings (specification §5)', () => {
  it('true and false travel as 1 and 0, empty values not at all', () => {
    expect(searchOf({ a: true, b: 'false', c: '', d: null, e: undefined, f: 0, g: 'x y' }).toString()).toBe(
      'a=1&b=0&f=0&g=x+y',
    )
  })
})

describe('idempotency keys', () => {
  it('are version 4 UUIDs, never the same', () => {
    const keys = Array.from({ length: 200 }, newKey)
    expect(keys.every((key) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(key))).toBe(
      true,
    )
    expect(new Set(keys).size).toBe(200)
  })
})

describe('permissions (specification §6)', () => {
  const held = new Set(['user:Search', 'role:Create'])
  it('one, any and all', () => {
    expect([satisfies(held, 'user:Search'), satisfies(held, 'user:Create')]).toEqual([true, false])
    expect([
      satisfies(held, { any: ['job:Run', 'role:Create'] }),
      satisfies(held, { any: ['job:Run'] }),
      satisfies(held, { any: [] }),
    ]).toEqual([true, false, false])
    expect([
      satisfies(held, { all: ['user:Search', 'role:Create'] }),
      satisfies(held, { all: ['user:Search', 'job:Run'] }),
    ]).toEqual([true, false])
  })
})

describe('dictionaries (specification §3)', () => {
  const dictionaries = [
    { value: 'gender', children: [{ type: 1, value: '0', label: '未知', labelEn: 'Unknown', color: '' }] },
    {
      value: 'yesNo',
      children: [
        { type: 6, value: 'true', label: '是', labelEn: '', color: 'success' },
        { type: 6, value: 'TRUE', label: '否', labelEn: 'No', color: null },
      ],
    },
  ]
  it('type 1 is a number, type 6 true only for the text true', () => {
    expect(entriesOf(dictionaries, 'gender', 'zhHans')).toEqual([
      { value: 0, label: '未知', color: null, isOffered: true, isDefault: false },
    ])
    expect(entriesOf(dictionaries, 'yesNo', 'en')).toEqual([
      { value: true, label: '是', color: 'success', isOffered: true, isDefault: false },
      { value: false, label: 'No', color: null, isOffered: true, isDefault: false },
    ])
  })
  it('a code is found in either form, an unknown one is not', () => {
    const entries = entriesOf(dictionaries, 'gender', 'en')
    expect([entryOf(entries, '0')?.label, entryOf(entries, 0)?.label, entryOf(entries, 9)]).toEqual([
      'Unknown',
      'Unknown',
      undefined,
    ])
    expect(entriesOf(dictionaries, 'nothing', 'en')).toEqual([])
  })
})

describe('the menu (specification §2)', () => {
  const item = (id: number, parent: number | null, path: string, extra: Partial<MenuItem> = {}): MenuItem => ({
    id,
    parent,
    title: `t${id}`,
    name: `n${id}`,
    icon: null,
    sort: id,
    path,
    web_path: path,
    component: null,
    component_name: null,
    is_catalog: path === '',
    is_link: false,
    link_url: null,
    visible: true,
    cache: false,
    is_affix: false,
    is_iframe: false,
    status: true,
    ...extra,
  })
  const menus = [
    item(1, null, ''),
    item(3, 1, '/workflow/ticket', { sort: 1 }),
    item(2, 1, '/workflow/applications', { sort: 2 }),
    item(4, 1, '/workflow/ticket/{id}', { visible: false }),
    item(5, null, ''),
  ]

  it('only visible items enter the tree, in their order; a catalogue without pages falls away', () => {
    expect(navigationOf(menus).map((node) => [node.id, node.children.map((child) => child.path)])).toEqual([
      [1, ['/workflow/ticket', '/workflow/applications']],
    ])
  })
  it('a detail path is written as the router wants it', () => {
    expect(pathOf(item(9, null, 'workflow/ticket/{id}'))).toBe('/workflow/ticket/:id')
  })
  it('the breadcrumb of a detail page leads over the page above it', () => {
    expect(crumbsOf(menus, '/workflow/ticket/7')).toEqual([
      { title: 't1', path: null },
      { title: 't3', path: '/workflow/ticket' },
      { title: 't4', path: '/workflow/ticket/7' },
    ])
    expect(crumbsOf(menus, '/workflow/ticket')).toEqual([
      { title: 't1', path: null },
      { title: 't3', path: '/workflow/ticket' },
    ])
    expect(crumbsOf(menus, '/workflow/ticketApproval')).toEqual([])
  })
})

describe('live messages', () => {
  const change = { record: 'ticket', id: 7 }
  it('a change touches the lists and its own detail, not other details or other records', () => {
    expect(
      [
        ['ticket'],
        ['ticket', 'list', { page: 1 }],
        ['ticket', 7],
        ['ticket', 7, 'timeline'],
        ['ticket', 8],
        ['leaveQuota'],
      ].map((key) => isTouched(key, [change])),
    ).toEqual([true, true, true, true, false, false])
  })
  it('a change of many rows touches every detail', () => {
    expect(isTouched(['ticket', 8], [{ record: 'ticket', id: null }])).toBe(true)
  })
  it('is read out of RECORD messages, and of TICKET messages without a text', () => {
    expect(changeOf({ contentType: 'TICKET', content: '', ticketId: 7 })).toEqual(change)
    expect(changeOf({ contentType: 'RECORD', content: '', record: 'leaveQuota' })).toEqual({
      record: 'leaveQuota',
      id: null,
    })
    expect([
      changeOf({ contentType: 'SYSTEM', content: '', record: 'ticket' }),
      changeOf({ contentType: 'TICKET', content: 'x', ticketId: 7 }),
      changeOf({ contentType: 'RECORD', content: '' }),
    ]).toEqual([null, null, null])
  })
})

describe('after signing in', () => {
  it('leads to the first visited path of this site and nowhere else', () => {
    expect(targetOf('/workflow/ticket?label=todo')).toBe('/workflow/ticket?label=todo')
    const hostile = [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '/login?from=/x',
      '',
      null,
      '/\t/evil.example',
    ]
    expect(hostile.map(targetOf)).toEqual(hostile.map(() => '/'))
  })
})

describe('password.weak', () => {
  it('wants ten characters of three classes', () => {
    expect(['Jingbao#2026', 'abcdefgh12', 'Abcdefgh12', 'Ab1#', 'abcdefghi#1'].map(isStrong)).toEqual([
      true,
      false,
      true,
      false,
      true,
    ])
  })
})

describe('formats', () => {
  it('money is grouped on the decimal string, without floats (INV-12)', () => {
    expect(['1234.5', '0.00', '-1234567.89', '99999999999999.99', 'x', 12].map(moneyText)).toEqual([
      '1,234.50',
      '0.00',
      '-1,234,567.89',
      '99,999,999,999,999.99',
      'x',
      '12.00',
    ])
  })
  it('times of the wire are cut, never moved', () => {
    expect([
      dateText('2026-01-05 09:11:30', 'day'),
      dateText('2026-01-05 09:11:30'),
      dateText('2026-01-05 09:11:30', 'second'),
    ]).toEqual(['2026-01-05', '2026-01-05 09:11', '2026-01-05 09:11:30'])
  })
  it("says how long ago in the reader's language", () => {
    const now = Date.parse('2026-01-05T10:00:00+08:00')
    expect([
      agoText('2026-01-05 09:11:00', now, 'en'),
      agoText('2026-01-05 07:00:00', now, 'zhHans'),
      agoText('2026-01-03 10:00:00', now, 'en'),
    ]).toEqual(['49 minutes ago', '3小时前', '2 days ago'])
  })
})

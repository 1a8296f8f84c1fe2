import { afterEach, describe, expect, it, vi } from 'vitest'
import { decodeText, hasShape, parsedAs } from '#src/client/platform/preference.ts'

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

describe('what the browser keeps', () => {
  it('is read as what it should be', () => {
    expect([parsedAs('["a"]', isTexts), parsedAs(null, isTexts)]).toEqual([['a'], null])
  })
  it.each(['', '{', 'undefined', '{"a":1}', '[1]', 'null', '"a"'])('is as good as none when it is %s', (text) => {
    expect(parsedAs(text, isTexts)).toBeNull()
  })
  it('is no text when somebody else wrote a cookie', () => {
    expect([decodeText('%E4%BD%A0'), decodeText('%E4%')]).toEqual(['你', null])
  })
  it('has a shape when every property has its type', () => {
    const shape = { id: 'number', name: 'string' } as const
    expect([{ id: 1, name: '' }, { id: 1 }, { id: '1', name: '' }, null, [1]].map((it) => hasShape(it, shape))).toEqual(
      [true, false, false, false, false],
    )
  })
})

describe('unsaved work', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  /** The module as a page load finds it. */
  async function loaded(stored: string | null) {
    const kept = new Map(stored === null ? [] : [['unsaved', stored]])
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    })
    vi.resetModules()
    return { ...(await import('#src/client/platform/session/unsaved.ts')), stored: () => kept.get('unsaved') ?? null }
  }

  it('of every open form is carried over the end of the session, to the same person only', async () => {
    const before = await loaded(null)
    before.tellUnsaved('leave ', { reason: '返乡' })
    before.tellUnsaved('car ', { reason: '用车' })
    before.tellUnsaved('dept', { name: '一科' })
    before.tellUnsaved('dept', null)
    before.keepUnsaved('zhang39')
    const after = await loaded(before.stored())
    expect([after.unsavedForms('zhang39'), after.unsavedForms('pan42')]).toEqual([['leave ', 'car '], []])
    expect([after.unsavedOf('zhang39', 'car '), after.unsavedOf('pan42', 'car ')]).toEqual([{ reason: '用车' }, null])
    after.dropUnsaved('car ')
    expect(after.unsavedOf('zhang39', 'car ')).toBeNull()
  })

  it.each([
    '{',
    '[]',
    '[{"form":1}]',
    '{"username":"zhang39","form":"x","values":{}}',
    '[{"username":"a","form":"b","values":[]}]',
  ])('that nobody can read does not keep the page from starting: %s', async (stored) =>
    expect((await loaded(stored)).unsavedForms('zhang39')).toEqual([]),
  )
})

import { describe, expect, it } from 'vitest'
import { isBlank, trimText, visibleLength } from '#machines/ticket/engine/visibleText.ts'
import { isEmpty } from '#src/fields/kind.ts'
import { kindOf } from '#src/fields/kinds.ts'
import { requiredText } from '#tests/harness/blanks.ts'
import { sources } from './sources.ts'

/** Reads of file formats, where a blank is what the format says. */
const formats = [
  'machines/ticket/formats/',
  'src/client/components/markdown/',
  'src/server/uploads/process/csv.ts',
  'src/server/audit/',
]

describe('what is empty to the eye (E15)', () => {
  it.each(requiredText.map((text) => [text]))('%j is blank, has no length and is no value', (text) => {
    expect([isBlank(text), visibleLength(text), isEmpty(text)]).toEqual([true, 0, true])
    expect(
      kindOf({ kind: 'text', max: 100, min: 1 }).check({ kind: 'text', max: 100, min: 1 }, text, {
        today: '',
        now: '',
      }),
    ).toEqual({
      problem: { key: 'check.tooShort', params: [1] },
    })
  })

  it('does not count what cannot be seen towards a shortest length', () => {
    expect(visibleLength('a\u200b\u200b\u200b\u3164b')).toBe(2)
    expect(visibleLength('a\u200d\u200d\u200d\u200db')).toBe(3)
  })

  it('keeps what belongs to a visible character', () => {
    for (const text of ['❤️', '👩‍💻', 'می‌خواهم', 'a  b', '第一行\n第二行']) expect(trimText(text)).toBe(text)
    expect(trimText('\u3000\ufeff会议\u200b室 ')).toBe('会议室')
  })

  it('is decided by one function everywhere', () => {
    const own = sources.filter(
      ({ path, text }) =>
        /^(src|machines)\//.test(path) &&
        !formats.some((prefix) => path.startsWith(prefix)) &&
        /\.trim\(\)\]?(?: === ''| !== ''|\.length)|z\s*\.string\(\)\s*\.trim\(\)/.test(text),
    )
    expect(own.map(({ path }) => path)).toEqual([])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterEdit,
  currentMentions,
  type Mention,
  matching,
  piecesOf,
  typedAt,
  unnamedIn,
  withMention,
} from '#src/client/tickets/detail/mentions.ts'

const shi = { id: 1, name: 'Zhang Shi', deptName: 'Office', words: ['张示', 'zhang shi', 'zhangshi', 'zs'] }
const shiren = {
  id: 2,
  name: 'Zhang Shiren',
  deptName: 'Traffic',
  words: ['章示壬', 'zhang shiren', 'zhangshiren', 'zsr'],
}
const ge = { id: 3, name: '葛示丙', deptName: '警保室', words: ['葛示丙', 'ge shibing', 'geshibing', 'gsb'] }
const people = [shiren, shi, ge]
const named = (text: string, mentions: readonly Mention[]): string[] =>
  mentions.map(({ at, name }) => text.slice(at, at + name.length + 1))

describe('mentions in a comment (20.7)', () => {
  it('finds people by name, part of a name, pinyin and initials, the exact one first', () => {
    expect(matching(people, 'zs')).toEqual([shi, shiren])
    expect(matching(people, 'GSB')).toEqual([ge])
    expect(matching(people, 'shiren')).toEqual([shiren])
    expect(matching(people, '示壬')).toEqual([shiren])
    expect(matching(people, 'nobody')).toEqual([])
  })

  it('opens behind an @ at the caret, not in an address, behind a blank, or at somebody chosen', () => {
    expect(typedAt('请 @zs', 5, [])).toEqual({ at: 2, typed: 'zs' })
    expect(typedAt('@', 1, [])).toEqual({ at: 0, typed: '' })
    expect(typedAt('mail a@b', 8, [])).toBeNull()
    expect(typedAt('@zs ok', 6, [])).toBeNull()
    expect(typedAt('@Zhang Shi', 6, [{ id: 1, name: 'Zhang Shi', at: 0 }])).toBeNull()
  })

  it('binds the chosen person, so that a name which begins another reaches only its own', () => {
    const put = withMention('see @zs', [], shiren, { from: 4, to: 7 }, 500)
    expect(put).toEqual({
      text: 'see @Zhang Shiren ',
      mentions: [{ id: 2, name: 'Zhang Shiren', at: 4 }],
      caret: 18,
    })
    expect(unnamedIn(put?.text ?? '', put?.mentions ?? [])).toEqual([])
  })

  it('marks every @ that names nobody, also one typed like a name that was not chosen', () => {
    expect(unnamedIn('@Zhang and a@b.cn, @', [])).toEqual([
      { from: 0, to: 6 },
      { from: 19, to: 20 },
    ])
    expect(piecesOf('@葛示丙 和 @谁', [{ id: 3, name: '葛示丙', at: 0 }])).toEqual([
      { text: '@葛示丙', kind: 'person', from: 0 },
      { text: ' 和 ', kind: 'plain', from: 4 },
      { text: '@谁', kind: 'unnamed', from: 7 },
    ])
  })

  it('lets go of a person whose name is written into, and keeps the others', () => {
    const text = '@Zhang Shi @葛示丙 '
    const both: readonly Mention[] = [
      { id: 1, name: 'Zhang Shi', at: 0 },
      { id: 3, name: '葛示丙', at: 11 },
    ]
    expect(afterEdit(both, text, '@Zhang Shiren @葛示丙 ').map(({ id }) => id)).toEqual([1, 3])
    expect(afterEdit(both, text, '@Zhng Shi @葛示丙 ')).toEqual([{ id: 3, name: '葛示丙', at: 10 }])
    expect(afterEdit(both, text, '')).toEqual([])
  })

  it('stands at its name through any edits elsewhere', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(40), fc.nat(6), fc.stringMatching(/^[a-z @张]{0,5}$/)), { maxLength: 12 }),
        (edits) => {
          let text = 'a @葛示丙 b @Zhang Shi c'
          let mentions: readonly Mention[] = [
            { id: 3, name: '葛示丙', at: 2 },
            { id: 1, name: 'Zhang Shi', at: 9 },
          ]
          for (const [at, length, put] of edits) {
            const from = Math.min(at, text.length)
            const next = text.slice(0, from) + put + text.slice(from + length)
            mentions = afterEdit(mentions, text, next)
            text = next
          }
          expect(named(text, mentions)).toEqual(mentions.map(({ name }) => `@${name}`))
        },
      ),
    )
  })

  it('refuses what would be too long, and reads back only what it kept', () => {
    expect(withMention('@', [], shi, { from: 0, to: 1 }, 5)).toBeNull()
    expect(currentMentions('[{"id":1,"name":"a","at":0}]')).toEqual([{ id: 1, name: 'a', at: 0 }])
    expect(currentMentions('[{"id":"1"}]')).toEqual([])
    expect(currentMentions('{')).toEqual([])
  })
})

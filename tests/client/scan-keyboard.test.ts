import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Burst, noBurst, SCANNER_GAP_MS, withKey } from '#src/client/components/scanner/keyboard.ts'
import { codeOf, lineOf, placeResult } from '#src/modules/asset/counts/label.ts'

interface Key {
  readonly code: string
  readonly shiftKey?: boolean
}
/** Sends keys so many milliseconds apart; the codes that were heard. */
function heard(keys: readonly Key[], gap: number): readonly string[] {
  let burst: Burst = noBurst
  return keys.flatMap(({ code, shiftKey = false }, index) => {
    const next = withKey(burst, { code, shiftKey, at: index * gap })
    burst = next.burst
    return next.done ?? []
  })
}
const keysOf = (text: string): readonly Key[] => [
  ...[...text].map((sign) =>
    /\d/.test(sign) ? { code: `Digit${sign}` } : { code: `Key${sign.toUpperCase()}`, shiftKey: true },
  ),
  { code: 'Enter' },
]

describe('keyboard scanners', () => {
  it('are read by the place of the keys, so that a Chinese input method cannot compose the code', () => {
    expect(heard(keysOf('ZC2026000001'), 10)).toEqual(['ZC2026000001'])
    expect(heard([{ code: 'Tab' }], 10)).toEqual([])
  })
  it('are told from people by their speed', () => {
    expect(heard(keysOf('ZC2026000001'), SCANNER_GAP_MS + 1)).toEqual([])
  })
  it('give the same code whatever somebody typed slowly before', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9]{4,20}$/), fc.nat(3), (code, before) => {
        let burst: Burst = noBurst
        for (let index = 0; index < before; index += 1)
          burst = withKey(burst, { code: 'KeyX', shiftKey: false, at: index * 500 }).burst
        let done: string | null = null
        for (const [index, { code: key, shiftKey = false }] of keysOf(code).entries()) {
          const next = withKey(burst, { code: key, shiftKey, at: 10_000 + index * 15 })
          burst = next.burst
          done = next.done ?? done
        }
        expect(done).toBe(code)
      }),
    )
  })
})

describe('labels', () => {
  it('are read as a bare number or at the end of any address', () => {
    for (const text of [
      'ZC2026000001',
      ' zc2026000001 ',
      'https://old.example/a/ZC2026000001',
      'http://x/q?no=ZC2026000001',
      'x/a/ZC2026000001/',
    ])
      expect(codeOf(text)).toBe('ZC2026000001')
  })
  it('name a line by number, serial number or the end of exactly one number', () => {
    const lines = [
      { label: 'ZC2026000012', sn: 'sn-7' },
      { label: 'ZC2026000112', sn: '' },
    ]
    expect(lineOf(lines, 'SN-7')?.label).toBe('ZC2026000012')
    expect(lineOf(lines, '000112')?.label).toBe('ZC2026000112')
    expect(lineOf(lines, '12')).toBeNull()
    expect(lineOf(lines, '012')?.label).toBe('ZC2026000012')
  })
  it('differ in place only when both rooms are known', () => {
    expect([
      placeResult(true, 1, 1),
      placeResult(true, 1, 2),
      placeResult(true, null, 2),
      placeResult(true, 1, null),
      placeResult(false, 1, 1),
    ]).toEqual(['found', 'elsewhere', 'found', 'found', 'unexpected'])
  })
})

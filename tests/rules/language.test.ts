import { describe, expect, it } from 'vitest'
import { sources } from './sources.ts'

/** Where Chinese text belongs: catalogues, seeds, and definitions whose texts are data in both languages. */
const isCatalogue = (path: string) => /\.messages\.ts$|\/messages\/|^src\/seed\/|-seed\.server\.ts$/.test(path)

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"])\/\/.*$/gm, '$1')
const chinese = /[\u4e00-\u9fff]/
/** A bilingual text typed as data: `{ zhHans: '...', en: '...' }`. */
const isBilingual = (line: string) => /zhHans:\s*['"`]/.test(line) && /\ben:\s*['"`]/.test(line)

describe('two languages from one catalogue', () => {
  it('no Chinese literal stands outside the catalogues', () => {
    const found = sources
      .filter((source) => !isCatalogue(source.path))
      .flatMap((source) =>
        withoutComments(source.text)
          .split('\n')
          .filter((line) => chinese.test(line) && !isBilingual(line))
          .map((line) => `${source.path}: ${line.trim()}`),
      )
    expect(found).toEqual([])
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { firstMessages } from '#src/client/i18n/catalogue.ts'
import { addModuleMessages, currentLanguage, problemText, setLanguage, t } from '#src/client/i18n/i18n.ts'
import { laterMessages } from '#src/client/i18n/pageTexts.ts'
import type { MessageTree } from '#src/define/messages.ts'

const client = fileURLToPath(new URL('../../src/client', import.meta.url))
const sources = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter(
  (it) => /\.tsx?$/.test(it) && !it.endsWith('.messages.ts'),
)

function* leaves(tree: MessageTree, path: string): Generator<[string, string]> {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') yield [`${path}.${key}`, value]
    else yield* leaves(value, `${path}.${key}`)
  }
}
const placeholders = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([it]) => it).toSorted()

describe('screen texts', () => {
  it('what is on the screen before the start-up data comes with the first catalogues', () => {
    const first = /^(login|layout|misc|ui|http)\//
    const late = sources
      .filter((file) => first.test(file))
      .flatMap((file) =>
        [...readFileSync(join(client, file), 'utf8').matchAll(/\bt\(\s*[`']([\w]+)\./g)].map(([, name]) => name ?? ''),
      )
      .filter((name) => !Object.hasOwn(firstMessages, name))
    expect(late).toEqual([])
  })

  it('both languages use the same values', () => {
    for (const [name, messages] of Object.entries({ ...firstMessages, ...laterMessages })) {
      const english = new Map(leaves(messages.en as MessageTree, name))
      for (const [key, text] of leaves(messages.zhHans, name))
        expect([key, placeholders(english.get(key) ?? '')]).toEqual([key, placeholders(text)])
    }
  })

  it('no component writes Chinese itself', () => {
    const offenders = sources.filter((file) =>
      /[\u4e00-\u9fff]/.test(readFileSync(join(client, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')),
    )
    expect(offenders).toEqual([])
  })
})

describe('t', () => {
  it('fills numbered values and does not escape them', () => {
    expect(t('common.confirmDelete', ['<a & b>'])).toBe('确认删除<a & b>吗？')
  })
  it('does not read a value as a placeholder of its own', () => {
    expect(t('common.confirmDelete', ['{0}'])).toBe('确认删除{0}吗？')
  })
  it('follows the language without a reload', () => {
    setLanguage('en')
    expect([currentLanguage(), t('toast.warning')]).toEqual(['en', 'Note'])
    setLanguage('zhHans')
    expect([currentLanguage(), t('toast.info'), t('toast.danger'), t('toast.success'), t('toast.warning')]).toEqual([
      'zhHans',
      '通知',
      '异常',
      '成功',
      '提示',
    ])
  })
  it('finds page titles whose keys hold slashes and colons', () => {
    addModuleMessages([{ zhHans: { pages: { '/x/y/:id': '页' } }, en: { pages: { '/x/y/:id': 'Page' } } }])
    expect(t(`pages.${'/x/y/:id' as string}`)).toBe('页')
  })
  it('words a problem with dictionary labels among its values', () => {
    addModuleMessages([{ zhHans: { rules: { 'rule.T-01': '{0}：{1}' } }, en: { rules: { 'rule.T-01': '{0}: {1}' } } }])
    expect(
      problemText(
        { key: 'rule.T-01', params: [{ dictionary: 'd', value: 'v' }, 3] },
        ({ dictionary, value }) => `${dictionary}.${value}`,
      ),
    ).toBe('d.v：3')
  })
})

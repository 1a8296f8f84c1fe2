import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import './first-texts.ts'
import { describe, expect, it } from 'vitest'
import {
  addTexts,
  currentLanguage,
  hasText,
  needTexts,
  onTexts,
  problemText,
  setLanguage,
  t,
  textOf,
} from '#src/client/platform/i18n/i18n.ts'
import { derivedFiles, moduleNames, partsIndex } from '#src/client/platform/parts/derive.ts'
import type { MessageTree } from '#src/define/messages.ts'
import { modules } from '#src/modules.ts'
import { first, frame, pageCatalogues } from '#tests/harness/clientTexts.ts'

const client = fileURLToPath(new URL('../../src/client', import.meta.url))
const sources = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter(
  (it) => /\.tsx?$/.test(it) && !it.startsWith('messages/'),
)

const modulesFolder = fileURLToPath(new URL('../../src/modules', import.meta.url))
const moduleClients = readdirSync(modulesFolder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.client\.tsx?$/.test(file))
  .map((file) => ({
    file,
    module: file.split('/')[0] ?? '',
    text: readFileSync(join(modulesFolder, file), 'utf8'),
  }))

function* leaves(tree: MessageTree, path: string): Generator<[string, string]> {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') yield [`${path}.${key}`, value]
    else yield* leaves(value, `${path}.${key}`)
  }
}
const placeholders = (text: string): string[] => [...text.matchAll(/\{[^}]+\}/g)].map(([it]) => it).toSorted()

describe('screen texts', () => {
  it('what is on the screen before the start-up data comes with the first catalogues', () => {
    const isFirst = /^(pages\/(login|status)|app\/layout|components\/ui|platform\/http)\//
    const late = sources
      .filter((file) => isFirst.test(file))
      .flatMap((file) =>
        [...readFileSync(join(client, file), 'utf8').matchAll(/\bt\(\s*[`']([\w]+)\./g)].map(([, name]) => name ?? ''),
      )
      .filter((name) => !Object.hasOwn(first.zhHans, name))
    expect(late).toEqual([])
    const frameless =
      /^(pages\/login|components\/ui)\/|^app\/layout\/(LockScreen|Blank|navigation\/NavigationProgress)|^pages\/status\/(?!FramePage)/
    const ofFrame = sources
      .filter((file) => frameless.test(file))
      .flatMap((file) =>
        [...readFileSync(join(client, file), 'utf8').matchAll(/\bt\(\s*[`']layout\.(\w+)/g)].map(
          ([, name]) => name ?? '',
        ),
      )
      .filter((name) => !Object.hasOwn((first.zhHans.layout ?? {}) as MessageTree, name))
    expect(ofFrame).toEqual([])
  })

  it('both languages use the same values', () => {
    for (const [name, messages] of Object.entries({ first, frame, ...pageCatalogues })) {
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

describe('texts by part and language', () => {
  it('the derived files are those of the definitions; `npm run contract` writes them anew', () => {
    const folder = join(client, 'platform/parts/derived')
    const written = Object.fromEntries(
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    )
    expect(written).toEqual(derivedFiles())
  })

  it('every page has the names of every application, and nothing else of them, in both languages', () => {
    expect([...leaves(moduleNames('en'), '')].map(([key]) => key)).toEqual(
      [...leaves(moduleNames('zhHans'), '')].map(([key]) => key),
    )
    const said = [...leaves((moduleNames('en').applications ?? {}) as MessageTree, '')].map(([key]) => key)
    expect(said.toSorted()).toEqual(
      Object.keys(partsIndex().applications)
        .map((key) => `.${key}.title`)
        .toSorted(),
    )
  })

  it('a page of a module says what comes with it, or with the frame', () => {
    // The name of a column of lines has a dot of its own: `fields` has `lines.qty`.
    const textAt = (key: string, tree: unknown): unknown => {
      if (typeof tree !== 'object' || tree === null) return undefined
      if (Object.hasOwn(tree, key)) return (tree as MessageTree)[key]
      const [first = '', ...rest] = key.split('.')
      return rest.length === 0 ? undefined : textAt(rest.join('.'), (tree as MessageTree)[first])
    }
    const missing = moduleClients.flatMap(({ module, file, text }) => {
      const own = modules.find(({ name }) => name === module)?.messages.zhHans
      const at = [own, frame.zhHans, moduleNames('zhHans'), first.zhHans]
      const keys = [...text.matchAll(/\b(?:t|now|plural)\(\s*'([\w.]+)'/g)].map(([, key]) => key ?? '')
      return keys.filter((key) => !at.some((tree) => textAt(key, tree) !== undefined)).map((key) => `${file}: ${key}`)
    })
    expect(missing).toEqual([])
  })

  it('every file of page texts is named by a page', () => {
    const named = [
      'app/pages.ts',
      'app/frameDetails.ts',
      'app/palette/PaletteSlot.tsx',
      'platform/release/index.tsx',
      '../modules/supplies/ticketParts.client.tsx',
    ]
      .flatMap((file) => [...readFileSync(join(client, file), 'utf8').matchAll(/'(\w+)'/g)])
      .map(([, name]) => name ?? '')
    expect(Object.keys(pageCatalogues).filter((name) => !named.includes(name))).toEqual([])
  })

  it('the other language is fetched when somebody speaks it, and not before', async () => {
    const asked: string[] = []
    const says = (language: 'zhHans' | 'en', text: string) => async () => {
      asked.push(language)
      return { default: { testPart: { word: text } } }
    }
    await needTexts({ zhHans: says('zhHans', '词'), en: says('en', 'word') })
    expect([asked, hasText('testPart.word')]).toEqual([['zhHans'], true])
    await setLanguage('en')
    await setLanguage('zhHans')
    await setLanguage('en')
    expect([asked, textOf('testPart.word')]).toEqual([['zhHans', 'en'], 'word'])
    await setLanguage('zhHans')
  })

  it('an empty text is no text, and never its key (20.5)', () => {
    const tree = { applications: { cst_quiet: { title: '安静', purpose: '', guide: '' } } }
    addTexts([{ zhHans: tree, en: tree }])
    const said = ['title', 'purpose', 'guide'].map((name) => textOf(`applications.cst_quiet.${name}`))
    expect(said).toEqual(['安静', '', ''])
    expect(textOf('applications.cst_gone.purpose')).toBe('applications.cst_gone.purpose')
  })

  it('words that arrive are told to the screen only when somebody asked for them in vain', async () => {
    let notified = 0
    const end = onTexts(() => {
      notified += 1
    })
    const source = (tree: MessageTree) => {
      const load = async () => ({ default: tree })
      return { zhHans: load, en: load }
    }
    await needTexts(source({ lateOne: { word: '甲' } }))
    expect(notified).toBe(0)
    expect(textOf('lateTwo.word')).toBe('lateTwo.word')
    await needTexts(source({ lateTwo: { word: '乙' } }))
    expect([notified, textOf('lateTwo.word')]).toEqual([1, '乙'])
    end()
  })

  it('a language that cannot be fetched leaves the one that is spoken', async () => {
    const source = {
      zhHans: async () => ({ default: {} }),
      en: (): Promise<{ default: MessageTree }> => Promise.reject(new TypeError('network')),
    }
    await needTexts(source)
    await expect(setLanguage('en')).rejects.toThrow('network')
    expect([currentLanguage(), t('toast.info')]).toEqual(['zhHans', '通知'])
    source.en = async () => ({ default: {} })
  })
})

describe('t', () => {
  it('fills numbered values and does not escape them', () => {
    expect(t('common.confirmDelete', ['<a & b>'])).toBe('确认删除<a & b>吗？')
  })
  it('does not read a value as a placeholder of its own', () => {
    expect(t('common.confirmDelete', ['{0}'])).toBe('确认删除{0}吗？')
  })
  it('follows the language without a reload', async () => {
    await setLanguage('en')
    expect([currentLanguage(), t('toast.warning')]).toEqual(['en', 'Note'])
    await setLanguage('zhHans')
    expect([currentLanguage(), t('toast.info'), t('toast.danger'), t('toast.success'), t('toast.warning')]).toEqual([
      'zhHans',
      '通知',
      '异常',
      '成功',
      '提示',
    ])
  })
  it('finds page titles whose keys hold slashes and colons', () => {
    addTexts([{ zhHans: { pages: { '/x/y/:id': '页' } }, en: { pages: { '/x/y/:id': 'Page' } } }])
    expect(t(`pages.${'/x/y/:id' as string}`)).toBe('页')
  })
  it('words a problem with dictionary labels among its values', () => {
    addTexts([{ zhHans: { rules: { 'rule.DEV-01': '{0}：{1}' } }, en: { rules: { 'rule.DEV-01': '{0}: {1}' } } }])
    expect(
      problemText(
        { key: 'rule.DEV-01', params: [{ dictionary: 'd', value: 'v' }, 3] },
        ({ dictionary, value }) => `${dictionary}.${value}`,
      ),
    ).toBe('d.v：3')
  })
})

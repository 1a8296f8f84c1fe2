import { describe, expect, it } from 'vitest'
import { literalTexts } from './literals.ts'
import { sources } from './sources.ts'

/** Where texts belong: catalogues, seeds, and definitions whose texts are data in both languages. */
const isCatalogue = (path: string) =>
  /[./](messages|zhHans|en)\.ts$|\/messages\/|^src\/(catalogue|demo)\/|-seed\.server\.ts$/.test(path)
/** What draws: English words in it are as much a fault as Chinese ones. */
const isScreen = (path: string) => path.startsWith('src/client/') || /\.client\.tsx?$/.test(path)

describe('two languages from one catalogue', () => {
  it('no text for people stands outside the catalogues, in either language', () => {
    const found = sources
      .filter((source) => !isCatalogue(source.path))
      .flatMap((source) =>
        literalTexts(source.text, isScreen(source.path), source.path.endsWith('x') ? 'tsx' : 'ts').map(
          (text) => `${source.path}: ${text}`,
        ),
      )
    expect(found).toEqual([])
  })

  it.each([
    ['Chinese in a string', `const a = '保存'`, '保存'],
    ['Chinese in a template', 'const a = `共${n}`', '共'],
    ['words between tags', '<p>Hello there</p>', 'Hello there'],
    ['one word between tags', '<b>{x} Total</b>', 'Total'],
    ['a chosen word', `<p>{ok ? 'Yes' : t('no')}</p>`, 'Yes'],
    ['a fallback', `<p>{name || 'Nobody'}</p>`, 'Nobody'],
    ['an aria-label', '<button aria-label="Close" />', 'Close'],
    ['a placeholder', `<input placeholder={'Search'} />`, 'Search'],
    ['a title', '<i title={wide ? `Wide` : undefined} />', 'Wide'],
    ['a text property', '<Button text="Save" />', 'Save'],
    ['a title among options', `ask({ title: ok ? 'Delete' : t('x') })`, 'Delete'],
    ['a sentence handed on', `toast('info', 'Record was saved')`, 'Record was saved'],
  ])('a planted text is caught: %s', (_where, source, text) => {
    expect(literalTexts(source, true)).toEqual([text])
  })

  it.each([
    `<p className="card wide">{t('common.save')}</p>`,
    `// 保存\nconst a = <Button intent="primary" text={t('common.save')} />`,
    `throw new Error('No such page here')`,
    `const a = { zhHans: '同意', en: 'Agree' }`,
    `type Kind = Promise<'Literal'>`,
    'const plate = /^[京津沪][A-Z][A-Z0-9]{5}$/',
    `const row = { title: 'title', label: key, text: 'minimal' }`,
    `<time dateTime={day}>{day} · {'\\u2003'}</time>`,
  ])('what is no text for people is let through: %s', (source) => {
    expect(literalTexts(source, true)).toEqual([])
  })
})

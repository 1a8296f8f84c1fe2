import { describe, expect, it } from 'vitest'
import { firstTexts } from '#src/client/messages/texts.ts'
import { needTexts, plural, type TextKey, t, textOf, type Under } from '#src/client/platform/i18n/index.ts'
import { needFrameTexts, needModule } from '#src/client/platform/parts/index.ts'

/** What the compiler refuses; each line below fails the type check once it is let through. */
function refused(name: string, theme: 'light' | 'dim'): void {
  // @ts-expect-error no catalogue has it
  t('common.sav')
  // @ts-expect-error a branch is no text
  t('common')
  // @ts-expect-error a part that may be anything
  t(`common.${name}`)
  // @ts-expect-error one of the union has no text
  t(`layout.themes.${theme}`)
  // @ts-expect-error data has its own function
  t(name)
  // @ts-expect-error written out, so it has to exist, though its family takes names that are data
  t('records.dept.titel')
  // @ts-expect-error the same for a record no module has
  t('records.depts.title')
  // @ts-expect-error a page nobody has
  t('pages./system/depts')
  // @ts-expect-error has forms for numbers
  t('misc.daysLeft')
  // @ts-expect-error one form alone
  t('misc.daysLeft.one')
  // @ts-expect-error has no forms for numbers
  plural('common.save', 1)
  // @ts-expect-error no such forms
  plural('misc.daysLefts', 1)
  // @ts-expect-error a name right under a path
  const _name: Under<'layout.themes'> = 'dim'
  // @ts-expect-error the key as a type
  const _key: TextKey = 'common.sav'
}

describe('keys of texts', () => {
  it('a key no catalogue has does not compile', () => expect(refused).toBeTypeOf('function'))

  it('parts of a key may be unions, and in the families data', async () => {
    await Promise.all([needTexts(firstTexts), needFrameTexts(), needModule('system')])
    const theme = 'light' as 'light' | 'dark'
    const record: string = 'dept'
    expect([
      t('common.save'),
      t('dept.moved'),
      t('records.dept.title'),
      t('check.pattern.mobile'),
      t(`layout.themes.${theme}`),
      t(`records.${record}.title`),
      plural('misc.daysLeft', 3),
    ]).toEqual(['保存', '已移动', '部门管理', '请填写11位手机号', '浅色', '部门管理', '还有3天'])
  })

  it('a key that is data stands for itself when no catalogue has it', () => {
    expect([textOf('common.save'), textOf('no.such.key')]).toEqual(['保存', 'no.such.key'])
  })
})

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BREAKPOINTS, DEFAULT_LAYOUT, OVERLAY_BELOW } from '#machines/layout/layout.ts'
import { shortcutsOf, toggleShortcut } from '#src/client/app/layout/shortcuts.ts'
import { watermarkLook, watermarkText, watermarkTile } from '#src/client/app/layout/watermark.ts'
import { satisfies } from '#src/client/platform/session/permission.ts'
import { defaultAppearance, PRIMARY, readAppearance, schemeOf } from '#src/client/platform/theme/appearance.ts'
import { contrast, shadesOf } from '#src/client/platform/theme/shades.ts'
import { defaultLimit, pageSizes } from '#src/client/records/list/query.ts'
import { storageStub } from './storage.ts'

describe('the defaults of specification §9', () => {
  it('§9 fluid width, sticky navbar with blur, footer hidden, horizontal nav sticky, theme system, skin default', () => {
    expect(defaultAppearance).toEqual({
      theme: 'system',
      skin: 'default',
      semiDark: false,
      primaryLight: '#7367f0',
      primaryDark: '#7367f0',
      contentWidth: 'fluid',
      navbar: 'sticky',
      navbarBlur: true,
      horizontalNav: 'sticky',
      footer: 'hidden',
      direction: 'ltr',
      tagsViewCache: true,
      undoDecisions: true,
    })
  })
  it('§9 vertical nav, collapsed', () => {
    expect(DEFAULT_LAYOUT).toEqual({ navigation: 'vertical', collapsed: true })
  })
  it('§9 overlay navigation breakpoint 976 px, breakpoints 0, 600, 960, 1264, 1904', () => {
    expect([OVERLAY_BELOW, BREAKPOINTS]).toEqual([976, { xs: 0, sm: 600, md: 960, lg: 1264, xl: 1904 }])
  })
  it('§9 page sizes 5, 10, 20, 25, 50, 100', () => {
    expect([pageSizes, defaultLimit]).toEqual([[5, 10, 20, 25, 50, 100], 20])
  })
})

describe('what a browser kept', () => {
  it('is read setting by setting, and what means nothing is the default', () => {
    const kept: Readonly<Record<string, string>> = {
      theme: 'dark',
      skin: 'glass',
      navbarBlur: 'false',
      semiDark: 'perhaps',
      primaryDark: '#00ff00',
      primaryLight: 'red',
      direction: 'rtl',
    }
    expect(readAppearance((name) => kept[name] ?? null)).toEqual({
      ...defaultAppearance,
      theme: 'dark',
      navbarBlur: false,
      primaryDark: '#00ff00',
      direction: 'rtl',
    })
  })
  it('§4 system follows the operating system, light and dark do not', () => {
    expect([
      schemeOf('system', true),
      schemeOf('system', false),
      schemeOf('light', true),
      schemeOf('dark', false),
    ]).toEqual(['dark', 'light', 'light', 'dark'])
  })
})

describe('any primary colour', () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

  it('has shades that can be read: white on fills, words on every surface of both themes', () => {
    fc.assert(
      fc.property(fc.oneof(colour, fc.constantFrom(PRIMARY, '#ffffff', '#000000', '#ffff00')), (primary) => {
        const shades = shadesOf(primary)
        for (const fill of [shades.solid, shades.hover, shades.active])
          expect(contrast(fill, '#ffffff')).toBeGreaterThanOrEqual(4.5)
        for (const surface of ['#ffffff', '#f8f7fa', '#f3f2f7', '#f4f3f8'])
          expect(contrast(shades['text-light'], surface)).toBeGreaterThanOrEqual(4.5)
        for (const surface of ['#25293c', '#2f3349', '#2a2e43', '#363a53'])
          expect(contrast(shades['text-dark'], surface)).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the watermark', () => {
  it('§4 says who looks: name and the last four digits of the mobile number', () => {
    expect(watermarkText('{name} {mobile4}', { name: '章示壬', mobile: '13900001234' })).toBe('章示壬 1234')
    expect(watermarkText('{name} {mobile4}', { name: '章示壬', mobile: null })).toBe('章示壬')
    expect(watermarkText('', { name: '章示壬', mobile: null })).toBe('')
  })
  it('33.6 lies below dialogs, pop-ups, toasts and the lock', () => {
    const tokens = readFileSync('src/client/platform/theme/tokens.css', 'utf8')
    const popups = Number(/--above-popups: (\d+)/.exec(tokens)?.[1])
    const navigation = Number(/--above-navigation: (\d+)/.exec(tokens)?.[1])
    const own = Number(/z-index:(\d+)/.exec(watermarkLook)?.[1])
    expect([own < popups, own > navigation]).toEqual([true, true])
  })
  it('is text in its picture, never markup', () => {
    expect(decodeURIComponent(watermarkTile('<script>"&'))).toContain('>&#60;script&#62;&#34;&#38;</text>')
  })
})

describe('the shortcuts', () => {
  it('are kept per person, at most eight, and only pages of the menu', () => {
    const restore = storageStub({ 'shortcuts:7': '/a\n/gone\n/b' })
    expect(shortcutsOf(7, ['/a', '/b', '/c'])).toEqual(['/a', '/b'])
    expect(shortcutsOf(8, ['/workflow/ticket', '/c'])).toEqual(['/workflow/ticket'])
    restore()
    const eight = ['1', '2', '3', '4', '5', '6', '7', '8']
    expect(toggleShortcut(eight, '9')).toEqual(eight)
    expect(toggleShortcut(eight, '3')).toEqual(['1', '2', '4', '5', '6', '7', '8'])
    expect(toggleShortcut(['1'], '2')).toEqual(['1', '2'])
  })
})

describe('the display rules of specification §6', () => {
  const held = new Set(['user:Create', 'user:Update'])
  it('§6 one permission', () => {
    expect([satisfies(held, 'user:Create'), satisfies(held, 'user:Delete')]).toEqual([true, false])
  })
  it('§6 at least one of several', () => {
    expect(satisfies(held, { any: ['user:Delete', 'user:Update'] })).toBe(true)
    expect(satisfies(held, { any: ['user:Delete', 'role:Create'] })).toBe(false)
    expect(satisfies(held, { any: [] })).toBe(false)
  })
  it('§6 all of several', () => {
    expect(satisfies(held, { all: ['user:Create', 'user:Update'] })).toBe(true)
    expect(satisfies(held, { all: ['user:Create', 'user:Delete'] })).toBe(false)
  })
})

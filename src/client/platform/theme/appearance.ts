/** The interface settings of specification §4 with the defaults of §9. Where the navigation stands is the layout machine's, the language the catalogue's. */

/** The primary colour of §9. */
export const PRIMARY = '#7367f0'

interface Kind<T> {
  readonly fallback: T
  /** Null for a text that means nothing: people edit what the browser keeps. */
  readonly read: (text: string) => T | null
}

/** One of some words; the first is the default. */
const oneOf = <const T extends string>(...words: readonly [T, ...T[]]): Kind<T> => ({
  fallback: words[0],
  read: (text) => words.find((word) => word === text) ?? null,
})
const flag = (fallback: boolean): Kind<boolean> => ({
  fallback,
  read: (text) => (text === 'true' ? true : text === 'false' ? false : null),
})
const colour: Kind<string> = {
  fallback: PRIMARY,
  read: (text) => (/^#[0-9a-f]{6}$/.test(text) ? text : null),
}

const kinds = {
  theme: oneOf('system', 'light', 'dark'),
  skin: oneOf('default', 'bordered'),
  /** The vertical navigation is dark in the light theme too. */
  semiDark: flag(false),
  primaryLight: colour,
  primaryDark: colour,
  contentWidth: oneOf('fluid', 'boxed'),
  navbar: oneOf('sticky', 'static', 'hidden'),
  navbarBlur: flag(true),
  horizontalNav: oneOf('sticky', 'static', 'hidden'),
  footer: oneOf('hidden', 'static', 'sticky'),
  direction: oneOf('ltr', 'rtl'),
  /** Open tabs outlive a reload, and pages whose menu says `cache` keep their state while their tab is open. */
  tagsViewCache: flag(true),
  /** A decision on a ticket can be undone for a while before it is sent (20.8). */
  undoDecisions: flag(true),
} as const

/** The name of a setting, which is also its key in browser storage and its cookie. */
export type SettingName = keyof typeof kinds

/** Every interface setting. */
export type Appearance = { readonly [K in SettingName]: (typeof kinds)[K]['fallback'] }

/** Light, dark, or as the operating system says. */
export type Theme = Appearance['theme']

/** What is on the screen: `system` resolved. */
export type ColorScheme = 'light' | 'dark'

export const settingNames = Object.keys(kinds) as readonly SettingName[]

const each = (value: (name: SettingName) => unknown): Appearance =>
  Object.fromEntries(settingNames.map((name) => [name, value(name)])) as unknown as Appearance

/** A browser that kept nothing (specification §9). */
export const defaultAppearance: Appearance = each((name) => kinds[name].fallback)

/** Reads every setting from where it is kept; what is missing or malformed is the default. */
export function readAppearance(readAppearancePreference: (name: string) => string | null): Appearance {
  return each((name) => {
    const text = readAppearancePreference(name)
    return (text === null ? null : kinds[name].read(text)) ?? kinds[name].fallback
  })
}

/** What is on the screen for a choice and the preference of the operating system. */
export function schemeOf(theme: Theme, prefersDark: boolean): ColorScheme {
  return theme === 'dark' || (theme === 'system' && prefersDark) ? 'dark' : 'light'
}

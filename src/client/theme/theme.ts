/** Light, dark, or as the operating system says. */
export type Theme = 'light' | 'dark' | 'system'
const themes: readonly Theme[] = ['light', 'dark', 'system']

const KEY = 'theme'
/** Blueprint's class for dark surfaces; on the root element so that portals are inside. */
const DARK = 'bp6-dark'
const preference = matchMedia('(prefers-color-scheme: dark)')

let chosen: Theme = themes.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system'

export function chosenTheme(): Theme {
  return chosen
}

/** Shows a theme and keeps the choice. */
export function setTheme(theme: Theme): void {
  chosen = theme
  localStorage.setItem(KEY, theme)
  show()
}

/** Whether dark is on the screen. */
export function isDark(): boolean {
  return chosen === 'dark' || (chosen === 'system' && preference.matches)
}

function show(): void {
  document.documentElement.classList.toggle(DARK, isDark())
}

/** Shows the kept theme now and follows the operating system and the other tabs. */
export function startTheme(): void {
  preference.addEventListener('change', show)
  addEventListener('storage', (event) => {
    if (event.key !== KEY) return
    chosen = themes.find((theme) => theme === event.newValue) ?? 'system'
    show()
  })
  show()
}

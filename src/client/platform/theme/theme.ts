/** The interface settings of this browser: chosen, shown at once, kept, and followed in the other tabs. */
import { useSyncExternalStore } from 'react'
import { readPreference, writePreference } from '#src/client/platform/preference.ts'
import {
  type Appearance,
  type ColorScheme,
  defaultAppearance,
  PRIMARY,
  readAppearance,
  type SettingName,
  schemeOf,
  settingNames,
  type Theme,
} from './appearance.ts'
import { type Shades, shadesOf } from './shades.ts'

/** Blueprint's class for dark surfaces; on the root element so that portals are inside. */
const DARK = 'bp6-dark'
/** The resolved theme, kept beside the choice (specification §3 "colour scheme"). */
const SCHEME = 'colorScheme'
const preference = matchMedia('(prefers-color-scheme: dark)')

let chosen = readAppearance(readPreference)
const listeners = new Set<() => void>()

/** What is chosen now. */
export function appearance(): Appearance {
  return chosen
}

/** Follows the interface settings. */
export function useAppearance(): Appearance {
  return useSyncExternalStore(onAppearance, appearance)
}

/** Hears every change of the settings; the answer ends that. */
export function onAppearance(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows some settings at once and keeps them. */
export function chooseAppearance(change: Partial<Appearance>): void {
  for (const [name, value] of Object.entries(change)) writePreference(name, String(value))
  show({ ...chosen, ...change })
}

/** Back to specification §9; nothing stays kept. */
export function restoreAppearance(): void {
  for (const name of settingNames) writePreference(name, null)
  show(defaultAppearance)
}

export function setTheme(theme: Theme): void {
  chooseAppearance({ theme })
}

function scheme(): ColorScheme {
  return schemeOf(chosen.theme, preference.matches)
}

/** Whether dark is on the screen. */
export function isDark(): boolean {
  return scheme() === 'dark'
}

function show(next: Appearance): void {
  chosen = next
  const root = document.documentElement
  root.classList.toggle(DARK, isDark())
  root.dir = next.direction
  root.dataset.skin = next.skin
  showPrimary(root.style, isDark() ? next.primaryDark : next.primaryLight)
  if (readPreference(SCHEME) !== scheme()) writePreference(SCHEME, scheme())
  for (const listener of listeners) listener()
}

/** The shades of the shipped colour stand in tokens.css. */
function showPrimary(style: CSSStyleDeclaration, primary: string): void {
  const shades: Partial<Shades> = primary === PRIMARY ? {} : shadesOf(primary)
  setOrRemove(style, '--primary', primary === PRIMARY ? undefined : primary)
  for (const name of ['solid', 'hover', 'active', 'soft', 'text-light', 'text-dark'] as const)
    setOrRemove(style, `--primary-${name}`, shades[name])
}
function setOrRemove(style: CSSStyleDeclaration, property: string, value: string | undefined): void {
  if (value === undefined) style.removeProperty(property)
  else style.setProperty(property, value)
}

/** Shows what is kept now and follows the operating system and the other tabs. */
export function startTheme(): void {
  preference.addEventListener('change', () => show(chosen))
  addEventListener('storage', ({ key }) => {
    if (key === null || settingNames.includes(key as SettingName)) show(readAppearance(readPreference))
  })
  show(chosen)
}

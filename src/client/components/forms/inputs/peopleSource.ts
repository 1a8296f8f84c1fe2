import { createContext } from 'react'
import type { OptionSource } from './options.ts'

/** Where the pickers of a form look for people, when not everybody may be chosen there. Keep it the same between renderings. */
export const PeopleSource = createContext<OptionSource | null>(null)

import { type ComponentType, createContext } from 'react'
import type { InputProps } from './kinds.ts'

/** How the comment of a decision is written, where there is more to it than a plain text. */
export const DrawnComment = createContext<ComponentType<InputProps<'text'>> | null>(null)

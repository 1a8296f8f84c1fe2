/** Pages that outlive being left: their state stays while their tab is open. */
import { createContext } from 'react'

/** The path of the kept page around a component; null where leaving ends it. */
export const KeptPage = createContext<string | null>(null)

/** Unsaved forms by the path of their page, on the screen or not. */
const unsaved = new Map<string, Set<string>>()

/** A form of a kept page has something to lose. */
export function holdUnsaved(path: string, form: string): void {
  unsaved.set(path, (unsaved.get(path) ?? new Set()).add(form))
}
/** It has not any more. */
export function releaseUnsaved(path: string, form: string): void {
  unsaved.get(path)?.delete(form)
}
/** The page is gone with all its forms. */
export function forgetUnsaved(path: string): void {
  unsaved.delete(path)
}
export function hasUnsaved(path: string): boolean {
  return (unsaved.get(path)?.size ?? 0) > 0
}
/** Whether a reload would lose something of any page. */
export function hasAnyUnsaved(): boolean {
  return [...unsaved.keys()].some(hasUnsaved)
}

import type { AskingAction } from '../actions/ActionPanel.tsx'

/** What a key asks of the ticket that is read (20.8). */
export const actionKeys: Readonly<Record<string, AskingAction>> = {
  a: 'approve',
  r: 'return',
  d: 'reject',
  t: 'transfer',
  s: 'addSign',
}

/** The other keys of the approval centre, in the order in which they are explained. */
export const otherKeys = [
  ['J', 'next'],
  ['K', 'previous'],
  ['1–9', 'phrase'],
  ['Ctrl+Enter', 'confirm'],
  ['Ctrl+Z', 'undo'],
  ['X', 'choose'],
  ['B', 'batch'],
  ['Esc', 'cancel'],
  ['?', 'help'],
] as const

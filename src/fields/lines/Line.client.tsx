/** One line of a sub-table: what it is given, what can be done to it, and its buttons. */
import { Button } from '@blueprintjs/core'
import { DuplicateIcon, TrashIcon } from '@blueprintjs/icons'
import { useMemo, useRef } from 'react'
import type { Facts } from '#machines/ticket/definition/definition.ts'
import type { FormProblems } from '#src/client/components/forms/form.ts'
import type { Labels } from '#src/client/components/forms/kinds.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { Fields, FormData } from '../field.ts'

/** What is done to a line, by its index. */
export interface LineActions {
  readonly change: (index: number, cells: FormData) => void
  readonly duplicate: (index: number) => void
  readonly remove: (index: number) => void
}

/** The same functions in every render, so that a memoised line is not rendered again; they act on the newest lines. */
export function useStableActions(now: LineActions): LineActions {
  const latest = useRef(now)
  latest.current = now
  return useMemo(
    () => ({
      change: (index, cells) => latest.current.change(index, cells),
      duplicate: (index) => latest.current.duplicate(index),
      remove: (index) => latest.current.remove(index),
    }),
    [],
  )
}

/** A line with the same props is not rendered again: typing in one of thousands renders that one. */
export interface LineProps {
  readonly id: string
  readonly index: number
  readonly fields: Fields
  /** Of the sub-table. */
  readonly label: string
  readonly labels: Labels
  /** What conditions know of the form around the lines. */
  readonly facts: Facts
  readonly row: FormData
  /** The line as stored, with names for its ids. */
  readonly stored: FormData | undefined
  readonly problems: FormProblems
  readonly disabled: boolean
  readonly mayDuplicate: boolean
  readonly mayRemove: boolean
  readonly actions: LineActions
}

/** Whether the line may be doubled or taken away. */
export const mayChange = ({ disabled, mayDuplicate, mayRemove }: LineProps): boolean =>
  !disabled && (mayDuplicate || mayRemove)

export function LineButtons({ index, mayDuplicate, mayRemove, actions }: LineProps) {
  const t = useT()
  const number = index + 1
  return (
    <>
      <Button
        variant="minimal"
        size="small"
        icon={<DuplicateIcon />}
        aria-label={t('records.lines.duplicate', [number])}
        title={t('records.lines.duplicate', [number])}
        disabled={!mayDuplicate}
        onClick={() => actions.duplicate(index)}
      />
      <Button
        variant="minimal"
        size="small"
        icon={<TrashIcon />}
        aria-label={t('records.lines.remove', [number])}
        title={t('records.lines.remove', [number])}
        disabled={!mayRemove}
        onClick={() => actions.remove(index)}
      />
    </>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { CountSheet, CountSheetLine } from './count.types.ts'
import { isQty, shownQty } from './lines.ts'
import { type Entry, useKeptEntries } from './useKeptEntries.client.ts'

/** What somebody writes into the sheet of a count, and what of it is sent. */
export interface CountEntry {
  readonly entries: ReadonlyMap<number, Entry>
  readonly edit: (line: CountSheetLine, entry: Entry) => void
  /** Whether the line takes a figure of the reader. */
  readonly isOpen: (line: CountSheetLine) => boolean
  /** Lines that were written and can be sent. */
  readonly changed: number
  readonly isSaving: boolean
  readonly save: () => Promise<void>
  /** Written for lines that take nothing any more: the count was closed, or a colleague was faster. */
  readonly lost: readonly CountSheetLine[]
}

/** The entries of a sheet, kept in this browser until they are saved. */
export function useCountSheet(sheet: CountSheet): CountEntry {
  const t = useT()
  const client = useQueryClient()
  const [entries, setEntries] = useKeptEntries(sheet.id)
  const [isSaving, setSaving] = useState(false)
  const isOpen = (line: CountSheetLine): boolean =>
    sheet.mayCount && (line.firstBy === null || line.isOwn || line.needsSecond)
  const changed = sheet.lines.flatMap((line) => {
    const entry = entries.get(line.id)
    const qty = shownQty(line, entry)
    return entry !== undefined && isOpen(line) && isQty(line, qty)
      ? [{ lineId: line.id, qty: Number(qty), reason: entry.reason ?? line.reason }]
      : []
  })
  const save = async (): Promise<void> => {
    setSaving(true)
    try {
      await api.post(`/api/stock/count/${sheet.id}/entries/`, { entries: changed }, { key: newKey() })
      setEntries(() => new Map())
      toast('success', t('stock.sheet.saved'))
    } finally {
      setSaving(false)
      void client.invalidateQueries({ queryKey: ['stockCount'] })
    }
  }
  return {
    entries,
    edit: (line, entry) => setEntries((now) => new Map(now).set(line.id, { ...now.get(line.id), ...entry })),
    isOpen,
    changed: changed.length,
    isSaving,
    save,
    lost: sheet.lines.filter((line) => entries.has(line.id) && !isOpen(line)),
  }
}

import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { toast } from '#src/client/components/ui/index.ts'
import { EXPORTS_PARAMETER } from '#src/client/exports/ExportsHost.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { exportList } from './transfer.ts'

/** Exports the list at an address (IMPEX-STD): what is made in the background is announced, and the drawer of the exports opens. */
export function useExport(path: string): {
  readonly run: (filter: Readonly<Record<string, string>>) => Promise<void>
  readonly isExporting: boolean
  readonly showExports: () => void
} {
  const t = useT()
  const [, setParams] = useSearchParams()
  const [isExporting, setExporting] = useState(false)
  const showExports = (): void =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.set(EXPORTS_PARAMETER, 'open')
        return next
      },
      { preventScrollReset: true },
    )
  const run = async (filter: Readonly<Record<string, string>>): Promise<void> => {
    setExporting(true)
    try {
      const background = await exportList(path, filter)
      if (background === null) return
      toast('success', t('records.exports.started', [background]))
      showExports()
    } finally {
      setExporting(false)
    }
  }
  return { run, isExporting, showExports }
}

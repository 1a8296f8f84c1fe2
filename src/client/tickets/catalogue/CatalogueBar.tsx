import './catalogue.css'
import { Button } from '@blueprintjs/core'
import { HistoryIcon, ThIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { toast } from '#src/client/components/ui/index.ts'
import { usePlural, useT } from '#src/client/platform/i18n/index.ts'
import type { Catalogue, CatalogueItem } from '#src/define/tickets/catalogue.ts'
import type { FormData } from '#src/fields/field.ts'
import { CatalogueSheet } from './CatalogueSheet.tsx'
import { withItems } from './chosen.ts'

interface CatalogueBarProps {
  /** Missing while it comes. */
  readonly catalogue: Catalogue | undefined
  readonly dictionary: 'stockCategory' | 'assetCategory'
  readonly lines: readonly FormData[]
  readonly disabled: boolean
  /** What is left of a quota, in yuan; null where there is none. */
  readonly quota?: string | null
  /** Whether more than the standard leaves cannot be chosen at all. */
  readonly isBound?: boolean
  readonly onKeep: (item: CatalogueItem) => Promise<void>
  readonly onLines: (lines: readonly FormData[]) => void
}

/** Above a form whose lines are items: the catalogue to choose from, and the last request. */
export function CatalogueBar({ quota = null, isBound = false, ...props }: CatalogueBarProps) {
  const { catalogue, lines, disabled, onLines } = props
  const t = useT()
  const plural = usePlural()
  const [isOpen, setOpen] = useState(false)
  const addLast = (): void => {
    if (catalogue === undefined) return
    const more = catalogue.last.filter(({ itemId }) => !lines.some((row) => row.itemId === itemId))
    onLines(withItems(lines, more, catalogue.items))
    toast('success', plural('catalogue.lastAdded', catalogue.last.length))
  }
  return (
    <>
      <div className="items-apply-bar">
        <Button
          icon={<ThIcon />}
          intent="primary"
          variant="outlined"
          text={t('catalogue.open')}
          disabled={disabled || catalogue === undefined}
          onClick={() => setOpen(true)}
        />
        {catalogue === undefined || catalogue.last.length === 0 ? null : (
          <Button icon={<HistoryIcon />} text={t('catalogue.last')} disabled={disabled} onClick={addLast} />
        )}
      </div>
      {isOpen && catalogue !== undefined ? (
        <CatalogueSheet
          catalogue={catalogue}
          dictionary={props.dictionary}
          isBound={isBound}
          lines={lines}
          quota={quota}
          onKeep={props.onKeep}
          onLines={onLines}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}

import './sheets.css'
import { Button } from '@blueprintjs/core'
import { CrossIcon } from '@blueprintjs/icons'
import { type ReactNode, useId } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useCountedSheet } from './openSheets.ts'
import { useFocusReturn } from './useFocusReturn.ts'

interface BarSheetProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly footer: ReactNode
}

/** A dialog at the foot of what it is about, which stays readable; Escape closes it. */
export function BarSheet({ title, onClose, children, footer }: BarSheetProps) {
  const t = useT()
  const titleId = useId()
  useCountedSheet()
  useFocusReturn()
  return (
    <div
      className="bar-sheet"
      role="dialog"
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      <div className="bar-head">
        <h2 id={titleId}>{title}</h2>
        <Button size="small" variant="minimal" icon={<CrossIcon />} aria-label={t('common.close')} onClick={onClose} />
      </div>
      <div className="bar-body">{children}</div>
      <div className="bar-foot">{footer}</div>
    </div>
  )
}

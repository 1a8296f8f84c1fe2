import './print.css'
import { Button, Overlay2 } from '@blueprintjs/core'
import { PrintIcon } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'

interface PaperProps {
  readonly title: string
  /** Nothing can be printed yet. */
  readonly disabled?: boolean
  /** Millimetres of one label; sheets are A4. */
  readonly label?: readonly [width: number, height: number]
  /** Beside the buttons, e.g. what a label measures. */
  readonly settings?: ReactNode
  readonly onClose: () => void
  /** Sheets, each of class `paper`, or labels. */
  readonly children: ReactNode
}

/** How the printer cuts its paper: one label to a sheet, or A4 with margins. */
const pageOf = (label: PaperProps['label']): string =>
  label === undefined ? '@page { size: A4; margin: 14mm; }' : `@page { size: ${label[0]}mm ${label[1]}mm; margin: 0; }`

/** Shows above the page what will be on paper; nothing else is printed while it is open. */
export function Paper({ title, disabled = false, label, settings, onClose, children }: PaperProps) {
  const t = useT()
  return (
    <Overlay2 isOpen onClose={onClose} portalClassName="print-portal" className="print-back">
      <div className="paper-view" role="dialog" aria-modal="true" aria-label={title}>
        <style>{pageOf(label)}</style>
        <div className="paper-bar">
          <strong>{title}</strong>
          {settings}
          <Button
            icon={<PrintIcon />}
            intent="primary"
            disabled={disabled}
            text={t('records.print.print')}
            onClick={() => print()}
          />
          <Button text={t('common.close')} onClick={onClose} />
        </div>
        {children}
      </div>
    </Overlay2>
  )
}

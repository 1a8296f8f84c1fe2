import { Button, Overlay2 } from '@blueprintjs/core'
import { PrintIcon } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { pageRule } from './pageRule.ts'

interface PrintViewProps {
  readonly title: string
  /** Millimetres of one sheet; A4 with margins by default. */
  readonly size?: readonly [width: number, height: number]
  /** Beside the buttons, e.g. what a label measures. */
  readonly settings?: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Shows what will be printed above the page, and prints nothing else. */
export function PrintView({ title, size, settings, onClose, children }: PrintViewProps) {
  const t = useT()
  return (
    <Overlay2 isOpen onClose={onClose} portalClassName="stock-paper-portal" className="stock-paper-back">
      <div className="stock-paper" role="dialog" aria-modal="true" aria-label={title}>
        <style>{pageRule(size)}</style>
        <div className="stock-paper-bar">
          <strong>{title}</strong>
          {settings}
          <Button icon={<PrintIcon />} intent="primary" text={t('stock.print.print')} onClick={() => print()} />
          <Button text={t('common.close')} onClick={onClose} />
        </div>
        <div className={size ? 'stock-labels' : 'stock-sheet-paper'}>{children}</div>
      </div>
    </Overlay2>
  )
}

import './sheets.css'
import { Button, Classes, Dialog, Drawer } from '@blueprintjs/core'
import { CrossIcon } from '@blueprintjs/icons'
import { type ReactNode, useId } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useCountedSheet } from './openSheets.ts'
import { useFocusReturn } from './useFocusReturn.ts'

interface SheetProps {
  readonly title: string
  /** A dialog in the middle, a drawer of 720 px at the side, or as much of the window as there is, for pictures. */
  readonly shape: 'dialog' | 'drawer' | 'window'
  readonly onClose: () => void
  readonly children: ReactNode
  readonly footer?: ReactNode
  /** Whether a click beside it closes it; false for forms, which a slip must not lose. */
  readonly isLight?: boolean
}

/** A page in front of the page, with a named dialog role and a close button in the reader's language, which Blueprint's own headers do not have. */
export function Sheet({ title, shape, onClose, children, footer, isLight = false }: SheetProps) {
  const t = useT()
  const titleId = useId()
  useCountedSheet()
  // The sheet is taken away as a whole, so Blueprint cannot give the focus back.
  useFocusReturn()
  const content = (
    <>
      <div className="sheet-head">
        <h2 id={titleId}>{title}</h2>
        <Button variant="minimal" icon={<CrossIcon />} aria-label={t('common.close')} onClick={onClose} />
      </div>
      <div className="sheet-body" tabIndex={-1}>
        {children}
      </div>
      {footer === undefined ? null : <div className="sheet-foot">{footer}</div>}
    </>
  )
  if (shape !== 'drawer') {
    const className = shape === 'window' ? 'sheet is-window' : 'sheet'
    return (
      <Dialog isOpen className={className} aria-labelledby={titleId} canOutsideClickClose={isLight} onClose={onClose}>
        {content}
      </Dialog>
    )
  }
  return (
    <Drawer isOpen className="sheet-drawer" canOutsideClickClose={isLight} onClose={onClose}>
      <div className={`sheet ${Classes.DRAWER_BODY}`} role="dialog" aria-modal aria-labelledby={titleId}>
        {content}
      </div>
    </Drawer>
  )
}

import { Menu, MenuDivider, MenuItem, PopoverNext } from '#src/client/components/ui/popups/popover.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { TagAction } from './Tags.tsx'
import type { ShownTag } from './tags.ts'

interface Props {
  /** Pixels from the window's left and top. */
  readonly at: readonly [number, number]
  readonly tag: ShownTag
  readonly hasOthers: boolean
  readonly onAction: (action: TagAction) => void
  readonly onClose: () => void
}

/** What can be done with one tab and with those beside it. */
export default function TagMenu({ at: [left, top], tag, hasOthers, onAction, onClose }: Props) {
  const t = useT()
  return (
    <PopoverNext
      isOpen
      placement="bottom-start"
      arrow={false}
      animation="minimal"
      popoverClassName="navbar-popover"
      renderTarget={({ ref }) => <span ref={ref} className="tag-menu-point" style={{ left, top }} />}
      onInteraction={(isOpen) => {
        if (!isOpen) onClose()
      }}
      content={
        <Menu aria-label={tag.title}>
          <MenuItem text={t('common.refresh')} onClick={() => onAction('refresh')} />
          <MenuDivider />
          <MenuItem text={t('common.close')} disabled={tag.isAffixed} onClick={() => onAction('one')} />
          <MenuItem text={t('layout.tags.closeOthers')} disabled={!hasOthers} onClick={() => onAction('others')} />
          <MenuItem text={t('layout.tags.closeAll')} onClick={() => onAction('all')} />
        </Menu>
      }
    />
  )
}

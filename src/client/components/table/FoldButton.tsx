import { Button } from '@blueprintjs/core'
import { ChevronDownIcon, ChevronRightIcon } from '@blueprintjs/icons'
import { useT } from '#src/client/platform/i18n/index.ts'

/** Folds and unfolds one line of a tree. */
export function FoldButton({
  name,
  isOpen,
  onToggle,
}: {
  readonly name: string
  readonly isOpen: boolean
  readonly onToggle: () => void
}) {
  const t = useT()
  return (
    <Button
      variant="minimal"
      size="small"
      icon={isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
      aria-label={t(isOpen ? 'records.tree.collapse' : 'records.tree.expand', [name])}
      aria-expanded={isOpen}
      onClick={onToggle}
    />
  )
}

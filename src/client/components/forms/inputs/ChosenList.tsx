import '../forms.css'
import { Button } from '@blueprintjs/core'
import { SmallCrossIcon } from '@blueprintjs/icons'
import { useT } from '#src/client/platform/i18n/index.ts'

interface Props<Key> {
  /** What they are chosen for, read out. */
  readonly label: string
  readonly chosen: readonly { readonly key: Key; readonly label: string }[]
  readonly disabled: boolean
  readonly onRemove: (key: Key) => void
}

/** What is chosen out of many, in front of where more is chosen; nothing when there is nothing. */
export function ChosenList<Key extends string | number>({ label, chosen, disabled, onRemove }: Props<Key>) {
  const t = useT()
  if (chosen.length === 0) return null
  return (
    <ul className="chosen-list" aria-label={label}>
      {chosen.map((one) => (
        <li key={one.key} className={disabled ? 'is-fixed' : undefined}>
          {one.label}
          {disabled ? null : (
            <Button
              variant="minimal"
              size="small"
              icon={<SmallCrossIcon />}
              aria-label={t('records.input.removeOne', [one.label])}
              onClick={() => onRemove(one.key)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

import { useT } from '#src/client/platform/i18n/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'

const shortcuts = [
  ['walk', ['↑', '↓', '←', '→', 'Home', 'End']],
  ['open', ['Enter']],
  ['insert', ['+', 'Insert']],
  ['remove', ['Delete']],
  ['move', ['Alt ↑', 'Alt ↓']],
  ['branch', ['Alt ←', 'Alt →']],
  ['copy', ['Ctrl C', 'Ctrl X', 'Ctrl V']],
  ['undo', ['Ctrl Z', 'Ctrl Y']],
  ['fit', ['0']],
  ['help', ['?']],
] as const

/** What the keys do on the canvas. */
export function ShortcutList({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  return (
    <Sheet shape="dialog" isLight title={t('designer.shortcuts')} onClose={onClose}>
      <dl className="shortcut-list">
        {shortcuts.map(([name, keys]) => (
          <div key={name}>
            <dt>{t(`designer.keys.${name}`)}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}

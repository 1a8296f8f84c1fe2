import { Button } from '@blueprintjs/core'
import type { StateKind } from '#machines/ticket/definition.ts'
import { useT } from '#src/client/i18n/index.ts'
import { Sheet } from '#src/client/records/Sheet.tsx'
import { kindIcons, kinds } from './kinds.tsx'

interface Props {
  readonly onChoose: (kind: StateKind) => void
  readonly onClose: () => void
}

/** Which kind of state is put in, for those who came by keyboard. */
export function InsertMenu({ onChoose, onClose }: Props) {
  const t = useT()
  return (
    <Sheet shape="dialog" isLight title={t('designer.addAfter')} onClose={onClose}>
      <div className="insert-kinds">
        {kinds.map((kind, index) => (
          <Button
            key={kind}
            fill
            size="large"
            alignText="start"
            autoFocus={index === 0}
            icon={kindIcons[kind]}
            onClick={() => onChoose(kind)}
          >
            {t(`designer.kind.${kind}`)}
            <small>{t(`designer.kindHint.${kind}`)}</small>
          </Button>
        ))}
      </div>
    </Sheet>
  )
}

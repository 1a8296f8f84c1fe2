import { Button } from '@blueprintjs/core'
import { useT } from '#src/client/platform/i18n/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import { kindIcons, kinds, kindsInBranch } from '../kinds.tsx'
import type { Insertable } from '../model/branches.ts'

interface Props {
  /** It comes to lie in a branch, where not everything may stand. */
  readonly isInBranch: boolean
  readonly onChoose: (kind: Insertable) => void
  readonly onClose: () => void
}

/** What is put in, for those who came by keyboard. */
export function InsertMenu({ isInBranch, onChoose, onClose }: Props) {
  const t = useT()
  return (
    <Sheet shape="dialog" isLight title={t('designer.addAfter')} onClose={onClose}>
      <div className="insert-kinds">
        {(isInBranch ? kindsInBranch : kinds).map((kind, index) => (
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

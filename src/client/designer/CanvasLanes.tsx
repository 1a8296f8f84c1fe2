import { Button } from '@blueprintjs/core'
import { PlusIcon } from '@blueprintjs/icons'
import type { PlacedLane } from '#src/client/diagram/layout.ts'
import { useT } from '#src/client/i18n/index.ts'
import { useDesigner } from './context.ts'

interface Props {
  readonly lanes: readonly PlacedLane[]
  readonly onAdd: (fork: string) => void
}

/** Branches as lanes behind what stands in them, with the button that adds one. */
export function CanvasLanes({ lanes, onAdd }: Props) {
  const t = useT()
  const { stateName } = useDesigner()
  return lanes.map((lane, index) => (
    <div
      key={`${lane.fork} ${lane.way}`}
      className="canvas-lane"
      style={{ left: lane.x, top: lane.y, width: lane.width, height: lane.height }}
    >
      <span>{t('designer.branchNo', [lane.way])}</span>
      {lanes.slice(index + 1).some((other) => other.fork === lane.fork) ? null : (
        <Button
          variant="minimal"
          size="small"
          icon={<PlusIcon size={12} />}
          tabIndex={-1}
          aria-label={`${stateName(lane.fork)}${t('common.listSeparator')}${t('designer.addBranch')}`}
          title={t('designer.addBranch')}
          onClick={() => onAdd(lane.fork)}
        />
      )}
    </div>
  ))
}

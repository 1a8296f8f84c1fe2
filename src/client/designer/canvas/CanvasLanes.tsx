import { Button } from '@blueprintjs/core'
import { PlusIcon } from '@blueprintjs/icons'
import type { Home } from '#machines/ticket/definition/blocks.ts'
import type { PlacedLane } from '#src/client/components/diagram/layout.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDesigner } from '../context.ts'
import type { DragItem } from '../kinds.tsx'

interface Props {
  readonly lanes: readonly PlacedLane[]
  /** What is carried over the canvas now. */
  readonly dragged: DragItem | null
  readonly onAdd: (fork: string) => void
  readonly onDrag: (dragged: DragItem | null) => void
  /** A branch is put in the place of this one. */
  readonly onDrop: (branch: Home, to: number) => void
}

/** Branches as lanes behind what stands in them, with the button that adds one. */
export function CanvasLanes({ lanes, dragged, onAdd, onDrag, onDrop }: Props) {
  const t = useT()
  const { stateName } = useDesigner()
  const carried = dragged !== null && 'branch' in dragged ? dragged.branch : null
  return lanes.map((lane, index) => (
    // biome-ignore lint/a11y/noStaticElementInteractions: branches are moved by Alt and the arrow keys too.
    <div
      key={`${lane.fork} ${lane.number}`}
      className={`canvas-lane ${carried?.fork === lane.fork && carried.number !== lane.number ? 'is-target' : ''}`}
      draggable
      title={t('designer.dragBranch')}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', `${lane.fork} ${lane.number}`)
        onDrag({ branch: { fork: lane.fork, number: lane.number } })
      }}
      onDragEnd={() => onDrag(null)}
      onDragOver={(event) => {
        if (carried?.fork === lane.fork) event.preventDefault()
      }}
      onDrop={(event) => {
        if (carried?.fork !== lane.fork) return
        event.preventDefault()
        onDrop(carried, lane.number)
      }}
      style={{ left: lane.x, top: lane.y, width: lane.width, height: lane.height }}
    >
      <span>{t('designer.branchNo', [lane.number])}</span>
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

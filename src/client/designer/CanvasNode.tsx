import { FilterIcon, TimeIcon } from '@blueprintjs/icons'
import type { StateDefinition } from '#machines/ticket/definition.ts'
import { useT } from '#src/client/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/session/index.ts'
import { useDesigner } from './context.ts'
import { type Dragged, kindIcons } from './kinds.tsx'
import { card, type PlacedNode, stop } from './model/layout.ts'
import { sentenceOf } from './model/sentence.ts'
import { stateOf } from './model/states.ts'
import { useConditionWords, useParticipantText } from './words.ts'

interface NodeProps {
  readonly node: PlacedNode
  readonly isSelected: boolean
  /** On the path that shows a fault. */
  readonly isShown: boolean
  readonly onSelect: () => void
  readonly onOpen: () => void
  readonly onDrag: (dragged: Dragged | null) => void
}

/** A state as a card, or the round start and end. */
export function CanvasNode({ node, isSelected, isShown, onSelect, onOpen, onDrag }: NodeProps) {
  const { design, stateName, proof } = useDesigner()
  const state = stateOf(design.definition, node.id)
  const size = state === undefined ? stop : card
  const faults = proof?.faults.filter((fault) => fault.state === node.id).length ?? 0
  return (
    <button
      type="button"
      data-node={node.id}
      className={`canvas-node is-${state?.kind ?? 'stop'} ${isSelected ? 'is-selected' : ''} ${isShown ? 'is-shown' : ''} ${
        faults > 0 ? 'is-faulty' : ''
      }`}
      style={{ left: node.x - size.width / 2, top: node.y - size.height / 2, ...size }}
      tabIndex={isSelected ? 0 : -1}
      aria-pressed={isSelected}
      draggable={state !== undefined}
      onClick={onSelect}
      onDoubleClick={onOpen}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', node.id)
        onDrag({ key: node.id })
      }}
      onDragEnd={() => onDrag(null)}
    >
      {state === undefined ? stateName(node.id) : <Card state={state} faults={faults} />}
    </button>
  )
}

function Card({ state, faults }: { readonly state: StateDefinition; readonly faults: number }) {
  const t = useT()
  const word = useDictionaryLabel()
  const { stateName } = useDesigner()
  const words = useConditionWords()
  const who = useParticipantText()
  const { kind, mode, timers = [], enterWhen } = state
  const hours = Math.max(0, ...timers.map((timer) => timer.afterHours))
  return (
    <>
      <span className="canvas-node-head">
        {kindIcons[kind]}
        <span className="canvas-node-kind">{t(`designer.kind.${kind}`)}</span>
        {kind === 'cc' || mode === 'any' ? null : (
          <span className="canvas-node-mode">{word('approveMode', mode).replace(/\(.*\)/, '')}</span>
        )}
        {hours === 0 ? null : (
          <span className="canvas-node-time">
            <TimeIcon size={12} /> {t('designer.afterHours', [hours])}
          </span>
        )}
        {faults === 0 ? null : <span className="canvas-node-faults">{t('designer.faultOn', [faults])}</span>}
      </span>
      <span className="canvas-node-name">{stateName(state.key)}</span>
      <span className="canvas-node-line">{who(state.participant)}</span>
      {enterWhen === undefined ? null : (
        <span className="canvas-node-line is-condition">
          <FilterIcon size={12} /> {sentenceOf(enterWhen, words)}
        </span>
      )}
    </>
  )
}

import { FilterIcon, FlowEndIcon, TimeIcon } from '@blueprintjs/icons'
import { isGateway, type StateDefinition } from '#machines/ticket/definition/definition.ts'
import { card, gate, type PlacedNode, stop } from '#src/client/components/diagram/layout.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { useDesigner } from '../context.ts'
import { type DragItem, kindIcons } from '../kinds.tsx'
import { sentenceOf } from '../model/sentence.ts'
import { stateOf } from '../model/states.ts'
import { useConditionWords, useParticipantText } from '../words.ts'

interface NodeProps {
  readonly node: PlacedNode
  readonly isSelected: boolean
  /** On the path that shows a fault. */
  readonly isShown: boolean
  readonly onSelect: () => void
  readonly onOpen: () => void
  readonly onDrag: (dragged: DragItem | null) => void
}

/** A state as a card, or the round start and end. */
export function CanvasNode({ node, isSelected, isShown, onSelect, onOpen, onDrag }: NodeProps) {
  const { design, stateName, proof } = useDesigner()
  const state = stateOf(design.definition, node.id)
  const isGate = state !== undefined && isGateway(state)
  const size = state === undefined ? stop : isGate ? gate : card
  const faults = proof?.faults.filter((fault) => fault.state === node.id).length ?? 0
  return (
    <button
      type="button"
      data-node={node.id}
      className={`canvas-node is-${isGate ? 'gate' : (state?.kind ?? 'stop')} ${isSelected ? 'is-selected' : ''} ${isShown ? 'is-shown' : ''} ${
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
      {state === undefined ? (
        stateName(node.id)
      ) : isGate ? (
        <Gate state={state} faults={faults} />
      ) : (
        <Card state={state} faults={faults} />
      )}
    </button>
  )
}

interface CardProps {
  readonly state: StateDefinition
  readonly faults: number
}

/** A place where branches only part or meet. */
function Gate({ state, faults }: CardProps) {
  const t = useT()
  const { stateName } = useDesigner()
  return (
    <>
      {state.branch === undefined ? <FlowEndIcon size={14} /> : kindIcons[state.branch]}
      <span className="canvas-node-name">{stateName(state.key)}</span>
      {faults === 0 ? null : <span className="canvas-node-faults">{t('designer.faultOn', [faults])}</span>}
    </>
  )
}

function Card({ state, faults }: CardProps) {
  const t = useT()
  const word = useDictionaryLabel()
  const { stateName } = useDesigner()
  const words = useConditionWords()
  const who = useParticipantText()
  const { kind, mode, timers = [], enterWhen } = state
  const hours = Math.max(
    0,
    ...timers.flatMap(({ daysSetting, afterHours }) => (daysSetting === undefined ? afterHours : [])),
  )
  return (
    <>
      <span className="canvas-node-head">
        {kindIcons[kind]}
        <span className="canvas-node-kind">{t(`designer.kind.${kind}`)}</span>
        {kind === 'cc' || mode === 'any' ? null : (
          <span className="canvas-node-mode">{word('approveMode', mode).replace(/\(.*\)/, '')}</span>
        )}
        {state.branch === undefined ? null : (
          <span className="canvas-node-mode">{t(`designer.kind.${state.branch}`)}</span>
        )}
        {state.joinOf === undefined ? null : <span className="canvas-node-mode">{t('designer.joinTitle')}</span>}
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

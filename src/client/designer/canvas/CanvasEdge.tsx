import { Button } from '@blueprintjs/core'
import { PlusIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import type { PlacedEdge } from '#src/client/components/diagram/layout.ts'
import { Menu, MenuItem, PopoverNext } from '#src/client/components/ui/popups/popover.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useDesigner } from '../context.ts'
import { kindIcons, kinds, kindsInBranch } from '../kinds.tsx'
import { type Insertable, liesInBranch } from '../model/branches.ts'
import { sentenceOf } from '../model/sentence.ts'
import { stateOf } from '../model/states.ts'
import { transitionsFrom } from '../model/transitions.ts'
import { useConditionWords } from '../words.ts'

interface EdgeProps {
  readonly edge: PlacedEdge
  readonly isSelected: boolean
  /** Something is being carried that may be dropped here. */
  readonly isTarget: boolean
  readonly onSelect: () => void
  readonly onOpen: () => void
  readonly onInsert: (kind: Insertable) => void
  readonly onDrop: () => void
}

/** What stands on a transition: its condition where it has a choice, and the button that puts a state in. */
export function CanvasEdge({ edge, isSelected, isTarget, onSelect, onOpen, onInsert, onDrop }: EdgeProps) {
  const t = useT()
  const language = useLanguage()
  const words = useConditionWords()
  const { design, stateName } = useDesigner()
  const [isOver, setOver] = useState(false)
  const transition = design.definition.transitions[edge.index]
  if (transition === undefined) return null
  const { branch } = stateOf(design.definition, edge.from) ?? {}
  const hasChoice = transitionsFrom(design.definition, edge.from).length > 1 && branch !== 'parallel'
  const rest = t(branch === undefined ? 'designer.otherwise' : 'designer.branchElse')
  const sentence = transition.when === undefined ? rest : sentenceOf(transition.when, words)
  const text = t('designer.transitionText', [stateName(edge.from), stateName(edge.to)])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is dropped here can be put here by the button too.
    <div
      className={`canvas-edge ${isSelected ? 'is-selected' : ''} ${isTarget ? 'is-target' : ''} ${isOver ? 'is-over' : ''}`}
      style={{ left: edge.middle.x, top: edge.middle.y }}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onDrop()
      }}
    >
      <PopoverNext
        placement="right"
        arrow={false}
        animation="minimal"
        content={
          <Menu>
            {(liesInBranch(design.definition, edge.index) ? kindsInBranch : kinds).map((kind) => (
              <MenuItem
                key={kind}
                icon={kindIcons[kind]}
                text={t(`designer.kind.${kind}`)}
                label={t(`designer.kindHint.${kind}`)}
                onClick={() => onInsert(kind)}
              />
            ))}
          </Menu>
        }
      >
        <Button
          className="canvas-plus"
          size="small"
          icon={<PlusIcon size={12} />}
          tabIndex={-1}
          aria-label={t('designer.addHere', [stateName(edge.from), stateName(edge.to)])}
          title={t('designer.addHere', [stateName(edge.from), stateName(edge.to)])}
        />
      </PopoverNext>
      {hasChoice ? (
        <button
          type="button"
          className={`canvas-transition ${branch === undefined ? '' : 'is-branch'}`}
          aria-pressed={isSelected}
          aria-label={`${text}${t('common.listSeparator')}${sentence}`}
          title={sentence}
          onClick={() => {
            onSelect()
            onOpen()
          }}
        >
          {transition.label?.[language] ?? sentence}
        </button>
      ) : null}
    </div>
  )
}

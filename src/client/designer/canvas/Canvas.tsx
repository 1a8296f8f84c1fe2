import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { ArrowMarker } from '#src/client/components/diagram/ArrowMarker.tsx'
import { curve, placeAll } from '#src/client/components/diagram/layout.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDesigner } from '../context.ts'
import type { DragItem } from '../kinds.tsx'
import {
  addBranch,
  type Insertable,
  insertBranches,
  isBranching,
  liesInBranch,
  takeAway,
  withoutTransition,
} from '../model/branches.ts'
import { type Clip, clipOf, pasteClip } from '../model/clips.ts'
import { newLeaf } from '../model/conditions.ts'
import { branchOf, moveBranch, moveTo, shift as shifted } from '../model/moves.ts'
import { insertState, newState, stateOf } from '../model/states.ts'
import { transitionsAlong } from '../model/trail.ts'
import { placeAfter } from '../model/transitions.ts'
import { isStep, walk } from '../model/walk.ts'
import { ShortcutList } from '../ShortcutList.tsx'
import type { Selection } from '../selection.ts'
import { CanvasEdge } from './CanvasEdge.tsx'
import { CanvasLanes } from './CanvasLanes.tsx'
import { CanvasNode } from './CanvasNode.tsx'
import { CanvasTools } from './CanvasTools.tsx'
import { InsertMenu } from './InsertMenu.tsx'

interface CanvasProps {
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  /** Opens the settings of what is selected. */
  readonly onOpen: () => void
  /** A click opens the settings at once, for they stand in front of the canvas. */
  readonly opensAtOnce: boolean
  /** States of the path that shows a fault. */
  readonly path: readonly string[]
}

const zooms = { least: 0.4, most: 1.4, step: 0.1 }

/** The statechart to work on: by mouse, by touch, and by keyboard alone. */
export function Canvas({ selection, onSelect, onOpen, opensAtOnce, path }: CanvasProps) {
  const t = useT()
  const { design, define, facts, undo, redo, mayUndo, mayRedo } = useDesigner()
  const { definition } = design
  const [fact] = facts
  const leaf = fact === undefined ? undefined : newLeaf(fact)
  const view = useRef<HTMLElement>(null)
  const placed = useMemo(() => placeAll(definition), [definition])
  const trail = useMemo(() => transitionsAlong(definition, path), [definition, path])
  const [zoom, setZoom] = useState(1)
  const [copied, setCopied] = useState<Clip | null>(null)
  const [dragged, setDragged] = useState<DragItem | null>(null)
  const [insertAt, setInsertAt] = useState<number | null>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const chosen = selection?.type === 'node' ? selection.key : null
  // What was selected may have gone with a step back.
  const key = placed.nodes.some(({ id }) => id === chosen) ? chosen : null
  const state = stateOf(definition, key)

  // The focus follows the selection while it is in the picture, also when the node is new.
  useEffect(() => {
    if (key === null || !view.current?.contains(document.activeElement)) return
    const node = view.current.querySelector<HTMLElement>(`[data-node="${key}"]`)
    node?.focus({ preventScroll: true })
    node?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [key])

  // A node that goes with a step back takes the focus along; the keys are wanted here all the same.
  const isInside = useRef(false)
  useEffect(() => {
    if (isInside.current && placed.width > 0 && document.activeElement === document.body) view.current?.focus()
  }, [placed])

  const select = (next: string): void => onSelect({ type: 'node', key: next })
  const take = (next: { readonly definition: WorkflowDefinition; readonly key: string }): void => {
    define(() => next.definition)
    select(next.key)
  }
  const insert = (kind: Insertable, at: number): void => {
    if (isBranching(kind)) take(insertBranches(definition, at, kind, leaf))
    else {
      const made = newState(definition, kind)
      take({ definition: insertState(definition, at, made), key: made.key })
    }
    setInsertAt(null)
    view.current?.focus()
  }
  const remove = (): void => {
    if (selection?.type === 'transition') {
      define((before) => withoutTransition(before, selection.index))
      onSelect(null)
      return
    }
    if (state === undefined) return
    const next = walk(definition, placed, state.key, 'ArrowDown')
    // What has the focus is about to go.
    view.current?.focus()
    define((before) => takeAway(before, state.key))
    select(next)
  }
  const paste = (): void => {
    if (copied !== null) take(pasteClip(definition, placeAfter(definition, key), copied))
  }
  const copy = (): void => {
    if (state !== undefined) setCopied(clipOf(definition, state.key))
  }
  const shift = (step: -1 | 1): void => {
    if (state !== undefined) define((before) => shifted(before, state.key, step))
  }
  const shiftBranch = (step: -1 | 1): void => {
    const branch = state === undefined ? undefined : branchOf(definition, state.key)
    if (branch !== undefined) define((before) => moveBranch(before, branch, branch.number + step))
  }
  const fit = (): void => {
    const room = view.current
    if (room === null) return
    const share = Math.min((room.clientWidth - 16) / placed.width, (room.clientHeight - 16) / placed.height, 1)
    setZoom(Math.max(zooms.least, share))
  }
  const drop = (at: number): void => {
    if (dragged === null) return
    if ('kind' in dragged) insert(dragged.kind, at)
    else if ('key' in dragged) define((before) => moveTo(before, dragged.key, at))
    setDragged(null)
  }

  const actions: Readonly<Record<string, () => void>> = {
    Enter: onOpen,
    Insert: () => setInsertAt(placeAfter(definition, key)),
    '+': () => setInsertAt(placeAfter(definition, key)),
    Delete: remove,
    Backspace: remove,
    '0': fit,
    '?': () => setHelpOpen(true),
    'Alt+ArrowUp': () => shift(-1),
    'Alt+ArrowDown': () => shift(1),
    'Alt+ArrowLeft': () => shiftBranch(-1),
    'Alt+ArrowRight': () => shiftBranch(1),
    'Ctrl+c': copy,
    'Ctrl+x': () => {
      copy()
      remove()
    },
    'Ctrl+v': paste,
  }
  const handleKey = (event: KeyboardEvent): void => {
    const isButton = event.target instanceof HTMLElement && event.target.closest('[data-node]') === null
    // What stands on a transition is a button of its own.
    if (isButton && event.target !== view.current) return
    const held = `${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}`
    const name = held === 'Ctrl+' ? `Ctrl+${event.key.toLowerCase()}` : `${held}${event.key}`
    const action = actions[name]
    if (action !== undefined) {
      event.preventDefault()
      action()
    } else if (held === '' && isStep(event.key)) {
      event.preventDefault()
      select(walk(definition, placed, key ?? 'start', event.key))
    }
  }

  return (
    <div className="card canvas">
      <CanvasTools
        zoom={zoom}
        onZoom={(step) => setZoom((now) => Math.min(zooms.most, Math.max(zooms.least, now + step * zooms.step)))}
        onFit={fit}
        onHelp={() => setHelpOpen(true)}
        onInsert={(kind) => insert(kind, placeAfter(definition, key))}
        onDrag={setDragged}
        actions={{
          undo: mayUndo ? undo : null,
          redo: mayRedo ? redo : null,
          copy: state === undefined ? null : copy,
          paste: copied === null ? null : paste,
          earlier: state === undefined ? null : () => shift(-1),
          later: state === undefined ? null : () => shift(1),
          removeState: state === undefined ? null : remove,
        }}
      />
      <section
        ref={view}
        className={`canvas-view ${dragged === null ? '' : 'is-dropping'}`}
        aria-label={t('designer.canvas')}
        aria-describedby="canvas-help"
        tabIndex={key === null ? 0 : -1}
        onFocus={() => {
          isInside.current = true
        }}
        onBlur={({ relatedTarget }) => {
          isInside.current = relatedTarget === null && isInside.current
        }}
        onKeyDown={handleKey}
      >
        <p id="canvas-help" className="canvas-help">
          {t('designer.help')}
        </p>
        <div className="canvas-room" style={{ width: placed.width * zoom, height: placed.height * zoom }}>
          <div className="canvas-picture" style={{ width: placed.width, height: placed.height, scale: String(zoom) }}>
            <CanvasLanes
              lanes={placed.lanes}
              dragged={dragged}
              onAdd={(fork) => take(addBranch(definition, fork, leaf))}
              onDrag={setDragged}
              onDrop={(branch, to) => {
                define((before) => moveBranch(before, branch, to))
                setDragged(null)
              }}
            />
            <svg width={placed.width} height={placed.height} aria-hidden>
              <ArrowMarker id="designer-arrow" />
              {placed.edges.map((edge) => (
                <path
                  key={edge.index}
                  d={curve(edge.points)}
                  className={`canvas-line ${trail.has(edge.index) ? 'is-shown' : ''} ${
                    selection?.type === 'transition' && selection.index === edge.index ? 'is-selected' : ''
                  } ${definition.transitions[edge.index]?.when === undefined ? '' : 'is-conditional'}`}
                  markerEnd="url(#designer-arrow)"
                />
              ))}
            </svg>
            {placed.nodes.map((node) => (
              <CanvasNode
                key={node.id}
                node={node}
                isSelected={node.id === key}
                isShown={path.includes(node.id)}
                onSelect={() => {
                  select(node.id)
                  if (opensAtOnce) onOpen()
                }}
                onOpen={() => {
                  select(node.id)
                  onOpen()
                }}
                onDrag={setDragged}
              />
            ))}
            {placed.edges.map((edge) => (
              <CanvasEdge
                key={edge.index}
                edge={edge}
                isSelected={selection?.type === 'transition' && selection.index === edge.index}
                isTarget={dragged !== null && !('branch' in dragged)}
                onSelect={() => onSelect({ type: 'transition', index: edge.index })}
                onOpen={onOpen}
                onInsert={(kind) => insert(kind, edge.index)}
                onDrop={() => drop(edge.index)}
              />
            ))}
          </div>
        </div>
      </section>
      {insertAt === null ? null : (
        <InsertMenu
          isInBranch={liesInBranch(definition, insertAt)}
          onChoose={(kind) => insert(kind, insertAt)}
          onClose={() => setInsertAt(null)}
        />
      )}
      {isHelpOpen ? <ShortcutList onClose={() => setHelpOpen(false)} /> : null}
    </div>
  )
}

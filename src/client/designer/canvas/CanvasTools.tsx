import { Button, ButtonGroup } from '@blueprintjs/core'
import {
  ArrowDownIcon,
  ArrowUpIcon,
  ClipboardIcon,
  DuplicateIcon,
  KeyCommandIcon,
  RedoIcon,
  TrashIcon,
  UndoIcon,
  ZoomInIcon,
  ZoomOutIcon,
  ZoomToFitIcon,
} from '@blueprintjs/icons'
import type { ReactElement } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { type DragItem, kindIcons, kinds } from '../kinds.tsx'
import { type Insertable, isBranching } from '../model/branches.ts'

const actionIcons = {
  undo: <UndoIcon />,
  redo: <RedoIcon />,
  copy: <DuplicateIcon />,
  paste: <ClipboardIcon />,
  earlier: <ArrowUpIcon />,
  later: <ArrowDownIcon />,
  removeState: <TrashIcon />,
} as const satisfies Readonly<Record<string, ReactElement>>
type Action = keyof typeof actionIcons
const actionNames = Object.keys(actionIcons) as readonly Action[]

interface ToolsProps {
  readonly zoom: number
  readonly onZoom: (step: -1 | 1) => void
  readonly onFit: () => void
  readonly onHelp: () => void
  readonly onInsert: (kind: Insertable) => void
  readonly onDrag: (dragged: DragItem | null) => void
  /** What can be done now; null where it cannot. */
  readonly actions: Readonly<Record<Action, (() => void) | null>>
}

/** The palette, and what can be done with what is selected. */
export function CanvasTools({ zoom, onZoom, onFit, onHelp, onInsert, onDrag, actions }: ToolsProps) {
  const t = useT()
  return (
    <div className="canvas-tools" role="toolbar" aria-label={t('designer.canvas')}>
      <ButtonGroup className="canvas-palette">
        {kinds.map((kind) => (
          <Button
            key={kind}
            className={`is-${kind}`}
            icon={<span className="canvas-kind">{kindIcons[kind]}</span>}
            text={t(`designer.kind.${kind}`)}
            title={t(`designer.kindHint.${kind}`)}
            aria-label={t(isBranching(kind) ? 'designer.addBranches' : 'designer.add', [t(`designer.kind.${kind}`)])}
            draggable
            onClick={() => onInsert(kind)}
            onDragStart={(event) => {
              event.dataTransfer.setData('text/plain', kind)
              onDrag({ kind })
            }}
            onDragEnd={() => onDrag(null)}
          />
        ))}
      </ButtonGroup>
      <ButtonGroup variant="minimal">
        {actionNames.map((name) => (
          <Button
            key={name}
            icon={actionIcons[name]}
            aria-label={t(`designer.${name}`)}
            title={t(`designer.${name}`)}
            aria-disabled={actions[name] === null}
            className={actions[name] === null ? 'is-idle' : ''}
            onClick={() => actions[name]?.()}
          />
        ))}
      </ButtonGroup>
      <ButtonGroup variant="minimal" className="canvas-zoom">
        <Button
          icon={<ZoomOutIcon />}
          aria-label={t('designer.zoomOut')}
          title={t('designer.zoomOut')}
          onClick={() => onZoom(-1)}
        />
        <output>{`${Math.round(zoom * 100)}%`}</output>
        <Button
          icon={<ZoomInIcon />}
          aria-label={t('designer.zoomIn')}
          title={t('designer.zoomIn')}
          onClick={() => onZoom(1)}
        />
        <Button icon={<ZoomToFitIcon />} aria-label={t('designer.fit')} title={t('designer.fit')} onClick={onFit} />
        <Button
          icon={<KeyCommandIcon />}
          aria-label={t('designer.shortcuts')}
          title={t('designer.shortcuts')}
          onClick={onHelp}
        />
      </ButtonGroup>
    </div>
  )
}

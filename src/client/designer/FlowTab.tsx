import { useRef, useState } from 'react'
import { useNarrow } from '#src/client/forms/useNarrow.ts'
import { useT } from '#src/client/i18n/index.ts'
import { Sheet } from '#src/client/records/Sheet.tsx'
import { Canvas } from './Canvas.tsx'
import { useDesigner } from './context.ts'
import { Inspector } from './Inspector.tsx'
import { stateOf } from './model/states.ts'
import { ProofPanel } from './ProofPanel.tsx'
import { isThere, type Selection } from './selection.ts'

/** Pixels below which the settings open in front of the canvas instead of beside it. */
const NARROW = 900

/** The statechart, the settings of what is selected in it, and what its proof says. */
export function FlowTab() {
  const t = useT()
  const { design, stateName } = useDesigner()
  const root = useRef<HTMLDivElement>(null)
  const isNarrow = useNarrow(root, NARROW)
  const [selected, setSelected] = useState<Selection>(null)
  const [isOpen, setOpen] = useState(false)
  const [path, setPath] = useState<readonly string[]>([])
  const selection = isThere(design.definition, selected) ? selected : null
  const open = (): void => {
    setOpen(true)
    // Beside the canvas the settings are already there.
    if (!isNarrow) document.querySelector<HTMLElement>('.inspector input, .inspector select')?.focus()
  }
  const title =
    selection?.type === 'node' && stateOf(design.definition, selection.key) !== undefined
      ? stateName(selection.key)
      : t('designer.inspector')
  return (
    <div className={`flow ${isNarrow ? 'is-narrow' : ''}`} ref={root}>
      <div className="flow-main">
        <Canvas selection={selection} onSelect={setSelected} onOpen={open} opensAtOnce={isNarrow} path={path} />
        <ProofPanel
          path={path}
          onShow={(fault) => {
            setPath(fault?.path ?? [])
            if (fault?.state != null) setSelected({ type: 'node', key: fault.state })
          }}
        />
      </div>
      {isNarrow ? (
        isOpen && selection !== null ? (
          <Sheet shape="drawer" isLight title={title} onClose={() => setOpen(false)}>
            <Inspector selection={selection} onSelect={setSelected} />
          </Sheet>
        ) : null
      ) : (
        <aside className="card flow-side" aria-label={t('designer.inspector')}>
          <Inspector selection={selection} onSelect={setSelected} />
        </aside>
      )}
    </div>
  )
}

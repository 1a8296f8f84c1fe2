import { useRef } from 'react'
import { useNarrow } from '#src/client/components/forms/useNarrow.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import { Canvas } from './canvas/Canvas.tsx'
import { useDesigner } from './context.ts'
import { stateOf } from './model/states.ts'
import { type Fault, ProofPanel } from './ProofPanel.tsx'
import { useQuickFix } from './quickFix.ts'
import { isThere } from './selection.ts'
import { Inspector } from './settings/Inspector.tsx'

/** Pixels below which the settings open in front of the canvas instead of beside it. */
const NARROW = 900

const NO_PATH: readonly string[] = []

/** The same fault in what the proof says now; its words may have changed with a name. */
const standing = ({ rule, state, message }: Fault, faults: readonly Fault[]): Fault | undefined => {
  const same = faults.filter((fault) => fault.rule === rule && fault.state === state)
  return same.find((fault) => fault.message === message) ?? same[0]
}

/** The statechart, the settings of what is selected in it, and what its proof says. */
export function FlowTab() {
  const t = useT()
  const { design, stateName, proof } = useDesigner()
  const root = useRef<HTMLDivElement>(null)
  const isNarrow = useNarrow(root, NARROW)
  const { selected, setSelected, isOpen, setOpen, shown, setShown, goToSetting: mend } = useQuickFix()
  // What was mended is drawn no more, and a fault that stays is drawn as it is now.
  const path = (shown && standing(shown, proof ? [...proof.faults, ...proof.warnings] : [])?.path) ?? NO_PATH
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
          onMend={mend}
          onShow={(fault) => {
            setShown(fault)
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

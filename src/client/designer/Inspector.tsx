import { useT } from '#src/client/i18n/index.ts'
import { useDesigner } from './context.ts'
import { stateOf } from './model/states.ts'
import { StateSettings } from './StateSettings.tsx'
import type { Selection } from './selection.ts'
import { WaySettings } from './WaySettings.tsx'
import { WaysOn } from './WaysOn.tsx'

interface InspectorProps {
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
}

/** The settings of what is selected on the canvas. */
export function Inspector({ selection, onSelect }: InspectorProps) {
  const t = useT()
  const { design } = useDesigner()
  const { definition } = design
  if (selection?.type === 'way')
    return <WaySettings key={selection.index} index={selection.index} onSelect={onSelect} />
  const state = stateOf(definition, selection?.key ?? null)
  if (state !== undefined) return <StateSettings key={state.key} state={state} onSelect={onSelect} />
  return (
    <div className="inspector">
      <p className="inspector-empty">
        {selection?.key === 'start'
          ? t('designer.startText')
          : selection?.key === 'end'
            ? t('designer.endText')
            : t('designer.nothing')}
      </p>
      {selection?.key === 'start' ? <WaysOn from="start" onSelect={onSelect} /> : null}
      <p className="inspector-hint">{t('designer.overview', [definition.states.length])}</p>
    </div>
  )
}

import { useT } from '#src/client/platform/i18n/index.ts'
import { useDesigner } from '../context.ts'
import { stateOf } from '../model/states.ts'
import type { Selection } from '../selection.ts'
import { StateSettings } from './StateSettings.tsx'
import { TransitionSettings } from './TransitionSettings.tsx'
import { TransitionsOn } from './TransitionsOn.tsx'

interface InspectorProps {
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
}

/** What to do first, for whoever opens a designer for the first time. */
const firstSteps = ['insert', 'settings', 'form', 'publish'] as const

/** The settings of what is selected on the canvas. */
export function Inspector({ selection, onSelect }: InspectorProps) {
  const t = useT()
  const { design } = useDesigner()
  const { definition } = design
  if (selection?.type === 'transition')
    return <TransitionSettings key={selection.index} index={selection.index} onSelect={onSelect} />
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
      {selection === null ? (
        <ol className="inspector-first">
          {firstSteps.map((step) => (
            <li key={step}>{t(`designer.begin.${step}`)}</li>
          ))}
        </ol>
      ) : null}
      {selection?.key === 'start' ? <TransitionsOn from="start" onSelect={onSelect} /> : null}
      <p className="inspector-hint">{t('designer.overview', [definition.states.length])}</p>
    </div>
  )
}

import './workflows.css'
import { Callout } from '@blueprintjs/core'
import type { Alteration } from '#machines/ticket/verify/diff.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import type { DiffAnswer } from '#src/define/workflows/designs.ts'

/** What differs between two versions: by behaviour, and in what they are. */
export function Difference({ diff }: { readonly diff: DiffAnswer }) {
  const t = useT()
  const language = useLanguage()
  const nameOf = (key: string): string =>
    key === 'start' || key === 'end' ? t(`ticket.diagram.${key}`) : (diff.names[key]?.[language] ?? key)
  const routeText = (states: readonly string[]): string =>
    states.length === 0 ? t('workflows.noState') : states.map(nameOf).join(' → ')
  const sentence = (one: Alteration): string => {
    if (one.what === 'workflowChanged')
      return t('workflows.altered.workflowChanged', [t(`workflows.whole.${one.property}`)])
    if (one.what === 'stateChanged')
      return t('workflows.altered.stateChanged', [nameOf(one.state), t(`workflows.property.${one.property}`)])
    return 'state' in one
      ? t(`workflows.altered.${one.what}`, [nameOf(one.state)])
      : t(`workflows.altered.${one.what}`, [nameOf(one.from), nameOf(one.to)])
  }
  const words = [
    ...diff.alterations.map(sentence),
    ...diff.fields.map(({ label, what }) => t(`workflows.fieldAltered.${what}`, [label])),
    ...diff.basics.map((name) => t('workflows.altered.workflowChanged', [t(`workflows.basicsOf.${name}`)])),
  ]
  if (words.length === 0) return <Callout intent="success">{t('workflows.noDifference')}</Callout>
  return (
    <>
      <h3>{t('workflows.behaviour')}</h3>
      {diff.detours.length === 0 ? (
        <p className="ticket-soft">{t(diff.isComplete ? 'workflows.noDetour' : 'workflows.notCompared')}</p>
      ) : (
        <ul className="workflow-detours">
          {diff.detours.map((detour) => (
            <li key={`${detour.before.join()} ${detour.after.join()}`}>
              <strong>
                {detour.example === '' ? t('workflows.allApplications') : t('workflows.example', [detour.example])}
              </strong>
              <div>{t('workflows.routeBefore', [routeText(detour.before)])}</div>
              <div>{t('workflows.routeAfter', [routeText(detour.after)])}</div>
            </li>
          ))}
        </ul>
      )}
      <h3>{t('workflows.content')}</h3>
      <ul className="workflow-alterations">
        {words.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  )
}

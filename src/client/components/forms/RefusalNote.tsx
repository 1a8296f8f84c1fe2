import './forms.css'
import { Callout } from '@blueprintjs/core'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useProblemText } from '#src/client/platform/session/index.ts'
import { focusProblem } from './focus.ts'
import { type FormProblems, orderedProblems, REFUSAL } from './form.ts'
import type { Labels } from './kinds.ts'

interface RefusalNoteProps {
  /** Prefix of the ids of the form's controls. */
  readonly prefix: string
  /** Names of the fields in the order they stand on the screen. */
  readonly order: readonly string[]
  readonly labels: Labels
  readonly problems: FormProblems
  /** Problems that are named; the rest is counted, since the fields say it themselves. */
  readonly most?: number
}

/** As many as fit beside a button at the end of a form. */
const MAX_PROBLEMS = 5

/** Nothing stands where something has to: what to do is said, not that it is required. */
const isMissing = (list: FormProblems[string]): boolean =>
  list?.length === 1 && typeof list[0] !== 'string' && list[0]?.key === 'check.required'

/** Why a form was not taken, beside its button: each problem leads to its field. */
export function RefusalNote({ prefix, order, labels, problems, most = MAX_PROBLEMS }: RefusalNoteProps) {
  const t = useT()
  const problemText = useProblemText()
  const { ofFields, ofForm } = orderedProblems(problems, order)
  if (ofFields.length === 0 && ofForm.length === 0) return null
  const sentences = (list: FormProblems[string]): string =>
    list.map((problem) => (typeof problem === 'string' ? problem : problemText(problem))).join(' ')
  const nameOf = (path: string): string => {
    const [name = '', row, column] = path.split('.')
    if (row === undefined || column === undefined) return labels(name)
    return t('records.form.problemLine', [labels(name), Number(row) + 1, labels(`${name}.${column}`)])
  }
  const more = ofFields.length - most
  return (
    <div id={`${prefix}${REFUSAL}`} tabIndex={-1} className="form-refusal">
      <Callout compact intent="danger" title={t('records.form.refused')}>
        {ofForm.length === 0 ? null : <p role="alert">{sentences(ofForm)}</p>}
        {ofFields.length === 0 ? null : (
          <ul>
            {ofFields.slice(0, most).map(([path, list]) => (
              <li key={path}>
                <button type="button" onClick={() => focusProblem(prefix, path)}>
                  {isMissing(list)
                    ? t('records.form.missing', [nameOf(path)])
                    : t('records.form.problemAt', [nameOf(path), sentences(list)])}
                </button>
              </li>
            ))}
            {more > 0 ? <li>{t('records.form.refusedMore', [more])}</li> : null}
          </ul>
        )}
      </Callout>
    </div>
  )
}

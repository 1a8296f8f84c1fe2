import { FormGroup, TextArea } from '@blueprintjs/core'
import { useId } from 'react'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { MovesAnswer } from '#src/define/workflows/workflowMoves.ts'

/** Shortest reason of a move by hand (WF-09). */
export const REASON = 5

/** Which state takes in what stands in which, by key. */
export type Mapping = Readonly<Record<string, string>>

/** The mapping as it stands in the address of the page: `old:new,old:new`. */
export const mappingText = (mapping: Mapping): string =>
  Object.entries(mapping)
    .map((pair) => pair.join(':'))
    .join(',')

/** And back; whatever is no pair is left out. */
export const mappingOf = (text: string): Mapping =>
  Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const [from = '', to = ''] = pair.split(':')
      return from === '' || to === '' ? [] : [[from, to]]
    }),
  )

interface MoveMappingProps {
  readonly answer: MovesAnswer
  readonly mapping: Mapping
  readonly comment: string
  readonly onMap: (mapping: Mapping) => void
  readonly onComment: (comment: string) => void
}

/** 25.11: an administrator says which state takes in the tickets that cannot be moved by their log. */
export function MoveMapping({ answer, mapping, comment, onMap, onComment }: MoveMappingProps) {
  const t = useT()
  const id = useId()
  const { stands, targets } = answer
  const map = (from: string, to: string): void => {
    const { [from]: _, ...others } = mapping
    onMap(to === '' ? others : { ...others, [from]: to })
  }
  return (
    <section className="card workflow-panel moves-mapping" aria-label={t('workflowMoves.byHand')}>
      <h2>{t('workflowMoves.byHand')}</h2>
      <p className="ticket-soft">{t('workflowMoves.byHandLead')}</p>
      <ul className="moves-map">
        {stands.map((state) => {
          const fitting = targets.filter(({ key }) => state.fitting.includes(key) || mapping[state.key] === key)
          return (
            <li key={state.key}>
              <span>
                {state.name}
                <span className="ticket-soft"> · {t('workflowMoves.standing', [state.tickets])}</span>
              </span>
              {fitting.length === 0 ? (
                <span className="ticket-soft">{t('workflowMoves.noTarget')}</span>
              ) : (
                <SelectBox
                  fill
                  aria-label={t('workflowMoves.takenInBy', [state.name])}
                  value={mapping[state.key] ?? ''}
                  options={[
                    { value: '', label: t('workflowMoves.unmapped') },
                    ...fitting.map(({ key, name, brings }) => ({
                      value: key,
                      label: brings === null ? name : t(`workflowMoves.brings.${brings}`, [name]),
                    })),
                  ]}
                  onChange={(event) => map(state.key, event.currentTarget.value)}
                />
              )}
            </li>
          )
        })}
      </ul>
      {Object.keys(mapping).length > 0 ? (
        <FormGroup
          label={t('workflowMoves.comment')}
          labelFor={id}
          labelInfo={t('workflowMoves.commentNeed', [REASON])}
          className="moves-comment"
        >
          <TextArea
            id={id}
            fill
            maxLength={500}
            value={comment}
            onChange={(event) => onComment(event.currentTarget.value)}
          />
        </FormGroup>
      ) : null}
    </section>
  )
}

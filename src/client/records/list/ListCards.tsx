import { Checkbox } from '@blueprintjs/core'
import { toggleId } from '#src/client/components/table/choice.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { cellContent, isSentence, type ListBodyProps, openerOf } from './ListTable.tsx'
import { defaultOrdering, isSortable } from './query.ts'

/** A list below 600 px: a card per row, sorted by a select since there are no heads. */
export function ListCards({ record, labels, list, columns, own, nameOf, actionsOf, onOpen, selection }: ListBodyProps) {
  const t = useT()
  const sortable = columns.filter((name) => isSortable(record, name))
  const head = openerOf(record, columns)
  const rest = columns.filter((name) => name !== head)
  return (
    <>
      {sortable.length === 0 ? null : (
        <SelectBox
          fill
          aria-label={t('records.list.sort')}
          value={list.query.ordering}
          onChange={(event) => list.change({ ordering: event.target.value })}
          className="list-cards-sort"
        >
          {sortable.includes(defaultOrdering(record).replace(/^-/, '')) ? null : (
            <option value={defaultOrdering(record)}>{t('records.list.defaultOrder')}</option>
          )}
          {sortable.map((name) => [
            <option key={name} value={name}>
              {t('records.list.rising', [labels(name)])}
            </option>,
            <option key={`-${name}`} value={`-${name}`}>
              {t('records.list.falling', [labels(name)])}
            </option>,
          ])}
        </SelectBox>
      )}
      <ul className="list-cards" aria-busy={list.isFetching}>
        {list.rows.map((row) => {
          const cell = (name: string) => cellContent({ record, name, own: own[name], labels, row })
          return (
            <li key={row.id} className="list-card">
              <div className="list-card-head">
                {selection === null ? null : (
                  <Checkbox
                    aria-label={t('records.list.selectRow', [nameOf(row)])}
                    checked={selection.ids.has(row.id)}
                    onChange={() => selection.onChange((chosen) => toggleId(chosen, row.id))}
                  />
                )}
                {head === undefined ? null : onOpen === undefined ? (
                  <strong>{cell(head)}</strong>
                ) : (
                  <button type="button" className="list-open" onClick={() => onOpen(row)}>
                    {cell(head)}
                  </button>
                )}
              </div>
              <dl>
                {rest.map((name) => (
                  <div key={name} className={isSentence(record, name) ? 'is-sentence' : undefined}>
                    <dt>{labels(name)}</dt>
                    <dd>{cell(name)}</dd>
                  </div>
                ))}
              </dl>
              {actionsOf === null ? null : <div className="list-card-foot">{actionsOf(row)}</div>}
            </li>
          )
        })}
      </ul>
    </>
  )
}

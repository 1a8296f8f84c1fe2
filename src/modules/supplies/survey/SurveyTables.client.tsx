import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { EmptyState, NoValue } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { cellText } from './cell.ts'
import type { SurveyLine, SurveyMatrix, SurveyTotal } from './survey.types.ts'

function Cell({ line }: { readonly line: SurveyLine | null }) {
  const t = useT()
  if (line === null) return <NoValue />
  const text = line.qty === 0 ? t('survey.notTaken') : cellText(line)
  return (
    <span className={line.isConfirmed ? 'clothing-cell' : 'clothing-cell survey-open'}>
      {text === '' ? t('survey.unknown') : text}
      {line.isConfirmed ? null : <span className="survey-mark"> {t('survey.unconfirmed')}</span>}
    </span>
  )
}

/** Person x item; what is not confirmed is marked by a word, not by its colour alone. */
export function SurveyPeople({ matrix, onlyOpen }: { readonly matrix: SurveyMatrix; readonly onlyOpen: boolean }) {
  const t = useT()
  const people = onlyOpen
    ? matrix.people.filter(({ lines }) => lines.some((line) => line !== null && !line.isConfirmed))
    : matrix.people
  if (people.length === 0) return <EmptyState compact title={t('survey.everybody')} />
  return (
    <div className="list">
      <DataTable
        className="list-table"
        region={{ className: 'list-scroll is-comfortable', label: t('survey.region') }}
        rows={people}
        keyOf={({ id }) => id}
        columns={[
          { name: 'empNo', head: t('survey.empNo'), cell: ({ empNo }) => empNo },
          { name: 'person', head: t('survey.person'), isRowHead: true, cell: ({ name }) => name },
          { name: 'dept', head: t('survey.dept'), cell: ({ dept }) => dept },
          ...matrix.items.map((item, index) => ({
            name: String(item.id),
            head: item.name,
            cell: (row: SurveyMatrix['people'][number]) => <Cell line={row.lines[index] ?? null} />,
          })),
        ]}
      />
    </div>
  )
}

/** Pieces by item and size, and what of them is not in the stores. */
export function SurveyTotals({ rows }: { readonly rows: readonly SurveyTotal[] }) {
  const t = useT()
  return (
    <>
      <div className="list">
        <DataTable
          className="list-table"
          region={{ className: 'list-scroll is-comfortable', label: t('survey.totals') }}
          rows={rows}
          keyOf={({ itemId, size }) => `${itemId}/${size}`}
          columns={[
            { name: 'item', head: t('survey.item'), isRowHead: true, cell: ({ name }) => name },
            {
              name: 'size',
              head: t('survey.size'),
              cell: ({ size }) =>
                size === null ? (
                  <span className="clothing-due">{t('survey.unknown')}</span>
                ) : size === '' ? (
                  <NoValue />
                ) : (
                  size
                ),
            },
            { name: 'confirmed', head: t('survey.confirmed'), isRight: true, cell: ({ confirmed }) => confirmed },
            { name: 'proposed', head: t('survey.proposed'), isRight: true, cell: ({ proposed }) => proposed },
            { name: 'spread', head: t('survey.spread'), isRight: true, cell: ({ spread }) => spread },
            {
              name: 'available',
              head: t('survey.available'),
              isRight: true,
              cell: ({ size, available }) => (size === null ? <NoValue /> : available),
            },
            {
              name: 'toOrder',
              head: t('survey.toOrder'),
              isRight: true,
              cell: ({ size, toOrder }) => (size === null ? <NoValue /> : <strong>{toOrder}</strong>),
            },
          ]}
        />
      </div>
      {rows.some(({ spread }) => spread > 0) ? <p className="personal-hint">{t('survey.spreadHint')}</p> : null}
    </>
  )
}

import { Button, HTMLSelect } from '@blueprintjs/core'
import { ChevronLeftIcon, ChevronRightIcon } from '@blueprintjs/icons'
import { useT } from '#src/client/i18n/index.ts'
import { pagesAround } from './pageNumbers.ts'
import { pageSizes } from './query.ts'

interface PaginationProps {
  readonly page: number
  readonly limit: number
  readonly total: number
  readonly isNarrow: boolean
  readonly onChange: (change: { page: number } | { limit: number }) => void
}

/** Total, page size and pages of a list. */
export function Pagination({ page, limit, total, isNarrow, onChange }: PaginationProps) {
  const t = useT()
  const last = Math.max(1, Math.ceil(total / limit))
  return (
    <div className="pagination">
      <span className="pagination-total" role="status">{t('records.list.total', [total])}</span>
      <HTMLSelect
        aria-label={t('records.list.pageSize')}
        value={limit}
        onChange={(event) => onChange({ limit: Number(event.target.value) })}
        options={pageSizes.map((size) => ({ value: size, label: t('records.list.perPage', [size]) }))}
      />
      <nav aria-label={t('records.list.pages')}>
        <Button variant="minimal" icon={<ChevronLeftIcon />} aria-label={t('records.list.previous')} disabled={page <= 1} onClick={() => onChange({ page: page - 1 })} />
        {isNarrow ? (
          <span className="pagination-place">{page} / {last}</span>
        ) : (
          pagesAround(page, last).map((place, index) =>
            place === null ? (
              <span key={`gap-${index}`} className="pagination-gap" aria-hidden>…</span>
            ) : (
              <Button
                key={place}
                variant="minimal"
                className={place === page ? 'pagination-current' : ''}
                aria-label={t('records.list.page', [place])}
                aria-current={place === page ? 'page' : undefined}
                text={place}
                onClick={() => onChange({ page: place })}
              />
            ),
          )
        )}
        <Button variant="minimal" icon={<ChevronRightIcon />} aria-label={t('records.list.next')} disabled={page >= last} onClick={() => onChange({ page: page + 1 })} />
      </nav>
    </div>
  )
}

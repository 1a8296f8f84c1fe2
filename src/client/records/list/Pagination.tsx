import '../records.css'
import { Button } from '@blueprintjs/core'
import { ChevronLeftIcon, ChevronRightIcon } from '@blueprintjs/icons'
import { useRef } from 'react'
import { useNarrow } from '#src/client/components/forms/useNarrow.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { pagesAround } from './pageNumbers.ts'
import { pageSizes } from './query.ts'

interface PaginationProps {
  readonly page: number
  readonly limit: number
  readonly total: number
  /** Another page size starts at page 1. */
  readonly onChange: (next: { readonly page: number; readonly limit: number }) => void
}

/** Pixels below which the numbers of the pages give way to `3 / 7`. */
const NUMBERS_FROM = 560

/** Total, page size and pages of a list. */
export function Pagination({ page, limit, total, onChange }: PaginationProps) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const isNarrow = useNarrow(box, NUMBERS_FROM)
  const go = (place: number): void => onChange({ page: place, limit })
  const last = Math.max(1, Math.ceil(total / limit))
  return (
    <div className="pagination" ref={box}>
      <span className="pagination-total" role="status">
        {t('records.list.total', [total])}
      </span>
      <SelectBox
        aria-label={t('records.list.pageSize')}
        value={limit}
        onChange={(event) => onChange({ page: 1, limit: Number(event.target.value) })}
        options={pageSizes.map((size) => ({ value: size, label: t('records.list.perPage', [size]) }))}
      />
      <nav aria-label={t('records.list.pages')}>
        <Button
          variant="minimal"
          icon={<ChevronLeftIcon />}
          aria-label={t('records.list.previous')}
          disabled={page <= 1}
          onClick={() => go(page - 1)}
        />
        {isNarrow ? (
          <span className="pagination-place">
            {page} / {last}
          </span>
        ) : (
          pagesAround(page, last).map((place, index) =>
            place === null ? (
              <span key={index === 1 ? 'gap-before' : 'gap-after'} className="pagination-gap" aria-hidden>
                …
              </span>
            ) : (
              <Button
                key={place}
                variant="minimal"
                className={place === page ? 'pagination-current' : ''}
                aria-label={t('records.list.page', [place])}
                aria-current={place === page ? 'page' : undefined}
                text={place}
                onClick={() => go(place)}
              />
            ),
          )
        )}
        <Button
          variant="minimal"
          icon={<ChevronRightIcon />}
          aria-label={t('records.list.next')}
          disabled={page >= last}
          onClick={() => go(page + 1)}
        />
      </nav>
    </div>
  )
}

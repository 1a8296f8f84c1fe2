import '../records.css'
import { useMemo, useRef } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useNarrow } from '#src/client/components/forms/useNarrow.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import { ListCards } from '../list/ListCards.tsx'
import { ListState } from '../list/ListState.tsx'
import { type ListBodyProps, ListTable } from '../list/ListTable.tsx'
import { Pagination } from '../list/Pagination.tsx'
import { listPlaceOf, placeOf } from '../list/places.ts'
import { useRecordTexts } from '../useRecordTexts.ts'
import { useRelatedList } from './useRelatedList.ts'

/** Pixels below which a table becomes cards. */
const CARDS_BELOW = 480

/** Columns that fit beside the details; the list itself has the others. */
const COLUMNS_BESIDE = 6

interface RelatedListProps {
  readonly record: RecordDefinition
  /** The field by which the rows name the row of the details, whose id is `id`. */
  readonly by: string
  readonly id: number
}

/** The rows of another record that name the row of the details; each leads to its own list. */
export function RelatedList({ record, by, id }: RelatedListProps) {
  const t = useT()
  const may = useMayCheck()
  const navigate = useNavigate()
  const texts = useRecordTexts(record)
  const fixed = useMemo(() => ({ [by]: String(id) }), [by, id])
  const list = useRelatedList(record, fixed)
  const box = useRef<HTMLDivElement>(null)
  const isNarrow = useNarrow(box, CARDS_BELOW)
  const whole = listPlaceOf(record.name, fixed)
  const mayOpen = whole !== null && record.permissions.retrieve !== undefined && may(record.permissions.retrieve)
  const body: ListBodyProps = {
    record,
    labels: texts.labels,
    list,
    columns: record.list.columns.filter((name) => name !== by && name !== 'deptId').slice(0, COLUMNS_BESIDE),
    own: {},
    nameOf: texts.nameOf,
    actionsOf: null,
    onOpen: mayOpen
      ? (row) => {
          const place = placeOf(record.name, row.id)
          if (place !== null) void navigate(place)
        }
      : undefined,
    selection: null,
  }
  return (
    <div className="list is-related" ref={box}>
      <ListState list={list}>
        {isNarrow ? <ListCards {...body} /> : <ListTable {...body} density="compact" title={texts.title} />}
      </ListState>
      {list.total === 0 ? null : (
        <>
          <Pagination page={list.query.page} limit={list.query.limit} total={list.total} onChange={list.change} />
          {whole === null ? null : (
            <p className="related-whole">
              <Link to={whole}>{t('records.detail.wholeList')}</Link>
            </p>
          )}
        </>
      )}
    </div>
  )
}

import './page.css'
import { useT } from '#src/client/platform/i18n/index.ts'
import { RecordDetail } from '#src/client/records/detail/RecordDetail.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { supervisionItem } from '../items/supervision-item.ts'
import { DueLight } from './DaysLeft.client.tsx'
import { ItemActions } from './ItemActions.client.tsx'

/** How an item stands, with its first due date beside the current one (SUP-02), and everything else of it. */
export function ItemDetail({ row }: { readonly row: RecordRow }) {
  const t = useT()
  const { dueDate, firstDueDate, progress } = row
  return (
    <>
      <div className="item-head">
        <DueLight row={row} />
        <span>
          {dueDate === firstDueDate
            ? t('supervisionPage.due', [String(dueDate)])
            : t('supervisionPage.dueFirst', [String(dueDate), String(firstDueDate)])}
        </span>
        <span className="item-progress">
          <progress max={100} value={Number(progress)} aria-label={t('records.supervisionItem.fields.progress')} />
          {t('supervisionPage.progress', [Number(progress)])}
        </span>
        <ItemActions row={row} />
      </div>
      <RecordDetail record={supervisionItem} row={row} />
    </>
  )
}

import { Button } from '@blueprintjs/core'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { valuesOf } from '#src/client/records/model.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { textIn } from '#src/fields/values.ts'
import { inspectRound } from '../inspection/inspection-records.ts'

/** A round that is due, with how much there is to check. */
export function RoundCard({ row, onReport }: { readonly row: RecordRow; readonly onReport: () => void }) {
  const t = useT()
  const round = valuesOf(inspectRound.fields, row)
  const title = String(row.planIdLabel)
  return (
    <li className="card repair-work-card">
      <h3>{title}</h3>
      <p className="repair-work-facts">
        <span>{t('repairWork.dueOn', [textIn(round.dueOn)])}</span>
        <span>{t('repairWork.checks', [rowsOf(round.items).length])}</span>
      </p>
      <div className="repair-work-actions">
        <Button
          size="large"
          className="is-next"
          intent="primary"
          text={t('records.inspectRound.actions.report')}
          aria-label={`${t('records.inspectRound.actions.report')} ${title}`}
          onClick={onReport}
        />
      </div>
    </li>
  )
}

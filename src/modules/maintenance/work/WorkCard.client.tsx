import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { DictionaryText, StateChip } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { rightsOn } from '#src/client/records/list/rowActions.ts'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { valuesOf } from '#src/client/records/model.ts'
import { fileIdsIn, textIn } from '#src/fields/values.ts'
import { DueChip } from '../orders/DueChip.client.tsx'
import { workOrder } from '../orders/work-order.ts'
import { WorkPhotos } from './WorkPhotos.client.tsx'
import { isNext, type WorkAction, workActionsIn } from './workDay.ts'

interface WorkCardProps {
  readonly row: RecordRow
  readonly onAct: (name: WorkAction) => Promise<void>
}

/** An order as the worker sees it on the way: its photos, where it is and whom to call, its limit, and what comes next within reach of the thumb. */
export function WorkCard({ row, onAct }: WorkCardProps) {
  const t = useT()
  const may = useMayCheck()
  const [isBusy, setBusy] = useState(false)
  const order = valuesOf(workOrder.fields, row)
  const open = workActionsIn(rightsOn(workOrder, row, may).actions.map(([name]) => name))
  const act = async (name: WorkAction): Promise<void> => {
    setBusy(true)
    await onAct(name).finally(() => setBusy(false))
  }
  const [mobile, planAt] = [textIn(order.mobile), textIn(order.planAt)]
  const photos = [...fileIdsIn(order.photos), ...fileIdsIn(order.beforePhotos)]
  return (
    <li className={`card repair-work-card is-${textIn(order.slaLight)}`}>
      {photos.length === 0 ? null : (
        <WorkPhotos ids={photos} label={t('repairWork.photosOf', [textIn(order.location)])} />
      )}
      <div className="repair-line">
        <StateChip dictionary="workOrderState" value={textIn(order.state)} />
        {row.urgency === 'normal' ? null : <StateChip dictionary="urgency" value={textIn(order.urgency)} />}
        <DueChip row={row} />
      </div>
      <h3>
        <Link to={`/maintenance?tab=orders&id=${row.id}`}>{textIn(order.location)}</Link>
      </h3>
      <p>{textIn(order.description)}</p>
      <p className="repair-work-facts">
        <DictionaryText dictionary="maintCategory" value={textIn(order.category)} />
        {typeof row.assetIdLabel === 'string' ? <span>{row.assetIdLabel}</span> : null}
        {planAt === '' ? null : <span>{t('repair.planIs', [planAt.slice(5, 16)])}</span>}
        <span>
          {textIn(order.contactName)} {mobile === '' ? null : <a href={`tel:${mobile}`}>{mobile}</a>}
        </span>
      </p>
      <div className="repair-work-actions">
        {open.map((name) => (
          <Button
            key={name}
            size="large"
            className={isNext(name) ? 'is-next' : ''}
            disabled={isBusy}
            intent={isNext(name) ? (name === 'finish' ? 'success' : 'primary') : 'none'}
            text={t(`records.workOrder.actions.${name}`)}
            aria-label={`${t(`records.workOrder.actions.${name}`)} ${textIn(order.no)}`}
            onClick={() => ignoreApiError(act(name))}
          />
        ))}
      </div>
    </li>
  )
}

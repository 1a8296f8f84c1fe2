import './order.css'
import { Button } from '@blueprintjs/core'
import { PrintIcon } from '@blueprintjs/icons'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { browserTime } from '#src/client/components/forms/given.ts'
import { NoValue, StateChip, toast } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { PostForm } from '#src/client/records/form/PostForm.tsx'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import { PrintSheets } from '#src/client/records/print/PrintSheets.tsx'
import { type Fields, person } from '#src/fields/field.ts'
import { workOrder } from './work-order.ts'

const fields: Fields = { workerId: person({ required: true, role: 'maintenanceWorker' }) }
const sheetFields = [
  'no',
  'state',
  'source',
  'category',
  'urgency',
  'dueAt',
  'location',
  'roomId',
  'assetId',
  'description',
  'applicantId',
  'deptId',
  'contactName',
  'mobile',
  'workerId',
  'vendorId',
  'planAt',
  'reportedAt',
  'result',
]
const noNames: readonly string[] = []
const noItems = () => []

interface Chosen {
  readonly ids: readonly number[]
  readonly done: () => void
}

/** 维修单: the light of the time limit in colour, what is late at one press, and many orders given to one worker. */
export function OrderList() {
  const t = useT()
  const mayDispatch = useMay('maintenance:Dispatch')
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [printed, setPrinted] = useState<readonly number[] | null>(null)
  const [params, setParams] = useSearchParams()
  const isLateOnly = params.has('dueAt_before')
  const more = useMemo((): ListAdditions => {
    const showLate = (): void =>
      setParams((now) => {
        const next = new URLSearchParams(now)
        next.delete('page')
        if (isLateOnly) next.delete('dueAt_before')
        else next.set('dueAt_before', browserTime().now)
        return next
      })
    return {
      columns: workOrder.list.columns,
      own: {
        slaLight: {
          label: t('records.workOrder.fields.slaLight'),
          render: ({ slaLight }) =>
            slaLight === 'done' ? <NoValue /> : <StateChip dictionary="slaLight" value={String(slaLight)} />,
        },
      },
      parameters: noNames,
      filters: (
        <div className="repair-late">
          <Button aria-pressed={isLateOnly} active={isLateOnly} text={t('repair.lateOnly')} onClick={showLate} />
        </div>
      ),
      itemsOf: noItems,
      bulk: (ids: readonly number[], done: () => void) => (
        <>
          {mayDispatch ? (
            <Button
              size="small"
              intent="primary"
              variant="outlined"
              text={t('records.workOrder.actions.dispatch')}
              onClick={() => setChosen({ ids, done })}
            />
          ) : null}
          <Button
            size="small"
            variant="outlined"
            icon={<PrintIcon />}
            text={t('repair.printSheet')}
            onClick={() => setPrinted(ids)}
          />
        </>
      ),
    }
  }, [t, mayDispatch, isLateOnly, setParams])
  return (
    <>
      <RecordList record={workOrder} more={more} emptyText={t('repair.none')} />
      {printed === null ? null : (
        <PrintSheets
          record={workOrder}
          ids={printed}
          title={t('repair.sheet')}
          fields={sheetFields}
          blanks={[t('repair.sheetParts'), t('repair.sheetHours'), t('repair.sheetWorker'), t('repair.sheetApplicant')]}
          onClose={() => setPrinted(null)}
        />
      )}
      {chosen === null ? null : (
        <PostForm<{ dispatched: number; skipped: number }>
          title={t('repair.dispatchMany', [chosen.ids.length])}
          path="/api/maintenance/dispatch/"
          record="workOrder"
          fields={fields}
          fixed={{ ids: chosen.ids }}
          labels={() => t('records.workOrder.fields.workerId')}
          submitText={t('records.workOrder.actions.dispatch')}
          onDone={({ dispatched, skipped }) => {
            chosen.done()
            setChosen(null)
            toast(skipped === 0 ? 'success' : 'info', t('repair.dispatchedMany', [dispatched, skipped]))
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}

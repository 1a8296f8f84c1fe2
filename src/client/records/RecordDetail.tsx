import './sheets.css'
import { Button, Tab, Tabs } from '@blueprintjs/core'
import { EditIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { FieldText } from '#src/client/forms/FieldInput.tsx'
import { isWide } from '#src/client/forms/registry.ts'
import { useT } from '#src/client/i18n/index.ts'
import { useMayCheck } from '#src/client/session/index.ts'
import { FailedState, SkeletonRows } from '#src/client/ui/index.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import { FormDrawer } from './FormDrawer.tsx'
import { detailFields } from './model.ts'
import { rightsOn } from './rowActions.ts'
import { Sheet } from './Sheet.tsx'
import { Timeline } from './Timeline.tsx'
import { useRecordRow } from './useRecordForm.ts'
import type { RecordRow } from './useRecordList.ts'
import { useRecordTexts } from './useRecordTexts.ts'

/** Basic and Timeline of one row (DETAIL-STD). */
export function RecordDetail({ record, row }: { readonly record: RecordDefinition; readonly row: RecordRow }) {
  const t = useT()
  const { labels } = useRecordTexts(record)
  const basic = (
    <dl className="detail-fields">
      {Object.entries(detailFields(record)).map(([name, field]) => (
        <div key={name} className={isWide(field) ? 'is-wide' : ''}>
          <dt>{labels(name)}</dt>
          <dd>
            <FieldText field={field} name={name} value={row[name]} row={row} labels={labels} />
          </dd>
        </div>
      ))}
    </dl>
  )
  return (
    <Tabs id={`${record.name}-${row.id}`} className="record-tabs" renderActiveTabPanelOnly>
      <Tab id="basic" title={t('records.detail.basic')} panel={basic} />
      <Tab id="timeline" title={t('records.detail.timeline')} panel={<Timeline record={record} id={row.id} />} />
    </Tabs>
  )
}

/** One row beside its list; editing opens the form above it. */
export function DetailDrawer({
  record,
  id,
  onClose,
}: {
  readonly record: RecordDefinition
  readonly id: number
  readonly onClose: () => void
}) {
  const t = useT()
  const may = useMayCheck()
  const texts = useRecordTexts(record)
  const [isEditing, setEditing] = useState(false)
  const { data: row, error, refetch } = useRecordRow(record, id)
  const mayEdit = row !== undefined && rightsOn(record, row, may).edit
  return (
    <Sheet
      isLight
      shape="drawer"
      title={row === undefined ? texts.title : texts.nameOf(row)}
      onClose={onClose}
      {...(mayEdit
        ? { footer: <Button icon={<EditIcon />} text={t('common.edit')} onClick={() => setEditing(true)} /> }
        : {})}
    >
      {row !== undefined ? (
        <RecordDetail record={record} row={row} />
      ) : error === null ? (
        <SkeletonRows rows={8} />
      ) : (
        <FailedState error={error} onRetry={() => void refetch()} />
      )}
      {isEditing ? <FormDrawer record={record} id={id} onClose={() => setEditing(false)} /> : null}
    </Sheet>
  )
}

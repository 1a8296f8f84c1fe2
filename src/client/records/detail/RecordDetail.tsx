import '../list/sheets.css'
import { Button, Callout, Tab } from '@blueprintjs/core'
import { EditIcon } from '@blueprintjs/icons'
import { type ComponentType, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { FieldText } from '#src/client/components/forms/display/FieldText.tsx'
import { isWide } from '#src/client/components/forms/display/texts.ts'
import { FailedState, PageTabs, SkeletonRows } from '#src/client/components/ui/index.ts'
import { ApiError, codes } from '#src/client/platform/http/error.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { recordNamed } from '#src/client/platform/parts/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import { visibility } from '#src/fields/conditions.ts'
import type { Field } from '#src/fields/field.ts'
import { FormDrawer } from '../form/FormDrawer.tsx'
import { useRecordRow } from '../form/useRecordForm.ts'
import { rightsOn } from '../list/rowActions.ts'
import { Sheet } from '../list/Sheet.tsx'
import type { RecordRow } from '../list/useRecordList.ts'
import { detailParts, fieldOf, headFields, valuesOf } from '../model.ts'
import { useRecordTexts } from '../useRecordTexts.ts'
import { RelatedRows } from './Related.tsx'
import { RelatedList } from './RelatedList.tsx'
import { Timeline } from './Timeline.tsx'

/** State and key amounts, then Basic, one tab for each sub-table, Attachments, one for each list of its own, Timeline and Related of one row (DETAIL-STD). */
export function RecordDetail({ record, row }: { readonly record: RecordDefinition; readonly row: RecordRow }) {
  const t = useT()
  const { labels } = useRecordTexts(record)
  const may = useMayCheck()
  const [params, setParams] = useSearchParams()
  const { basic: all, lines, files } = detailParts(record)
  const hidden = hiddenFields(record, row)
  const basic = all.filter(([name]) => !hidden.has(name))
  const lists = (record.related ?? []).flatMap(({ record: name, by }) => {
    const listed = recordNamed(name)
    return may(listed.permissions.search) ? [{ listed, by }] : []
  })
  const keys = [
    'basic',
    ...lines.map(([name]) => name),
    ...(files.length === 0 ? [] : ['attachments']),
    ...lists.map(({ listed }) => listed.name),
    'timeline',
    'related',
  ]
  const key = params.get('detail') ?? ''
  const shown = keys.includes(key) ? key : 'basic'
  // The tab stands in the address beside the row, so that a link can lead to it; `tab` names the list behind.
  const choose = (tab: string | number): void =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.set('detail', String(tab))
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const shownValue = ([name, field]: readonly [string, Field]) => (
    <FieldText field={field} name={name} value={row[name]} row={row} labels={labels} />
  )
  return (
    <>
      <DetailHead record={record} row={row} />
      <PageTabs id={`${record.name}-${row.id}`} selectedTabId={shown} onChange={choose}>
        <Tab
          id="basic"
          title={t('records.detail.basic')}
          panel={
            <dl className="detail-fields">
              {basic.map(([name, field]) => (
                <div key={name} className={isWide(field) ? 'is-wide' : ''}>
                  <dt>{labels(name)}</dt>
                  <dd>{shownValue([name, field])}</dd>
                </div>
              ))}
            </dl>
          }
        />
        {lines.map(([name, field]) => (
          <Tab key={name} id={name} title={labels(name)} panel={<div>{shownValue([name, field])}</div>} />
        ))}
        {files.length === 0 ? null : (
          <Tab
            id="attachments"
            title={t('records.detail.attachments')}
            panel={
              <dl className="detail-fields">
                {files.map(([name, field]) => (
                  <div key={name} className="is-wide">
                    <dt>{labels(name)}</dt>
                    <dd>{shownValue([name, field])}</dd>
                  </div>
                ))}
              </dl>
            }
          />
        )}
        {lists.map(({ listed, by }) => (
          <Tab
            key={listed.name}
            id={listed.name}
            title={t(`records.${listed.name}.title`)}
            panel={<RelatedList record={listed} by={by} id={row.id} />}
          />
        ))}
        <Tab id="timeline" title={t('records.detail.timeline')} panel={<Timeline record={record} id={row.id} />} />
        <Tab id="related" title={t('records.detail.related')} panel={<RelatedRows record={record} id={row.id} />} />
      </PageTabs>
    </>
  )
}

/** Fields that say nothing of this row, since their condition does not hold: those without a value, and computed ones, since what a blind count comes to stands after it. */
function hiddenFields(record: RecordDefinition, row: RecordRow): ReadonlySet<string> {
  const { visible } = visibility(record.fields, valuesOf(record.fields, row))
  return new Set(
    Object.entries(record.fields).flatMap(([name, { computed, visibleWhen }]) =>
      visibleWhen !== undefined && !visible.has(name) && (computed === true || row[name] == null) ? [name] : [],
    ),
  )
}

/** What is asked first: in which state it is, and how much. */
function DetailHead({ record, row }: { readonly record: RecordDefinition; readonly row: RecordRow }) {
  const { labels } = useRecordTexts(record)
  const { states, amounts } = headFields(record)
  const hidden = hiddenFields(record, row)
  const shown = [...states, ...amounts].filter(
    (name) => row[name] !== null && row[name] !== undefined && !hidden.has(name),
  )
  if (shown.length === 0) return null
  return (
    <dl className="detail-head">
      {shown.map((name) => {
        const field = fieldOf(record, name)
        return field === undefined ? null : (
          <div key={name}>
            <dt>{labels(name)}</dt>
            <dd>
              <FieldText field={field} name={name} value={row[name]} row={row} labels={labels} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** One row beside its list; editing opens the form above it. */
export function DetailDrawer({
  record,
  id,
  Detail,
  onClose,
}: {
  readonly record: RecordDefinition
  readonly id: number
  /** Draws the row instead of the tabs of DETAIL-STD. */
  readonly Detail?: ComponentType<{ readonly row: RecordRow }> | undefined
  readonly onClose: () => void
}) {
  const t = useT()
  const may = useMayCheck()
  const texts = useRecordTexts(record)
  const [isEditing, setEditing] = useState(false)
  const { data: row, error, refetch } = useRecordRow(record, id)
  // What is read stays when its row goes, and says so.
  const isGone =
    row !== undefined && error instanceof ApiError && (error.code === codes.notFound || error.code === codes.forbidden)
  const mayEdit = row !== undefined && !isGone && rightsOn(record, row, may).edit
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
      {isGone ? (
        <Callout intent="warning" role="alert" className="form-notice">
          {t('records.bound.left')}
        </Callout>
      ) : null}
      {row !== undefined && Detail !== undefined ? (
        <Detail row={row} />
      ) : row !== undefined ? (
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

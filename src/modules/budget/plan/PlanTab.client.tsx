import './plan.css'
import { Button } from '@blueprintjs/core'
import { AddIcon } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import {
  confirmDialog,
  EmptyState,
  MoneyText,
  SkeletonRows,
  StateChip,
  toast,
} from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { addressOf } from '#src/client/records/address.ts'
import { FormDrawer } from '#src/client/records/form/FormDrawer.tsx'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { PlanEditor } from './PlanEditor.client.tsx'
import type { PlanUnit } from './plan.types.ts'
import { useOverview } from './plan-calls.client.tsx'
import { yearPlan } from './year-plan.ts'

/** Years before the current one that can be looked at. */
const YEARS_BACK = 3

/** 30.2: the year and its departments on the left, the list of plans or one plan's sheet on the right. */
export function PlanTab() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const yearParam = Number(params.get('planYear')) || null
  const planId = Number(params.get('plan')) || null
  const { data } = useOverview(yearParam)
  const [created, setCreated] = useState<{ year: number; deptId: number } | null>(null)
  const change = useCallback(
    (values: Readonly<Record<string, string | null>>) =>
      setParams((now) => {
        const next = new URLSearchParams(now)
        next.set('tab', 'plans')
        for (const [name, value] of Object.entries(values)) {
          if (value === null) next.delete(name)
          else next.set(name, value)
        }
        return next
      }),
    [setParams],
  )
  const open = (unit: PlanUnit): void => {
    if (unit.id === null) setCreated(data === undefined ? null : { year: data.year, deptId: unit.deptId })
    else change({ plan: String(unit.id) })
  }
  if (data === undefined) return <SkeletonRows rows={8} />
  const years = Array.from({ length: YEARS_BACK + 2 }, (_, index) => data.current + 1 - index)
  return (
    <div className="plan-desk">
      <aside className="plan-side" aria-label={t('yearPlan.units')}>
        <div className="plan-year">
          <SelectBox
            aria-label={t('records.yearPlan.fields.year')}
            value={data.year}
            options={years.map((year) => ({ value: year, label: t('yearPlan.year_', [year]) }))}
            onChange={(event) => change({ planYear: event.currentTarget.value, plan: null })}
          />
          {data.figures ? <StateChip dictionary="budgetYearState" value={data.figures.state} /> : null}
        </div>
        <dl className="plan-figures">
          <dt>{t('records.budgetYear.fields.controlTotal')}</dt>
          <dd>
            <MoneyText value={data.figures?.controlTotal} />
          </dd>
          <dt>{t('yearPlan.planned')}</dt>
          <dd>
            <MoneyText value={data.figures?.planned} />
          </dd>
          <dt>{t('yearPlan.published_')}</dt>
          <dd>
            <MoneyText value={data.figures?.published} />
          </dd>
        </dl>
        <Units units={data.units} chosen={planId} onOpen={open} />
        <Remind year={data.year} units={data.units} />
      </aside>
      <div className="plan-main">
        {planId === null ? (
          <PlanList year={data.year} onOpen={(row) => change({ plan: String(row.id) })} />
        ) : (
          <PlanEditor key={planId} id={planId} onClose={() => change({ plan: null })} />
        )}
      </div>
      {created === null ? null : (
        <FormDrawer
          record={yearPlan}
          id={null}
          preset={created}
          onSaved={(answer) => change({ plan: String((answer as RecordRow).id) })}
          onClose={() => setCreated(null)}
        />
      )}
    </div>
  )
}

function Units({
  units,
  chosen,
  onOpen,
}: {
  readonly units: readonly PlanUnit[]
  readonly chosen: number | null
  readonly onOpen: (unit: PlanUnit) => void
}) {
  const t = useT()
  const language = useLanguage()
  const mayCreate = useMayCheck()('yearPlan:Create')
  if (units.length === 0) return <EmptyState title={t('yearPlan.none')} />
  return (
    <ul className="plan-units">
      {units.map((unit) => (
        <li key={unit.deptId}>
          <button
            type="button"
            className="plan-unit"
            aria-current={unit.id !== null && unit.id === chosen ? 'true' : undefined}
            disabled={unit.id === null && !mayCreate}
            onClick={() => onOpen(unit)}
          >
            <span className="plan-unit-name">{language === 'en' && unit.nameEn ? unit.nameEn : unit.name}</span>
            {unit.state === null ? (
              <span className="plan-unit-state">
                {mayCreate ? <AddIcon size={12} /> : null} {t(mayCreate ? 'yearPlan.start' : 'yearPlan.missing')}
              </span>
            ) : (
              <StateChip dictionary="yearPlanState" value={unit.state} />
            )}
            {unit.amount === null ? null : <MoneyText value={unit.amount} />}
          </button>
        </li>
      ))}
    </ul>
  )
}

const isMissing = ({ state }: PlanUnit): boolean => state === null || state === 'draft' || state === 'returned'

function Remind({ year, units }: { readonly year: number; readonly units: readonly PlanUnit[] }) {
  const t = useT()
  const may = useMayCheck()
  const missing = units.filter(isMissing).length
  if (!may('yearPlan:Review') || missing === 0) return null
  const remind = async (): Promise<void> => {
    if (!(await confirmDialog({ text: t('yearPlan.remindMany', [missing]) }))) return
    const { reminded } = await api.post('/api/budget/plan_remind/', { year }, { key: newKey() })
    toast('success', t('yearPlan.reminded', [reminded]))
  }
  return <Button fill text={t('yearPlan.remindButton', [missing])} onClick={() => ignoreApiError(remind())} />
}

const noColumns: NonNullable<ListAdditions['own']> = {}
const noItems = (): [] => []
const noNames: readonly string[] = []

function PlanList({ year, onOpen }: { readonly year: number; readonly onOpen: (row: RecordRow) => void }) {
  const t = useT()
  const may = useMayCheck()
  const fixed = useMemo(() => ({ year: String(year) }), [year])
  const more: ListAdditions = useMemo(
    () => ({
      columns: yearPlan.list.columns,
      own: noColumns,
      parameters: noNames,
      itemsOf: noItems,
      ...(may('yearPlan:Publish') && {
        bulk: (ids: readonly number[], done: () => void) => <PublishMany ids={ids} onDone={done} />,
      }),
    }),
    [may],
  )
  return <RecordList record={yearPlan} fixed={fixed} more={more} emptyText={t('yearPlan.none')} onOpen={onOpen} />
}

/** Publishes the chosen plans one after the other: each whole or not at all (BUD-24). */
function PublishMany({ ids, onDone }: { readonly ids: readonly number[]; readonly onDone: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const publish = async (): Promise<void> => {
    if (!(await confirmDialog({ text: t('yearPlan.publishMany', [ids.length]) }))) return
    const refused: string[] = []
    for (const id of ids) {
      try {
        await api.post(`${addressOf(yearPlan)}${id}/publish/`, {}, { key: newKey(), quiet: true })
      } catch (error) {
        refused.push(error instanceof Error ? error.message : String(error))
      }
    }
    await client.invalidateQueries({ queryKey: ['yearPlan'] })
    if (refused.length === 0) toast('success', t('yearPlan.publishedMany', [ids.length]))
    else toast('warning', t('yearPlan.refusedMany', [ids.length - refused.length, [...new Set(refused)].join('; ')]))
    onDone()
  }
  return (
    <Button
      size="small"
      intent="success"
      text={t('yearPlan.publishChosen')}
      onClick={() => ignoreApiError(publish())}
    />
  )
}

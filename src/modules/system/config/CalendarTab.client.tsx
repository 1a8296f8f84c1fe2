import { Button, ButtonGroup, Callout } from '@blueprintjs/core'
import { ChevronLeftIcon, ChevronRightIcon, DuplicateIcon, ExportIcon, ImportIcon } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { browserTime } from '#src/client/components/forms/given.ts'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { saveBlob } from '#src/client/components/forms/storedFiles.ts'
import { FailedState, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import type { CalendarDay } from '#src/define/calendar.ts'
import { addDays, weekdayOf } from '#src/define/days.ts'
import { CALENDAR, DayDialog } from './DayDialog.client.tsx'
import { YearGrid } from './YearGrid.client.tsx'

const SATURDAY = 6
const YEAR = 'year'

/** The work calendar (60.7): a year at a glance; a year without entries has weekends only. */
export function CalendarTab() {
  const t = useT()
  const may = useMayCheck()
  const client = useQueryClient()
  const [params, setParams] = useSearchParams()
  const thisYear = Number(browserTime().today.slice(0, 4))
  const yearParam = Number(params.get(YEAR))
  const year = yearParam >= 2000 && yearParam <= 2100 ? yearParam : thisYear
  const [chosen, setChosen] = useState<{ readonly from: string; readonly to: string } | null>(null)
  const [anchor, setAnchor] = useState<string | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['workCalendar', year],
    queryFn: ({ signal }) => api.get(CALENDAR, { query: { year: String(year) }, signal, quiet: true }),
  })
  const days = data?.days ?? []
  const mayUpdate = may('config:Update')
  const go = (to: number): void => setParams({ tab: 'calendar', [YEAR]: String(to) }, { replace: true })
  const renew = (): Promise<void> => client.invalidateQueries({ queryKey: ['workCalendar'] })
  const copy = async (): Promise<void> => {
    const { marked } = await api.post(`${CALENDAR}copy/`, { from: year - 1, to: year }, { key: newKey() })
    await renew()
    toast('success', t('calendar.copied', [marked]))
  }
  const exportAs = async (format: 'xlsx' | 'json'): Promise<void> => {
    const { blob, name } = await api.download(`${CALENDAR}export_data/`, { query: { year: String(year), format } })
    saveBlob(blob, name)
  }
  const importFile = async (picked: File): Promise<void> => {
    const form = new FormData()
    form.append('file', picked)
    const { marked } = await api.upload(`${CALENDAR}import_data/`, form, { key: newKey() })
    await renew()
    toast('success', t('calendar.imported', [marked]))
  }
  const pick = (day: string, withShift: boolean): void => {
    const from = withShift && anchor !== null && anchor.slice(0, 4) === day.slice(0, 4) ? anchor : day
    setAnchor(day)
    setChosen(from <= day ? { from, to: day } : { from: day, to: from })
  }
  return (
    <div className="calendar">
      <header className="calendar-head">
        <ButtonGroup>
          <Button icon={<ChevronLeftIcon />} aria-label={t('calendar.previous')} onClick={() => go(year - 1)} />
          <Button className="calendar-year" text={t('calendar.year', [year])} onClick={() => go(thisYear)} />
          <Button icon={<ChevronRightIcon />} aria-label={t('calendar.next')} onClick={() => go(year + 1)} />
        </ButtonGroup>
        {data === undefined ? null : <span className="calendar-sum">{t('calendar.summary', sumsOf(year, days))}</span>}
        <span className="config-space" />
        {mayUpdate && data !== undefined && days.length === 0 ? (
          <Button
            icon={<DuplicateIcon />}
            text={t('calendar.copy', [year - 1])}
            onClick={() => ignoreApiError(copy())}
          />
        ) : null}
        {mayUpdate ? (
          <>
            <Button icon={<ImportIcon />} text={t('calendar.import')} onClick={() => file.current?.click()} />
            <input
              ref={file}
              hidden
              type="file"
              accept=".xlsx,.json"
              aria-label={t('calendar.import')}
              onChange={(event) => {
                const [picked] = event.target.files ?? []
                event.target.value = ''
                if (picked) ignoreApiError(importFile(picked))
              }}
            />
          </>
        ) : null}
        <Button
          icon={<ExportIcon />}
          text={t('calendar.exportXlsx')}
          onClick={() => ignoreApiError(exportAs('xlsx'))}
        />
        <Button
          icon={<ExportIcon />}
          text={t('calendar.exportJson')}
          onClick={() => ignoreApiError(exportAs('json'))}
        />
      </header>
      {data === undefined && error === null ? <SkeletonRows rows={10} /> : null}
      {data === undefined && error !== null ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? null : (
        <>
          {days.length === 0 ? <Callout intent="warning">{t('calendar.missing', [year])}</Callout> : null}
          <ul className="calendar-legend">
            {(['holiday', 'makeup', 'weekend'] as const).map((kind) => (
              <li key={kind}>
                <span className={`calendar-sample is-${kind}`} aria-hidden />
                {t(`calendar.${kind}`)}
              </li>
            ))}
            {mayUpdate ? <li className="calendar-hint">{t('calendar.hint')}</li> : null}
          </ul>
          <YearGrid year={year} days={days} {...(mayUpdate && { onPick: pick })} />
        </>
      )}
      {chosen === null ? null : <DayDialog {...chosen} days={days} onClose={() => setChosen(null)} />}
    </div>
  )
}

/** Holidays, worked weekends and workdays of a year. */
function sumsOf(year: number, days: readonly CalendarDay[]): [number, number, number] {
  const marks = new Map(days.map((one) => [one.day, one.kind]))
  let workdays = 0
  for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = addDays(day, 1)) {
    const kind = marks.get(day)
    if (kind === 'makeup' || (kind === undefined && weekdayOf(day) < SATURDAY)) workdays += 1
  }
  const count = (kind: CalendarDay['kind']): number => days.filter((one) => one.kind === kind).length
  return [count('holiday'), count('makeup'), workdays]
}

import { Button } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { useForm } from '#src/client/components/forms/useForm.ts'
import { toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { FormPanel } from '#src/client/records/form/FormPanel.tsx'
import type { CalendarDay } from '#src/define/calendar.ts'
import { addDays, weekdayOf } from '#src/define/days.ts'
import { choice, type Fields, text } from '#src/fields/field.ts'

export const CALENDAR = '/api/system/work_calendar/'

const fields = {
  kind: choice('dayKind', { required: true }),
  name: text(30, { required: true }),
  nameEn: text(60),
} satisfies Fields

interface DialogProps {
  readonly from: string
  readonly to: string
  readonly days: readonly CalendarDay[]
  readonly onClose: () => void
}

/** Marks a day or a span of days, or makes them ordinary again. */
export function DayDialog({ from, to, days, onClose }: DialogProps) {
  const t = useT()
  const client = useQueryClient()
  const prefix = `${useId()}-`
  const before = days.find((one) => one.day >= from && one.day <= to)
  const initial = useMemo(
    () => ({
      kind: before?.kind ?? (weekdayOf(from) >= 6 ? 'makeup' : 'holiday'),
      name: before?.name ?? null,
      nameEn: before?.nameEn ?? null,
    }),
    [before, from],
  )
  const form = useForm({ prefix, fields, initial })
  const put = async (mark: object, key: string, quiet: boolean): Promise<void> => {
    const span: object[] = []
    for (let day = from; day <= to; day = addDays(day, 1)) span.push({ day, ...mark })
    await api.put(CALENDAR, { days: span }, { key, quiet })
    await client.invalidateQueries({ queryKey: ['workCalendar'] })
    toast('success', t('calendar.saved'))
  }
  const clear = async (): Promise<void> => {
    await put({ kind: null, name: '', nameEn: '' }, newKey(), false)
    onClose()
  }
  return (
    <FormPanel
      title={from === to ? t('calendar.set', [from]) : t('calendar.setRange', [from, to])}
      prefix={prefix}
      fields={fields}
      labels={(name) => t(`calendar.${name as keyof typeof fields}`)}
      form={form}
      submitText={t('common.save')}
      after={
        before === undefined ? null : (
          <Button
            intent="danger"
            variant="minimal"
            text={t('calendar.ordinary')}
            onClick={() => ignoreApiError(clear())}
          />
        )
      }
      onSubmit={() =>
        form.submit((values, key) =>
          put({ kind: values.kind, name: values.name, nameEn: values.nameEn ?? '' }, key, true),
        )
      }
      onClose={onClose}
    />
  )
}

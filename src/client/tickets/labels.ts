import { useCallback } from 'react'
import type { Labels } from '#src/client/components/forms/kinds.ts'
import { type Under, useLanguage, usePlural, useT } from '#src/client/platform/i18n/index.ts'
import { useTypeWords } from '#src/client/platform/parts/index.ts'
import { type FormDefinition, headFields } from '#src/define/application.ts'

const isHeadField = (path: string): path is Under<'apply.head'> => Object.hasOwn(headFields, path)

/** The words of a type's form: those an administrator gave its fields, head fields as everywhere, and the others under `applications.<type>.fields`. */
export function useFormLabels(type: string, form?: FormDefinition): Labels {
  useTypeWords(type)
  const t = useT()
  const language = useLanguage()
  const given = form?.labels
  return useCallback(
    (path) =>
      given?.[path]?.[language] ?? t(isHeadField(path) ? `apply.head.${path}` : `applications.${type}.fields.${path}`),
    [t, type, given, language],
  )
}

const hoursOfDay = 24

/** How long a ticket has stood: hours, and from a day on days. */
export function useStayText(): (hours: number | null) => string {
  const t = useT()
  const plural = usePlural()
  return useCallback(
    (hours) => {
      if (hours === null) return ''
      if (hours === 0) return t('ticket.underHour')
      return hours < hoursOfDay ? t('ticket.hours', [hours]) : plural('ticket.days', Math.round(hours / hoursOfDay))
    },
    [t, plural],
  )
}

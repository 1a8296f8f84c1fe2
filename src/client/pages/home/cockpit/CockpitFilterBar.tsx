import { useId } from 'react'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { speedSpans } from '#src/define/home.ts'
import { type CockpitFilters, useMoney } from './queries.ts'

const indent = '\u2003'

/** Year, department and span for everything on the page. Departments are those whose budget the person may see. */
export function CockpitFilterBar({
  filters,
  onChange,
}: {
  readonly filters: CockpitFilters
  readonly onChange: (next: Partial<CockpitFilters>) => void
}) {
  const t = useT()
  const prefix = useId()
  const { data } = useMoney(filters)
  const selects = [
    {
      name: 'year',
      options: (data?.years ?? []).map((year) => ({ value: String(year), label: String(year) })),
      value: filters.year === '' ? String(data?.year ?? '') : filters.year,
    },
    {
      name: 'deptId',
      options: [
        { value: '', label: t('homeViews.allDepartments') },
        ...(data?.choices ?? []).map(({ id, name, depth }) => ({
          value: String(id),
          label: indent.repeat(depth) + name,
        })),
      ],
      value: filters.deptId,
    },
    {
      name: 'days',
      options: speedSpans.map((span) => ({ value: span, label: t(`homeViews.spans.d${span}`) })),
      value: filters.days,
    },
  ] as const
  return (
    <search className="cockpit-filters" aria-label={t('homeViews.filters')}>
      {selects.map(({ name, options, value }) =>
        options.length < 2 ? null : (
          <label key={name} htmlFor={`${prefix}${name}`}>
            <span>{t(`homeViews.filter.${name}`)}</span>
            <SelectBox
              id={`${prefix}${name}`}
              value={value}
              options={options}
              onChange={(event) => onChange({ [name]: event.currentTarget.value })}
            />
          </label>
        ),
      )}
    </search>
  )
}

import './analysis.css'
import { Button } from '@blueprintjs/core'
import { useCallback, useId, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionary, useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { periods } from './periods.ts'

export type FilterName = 'year' | 'period' | 'deptId' | 'subject' | 'kind' | 'fundSource' | 'projectId'
type Filters = Readonly<Partial<Record<FilterName, string>>>

/** The filters of a page, as they stand in its address. */
export function useFilters(names: readonly FilterName[]): {
  readonly filters: Filters
  readonly change: (next: Filters) => void
  readonly reset: () => void
} {
  const [params, setParams] = useSearchParams()
  const filters = useMemo(
    () =>
      Object.fromEntries(
        names.flatMap((name) => {
          const value = params.get(name) ?? ''
          return value === '' ? [] : [[name, value]]
        }),
      ) as Filters,
    [names, params],
  )
  const change = useCallback(
    (next: Filters) =>
      setParams(
        (now) => {
          const changed = new URLSearchParams(now)
          for (const [name, value] of Object.entries(next)) {
            if (value === '') changed.delete(name)
            else changed.set(name, value)
          }
          return changed
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  )
  const reset = useCallback(
    () => change(Object.fromEntries(names.map((name) => [name, ''])) as Filters),
    [change, names],
  )
  return { filters, change, reset }
}

interface Props {
  readonly names: readonly FilterName[]
  readonly filters: Filters
  readonly year: number
  readonly years: readonly number[]
  readonly departments: readonly { readonly id: number; readonly name: string; readonly depth: number }[]
  readonly projects?: readonly { readonly id: number; readonly name: string }[]
  readonly onChange: (next: Filters) => void
  readonly onReset: () => void
}

const groups = ['301', '302', '310'] as const
const indent = '\u2003'

/** Year, department tree, subject tree and the rest, one select each. */
export function AnalysisFilters({ names, filters, year, years, departments, projects = [], onChange, onReset }: Props) {
  const t = useT()
  const prefix = useId()
  const label = useDictionaryLabel()
  const subjects = useDictionary('budgetSubject')
  const kinds = useDictionary('budgetKind')
  const sources = useDictionary('fundSource')
  const all = { value: '', label: t('analysis.all') }
  const options: Readonly<Record<FilterName, readonly { value: string; label: string }[]>> = {
    year: (years.includes(year) ? years : [year, ...years]).map((one) => ({ value: String(one), label: String(one) })),
    period: periods.map((one) => ({
      value: one === 'year' ? '' : one,
      label: t(`analysis.finance.periods.${one}`),
    })),
    deptId: [
      all,
      ...departments.map(({ id, name, depth }) => ({ value: String(id), label: indent.repeat(depth) + name })),
    ],
    subject: [
      all,
      ...groups.flatMap((group) => [
        { value: group, label: t(`analysis.subjectGroups.${group}`) },
        ...subjects
          .filter(({ value }) => String(value).startsWith(group))
          .map(({ value }) => ({
            value: String(value),
            label: `${indent}${String(value)} ${label('budgetSubject', String(value))}`,
          })),
      ]),
    ],
    kind: [all, ...kinds.map(({ value }) => ({ value: String(value), label: label('budgetKind', String(value)) }))],
    fundSource: [
      all,
      ...sources.map(({ value }) => ({ value: String(value), label: label('fundSource', String(value)) })),
    ],
    projectId: [all, ...projects.map(({ id, name }) => ({ value: String(id), label: name }))],
  }
  const titles: Readonly<Record<FilterName, string>> = {
    year: t('analysis.year'),
    period: t('analysis.finance.period'),
    deptId: t('analysis.department'),
    subject: t('analysis.subject'),
    kind: t('analysis.kind'),
    fundSource: t('analysis.fundSource'),
    projectId: t('analysis.project'),
  }
  return (
    <search className="analysis-filters card" aria-label={t('analysis.filters')}>
      {names.map((name) => (
        <label key={name} htmlFor={`${prefix}${name}`}>
          <span>{titles[name]}</span>
          <SelectBox
            id={`${prefix}${name}`}
            value={filters[name] ?? (name === 'year' ? String(year) : '')}
            options={options[name]}
            onChange={(event) => onChange({ [name]: event.currentTarget.value })}
          />
        </label>
      ))}
      <Button variant="minimal" text={t('analysis.reset')} onClick={onReset} />
    </search>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { browserTime } from '#src/client/components/forms/given.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { EmptyState } from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { Paper } from '#src/client/records/print/Paper.tsx'
import type { RegisterLine } from './seal-page.types.ts'

interface RegisterBookProps {
  readonly seals: readonly { readonly id: number; readonly name: string }[]
  readonly onClose: () => void
}

const YEARS = 5
/** What the book prints, each under the name of its field in the register. */
const columns = [
  ['registerNo', 'registerNo'],
  ['stampedAt', 'stampedAt'],
  ['docTitle', 'docTitle'],
  ['sendTo', 'sendTo'],
  ['copies', 'copies'],
  ['stampedCount', 'stampedCount'],
  ['dept', 'deptId'],
  ['applicant', 'applicantId'],
  ['stampedBy', 'stampedBy'],
] as const

/** 用印登记簿: the register of one seal in a year as it is filed, struck entries included. */
export function RegisterBook({ seals, onClose }: RegisterBookProps) {
  const t = useT()
  const thisYear = Number(browserTime().today.slice(0, 4))
  const [seal, setSeal] = useState(String(seals[0]?.id ?? ''))
  const [year, setYear] = useState(String(thisYear))
  const { data } = useQuery({
    queryKey: ['sealEntry', 'book', seal, year],
    queryFn: ({ signal }) => api.get('/api/seals/book/', { query: { sealId: seal, year }, signal }),
  })
  const title = t('sealDay.book', [seals.find(({ id }) => String(id) === seal)?.name ?? '', year])
  const cell = (name: (typeof columns)[number][0]) => (row: RegisterLine) =>
    row.struckReason === null ? (
      String(row[name])
    ) : (
      <>
        <s>{row[name]}</s>
        {name === 'docTitle' ? <div>{t('sealDay.struck', [row.struckReason])}</div> : null}
      </>
    )
  return (
    <Paper
      title={title}
      disabled={data === undefined}
      onClose={onClose}
      settings={
        <>
          <SelectBox
            aria-label={t('records.sealEntry.fields.sealId')}
            value={seal}
            options={seals.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(event) => setSeal(event.currentTarget.value)}
          />
          <SelectBox
            aria-label={t('sealDay.year')}
            value={year}
            options={Array.from({ length: YEARS }, (_, index) => String(thisYear - index))}
            onChange={(event) => setYear(event.currentTarget.value)}
          />
        </>
      }
    >
      <article className="paper">
        <h1>{title}</h1>
        {data?.length === 0 ? <EmptyState compact title={t('sealDay.emptyBook')} /> : null}
        <DataTable
          look={{ compact: true }}
          region={{ className: 'seal-book', label: title }}
          rows={data ?? []}
          keyOf={({ id }) => id}
          columns={columns.map(([name, field]) => ({
            name,
            head: t(`records.sealEntry.fields.${field}`),
            isRowHead: name === 'registerNo',
            cell: cell(name),
          }))}
        />
      </article>
    </Paper>
  )
}

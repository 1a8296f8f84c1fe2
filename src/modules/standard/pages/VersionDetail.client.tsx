import { Button, Callout, Tab, Tabs } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import {
  confirmDialog,
  DateText,
  DictionaryText,
  FailedState,
  MoneyText,
  SkeletonRows,
  StateChip,
  toast,
} from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { Timeline } from '#src/client/records/detail/Timeline.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import type { CountedHeads, VersionReport } from '../standard.types.ts'
import { standardVersion } from '../standard-records.ts'
import { DueDates } from './DueDates.client.tsx'
import { Impacts } from './Impacts.client.tsx'
import { RuleChanges, RuleList } from './RuleTables.client.tsx'

/** A version of the standards: what it changes, for whom, by which headcount, and all it says. A draft is published from here. */
export function VersionDetail({ row }: { readonly row: RecordRow }) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['standardVersion', 'report', row.id, row.version],
    queryFn: ({ signal }) => api.get(`/api/standards/version/${row.id}/report/`, { signal, quiet: true }),
  })
  return (
    <>
      <Facts row={row} />
      {row.state === 'draft' ? <DraftBar row={row} /> : null}
      {data === undefined ? (
        error === null ? (
          <SkeletonRows rows={8} />
        ) : (
          <FailedState compact error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Tabs animate={false} id={`standard-version-${row.id}`} renderActiveTabPanelOnly>
          <Tab id="impact" title={t('standard.version.impact')} panel={<Impacts impacts={data.impacts} />} />
          <Tab id="rules" title={t('standard.version.rules')} panel={<RuleChanges changes={data.ruleChanges} />} />
          <Tab id="heads" title={t('standard.version.heads')} panel={<Heads report={data} />} />
          {data.dueDates === null ? null : (
            <Tab
              id="dueDates"
              title={t('standard.version.dueDates')}
              panel={<DueDates total={data.dueDates.total} changes={data.dueDates.first} />}
            />
          )}
          <Tab id="all" title={t('standard.version.all')} panel={<RuleList rules={data.rules} />} />
          <Tab
            id="timeline"
            title={t('records.detail.timeline')}
            panel={<Timeline record={standardVersion} id={row.id} />}
          />
        </Tabs>
      )}
    </>
  )
}

const { path }: { readonly path: string } = standardVersion
const figures = ['headcount', 'overCount', 'shortCount'] as const

function Facts({ row }: { readonly row: RecordRow }) {
  const t = useT()
  return (
    <dl className="detail-head">
      <div>
        <dt>{t('records.standardVersion.fields.state')}</dt>
        <dd>
          <StateChip dictionary="standardState" value={String(row.state)} />
        </dd>
      </div>
      {figures.map((name) => (
        <div key={name}>
          <dt>{t(`records.standardVersion.fields.${name}`)}</dt>
          <dd>{String(row[name])}</dd>
        </div>
      ))}
      <div>
        <dt>{t('records.standardVersion.fields.fillCost')}</dt>
        <dd>
          <MoneyText value={String(row.fillCost)} />
        </dd>
      </div>
      {row.publishedAt === null ? null : (
        <div>
          <dt>{t('records.standardVersion.fields.publishedAt')}</dt>
          <dd>
            <DateText value={String(row.publishedAt)} /> {String(row.publishedByLabel ?? '')}
          </dd>
        </div>
      )}
    </dl>
  )
}

/** What a draft is, and what can be done with it. */
function DraftBar({ row }: { readonly row: RecordRow }) {
  const t = useT()
  const may = useMayCheck()
  const client = useQueryClient()
  const act = async (name: 'recount' | 'publish'): Promise<void> => {
    await api.post(`${path}${row.id}/${name}/`, { version: row.version }, { key: newKey() })
    for (const record of ['standardVersion', 'equipStandard', 'standardCompliance'])
      void client.invalidateQueries({ queryKey: [record] })
    toast('success', t('records.list.done', [t(`records.standardVersion.actions.${name}`)]))
  }
  const publish = async (): Promise<void> => {
    const text = t('standard.version.confirm', [row.overCount, row.shortCount, row.fillCost].map(String))
    if (await confirmDialog({ text })) await act('publish')
  }
  return (
    <Callout compact intent="warning" className="standard-pending">
      <span>{t('standard.version.asDraft', [String(row.previewOn ?? '')])}</span>
      {may('equipStandard:Publish') ? (
        <>
          <Button
            size="small"
            variant="outlined"
            text={t('records.standardVersion.actions.recount')}
            onClick={() => ignoreApiError(act('recount'))}
          />
          <Button
            size="small"
            intent="primary"
            text={t('records.standardVersion.actions.publish')}
            onClick={() => ignoreApiError(publish())}
          />
        </>
      ) : null}
    </Callout>
  )
}

const types = ['police', 'auxiliary', 'contract', 'seconded'] as const

/** The headcount a version counts by, frozen when it was published. */
function Heads({ report }: { readonly report: VersionReport }) {
  const t = useT()
  const total = (of: (heads: CountedHeads) => number): number => report.heads.reduce((sum, one) => sum + of(one), 0)
  return (
    <DataTable
      className="standard-table"
      look={{ compact: true }}
      label={t('standard.version.heads')}
      rows={report.heads}
      keyOf={({ deptId }) => deptId}
      columns={[
        {
          name: 'dept',
          head: t('records.standardCompliance.fields.deptId'),
          isRowHead: true,
          cell: ({ deptName }) => deptName,
          total: t('standard.version.total'),
        },
        ...types.map((type) => ({
          name: type,
          head: <DictionaryText dictionary="personType" value={type} />,
          isRight: true,
          cell: (row: CountedHeads) => row[type],
          total: total((one) => one[type]),
        })),
        {
          name: 'count',
          head: t('records.standardVersion.fields.headcount'),
          isRight: true,
          cell: ({ count }: CountedHeads) => count,
          total: total(({ count }) => count),
        },
      ]}
    />
  )
}

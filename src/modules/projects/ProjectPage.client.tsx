import './projects.css'
import { Button, Tab } from '@blueprintjs/core'
import { AddIcon } from '@blueprintjs/icons'
import { useMemo, useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { FieldText } from '#src/client/components/forms/display/FieldText.tsx'
import { isWide } from '#src/client/components/forms/display/texts.ts'
import { FailedState, MoneyText, PageLoading, PageTabs, StateChip } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { RelatedRows } from '#src/client/records/detail/Related.tsx'
import { Timeline } from '#src/client/records/detail/Timeline.tsx'
import { FormDrawer } from '#src/client/records/form/FormDrawer.tsx'
import { useRecordRow } from '#src/client/records/form/useRecordForm.ts'
import { RecordHead } from '#src/client/records/list/RecordHead.tsx'
import { RecordList } from '#src/client/records/list/RecordList.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { detailParts, fieldOf } from '#src/client/records/model.ts'
import { useRecordTexts } from '#src/client/records/useRecordTexts.ts'
import { project } from './project.ts'
import { projectMilestone, projectReport, projectReview, projectRevision } from './project-parts.ts'
import { ProjectMoney } from './spending/ProjectMoney.client.tsx'
import { ProjectSpending } from './spending/ProjectSpending.client.tsx'

/** 30.4: everything about one project. */
export function ProjectPage() {
  const id = Number(useParams().id)
  const { data: row, error, refetch } = useRecordRow(project, id)
  if (error !== null && row === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  return row === undefined ? <PageLoading /> : <Project row={row} />
}

function Project({ row }: { readonly row: RecordRow }) {
  const t = useT()
  const may = useMayCheck()
  const texts = useRecordTexts(project)
  const [params, setParams] = useSearchParams()
  const [isReporting, setReporting] = useState(false)
  const fixed = useMemo(() => ({ projectId: String(row.id) }), [row.id])
  const preset = useMemo(() => ({ projectId: row.id }), [row.id])
  const isRunning = ['inBudget', 'executing', 'finished'].includes(String(row.state))
  const mayReport = row.state === 'executing' && may('projectExec:Update')
  return (
    <>
      <RecordHead
        record={project}
        row={row}
        title={String(row.name)}
        text={String(row.no)}
        chip={<StateChip dictionary="projectState" value={String(row.state)} />}
        actions={
          mayReport ? <Button icon={<AddIcon />} text={t('project.report')} onClick={() => setReporting(true)} /> : null
        }
      />
      <div className="card">
        <dl className="detail-head">
          {(['declareAmount', 'reviewAmount'] as const).map((name) => (
            <div key={name}>
              <dt>{texts.labels(name)}</dt>
              <dd>
                <MoneyText value={row[name] as string | null} />
              </dd>
            </div>
          ))}
          {(['score', 'priority', 'planYear'] as const).map((name) => (
            <Fact key={name} row={row} name={name} />
          ))}
        </dl>
        <PageTabs
          id={`project-${row.id}`}
          className="record-tabs"
          selectedTabId={params.get('part') ?? 'basic'}
          onChange={(part) => setParams({ part: String(part) }, { replace: true })}
        >
          <Tab id="basic" title={t('records.detail.basic')} panel={<Basic row={row} />} />
          <Tab
            id="kpis"
            title={texts.labels('kpis')}
            panel={
              <Lines
                row={row}
                names={row.state === 'finished' ? ['kpis', 'kpiResults', 'kpiScore', 'summary'] : ['kpis']}
              />
            }
          />
          <Tab
            id="funds"
            title={t('project.funds')}
            panel={
              <>
                <ProjectMoney id={row.id} />
                <Lines row={row} names={['fundItems']} />
              </>
            }
          />
          <Tab
            id="reviews"
            title={t('records.projectReview.title')}
            panel={<RecordList record={projectReview} fixed={fixed} />}
          />
          <Tab
            id="revisions"
            title={t('records.projectRevision.title')}
            panel={<RecordList record={projectRevision} fixed={fixed} />}
          />
          <Tab
            id="milestones"
            title={texts.labels('milestones')}
            panel={
              isRunning && may('projectExec:Retrieve') ? (
                <RecordList record={projectMilestone} fixed={fixed} />
              ) : (
                <Lines row={row} names={['milestones']} />
              )
            }
          />
          {may('projectExec:Retrieve') ? (
            <Tab
              id="reports"
              title={t('records.projectReport.title')}
              panel={<RecordList record={projectReport} fixed={fixed} />}
            />
          ) : null}
          <Tab id="purchases" title={t('project.purchases')} panel={<ProjectSpending id={row.id} of="purchases" />} />
          <Tab id="claims" title={t('project.claims')} panel={<ProjectSpending id={row.id} of="claims" />} />
          <Tab id="files" title={t('records.detail.attachments')} panel={<Lines row={row} names={['feasibility']} />} />
          <Tab id="timeline" title={t('records.detail.timeline')} panel={<Timeline record={project} id={row.id} />} />
          <Tab id="related" title={t('records.detail.related')} panel={<RelatedRows record={project} id={row.id} />} />
        </PageTabs>
      </div>
      {isReporting ? (
        <FormDrawer record={projectReport} id={null} preset={preset} onClose={() => setReporting(false)} />
      ) : null}
    </>
  )
}

function Fact({ row, name }: { readonly row: RecordRow; readonly name: string }) {
  const { labels } = useRecordTexts(project)
  const field = fieldOf(project, name)
  if (field === undefined || row[name] === null || row[name] === undefined) return null
  return (
    <div className={isWide(field) ? 'is-wide' : ''}>
      <dt>{labels(name)}</dt>
      <dd>
        <FieldText field={field} name={name} value={row[name]} row={row} labels={labels} />
      </dd>
    </div>
  )
}

const { basic } = detailParts(project)

function Basic({ row }: { readonly row: RecordRow }) {
  return (
    <dl className="detail-fields">
      {basic
        .filter(([name]) => name !== 'summary')
        .map(([name]) => (
          <Fact key={name} row={row} name={name} />
        ))}
    </dl>
  )
}

function Lines({ row, names }: { readonly row: RecordRow; readonly names: readonly string[] }) {
  return (
    <dl className="detail-fields">
      {names.map((name) => (
        <Fact key={name} row={row} name={name} />
      ))}
    </dl>
  )
}

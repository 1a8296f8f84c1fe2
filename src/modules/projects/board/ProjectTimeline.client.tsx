import '../projects.css'
import { SegmentedControl } from '@blueprintjs/core'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { DictionaryText, EmptyState, FailedState, PageHeader, SkeletonRows } from '#src/client/components/ui/index.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import type { BankMilestone, BankProject } from '../projects.types.ts'
import { useBank } from '../spending/bank-calls.client.tsx'
import { barOf, headsOf, placeOf, type Scale, scaleOf, type Zoom } from './timeline.ts'
import { ViewSwitch } from './ViewSwitch.client.tsx'

/** Pixels of past months left of today when the chart opens. */
const LEFT_OF_TODAY = 240

/** The months a project takes, with those of what is bought for it. */
const spansOf = ({ startMonth, endMonth, purchases }: BankProject) => [
  { startMonth, endMonth },
  ...purchases.map(({ from, until }) => ({ startMonth: from.slice(0, 7), endMonth: until.slice(0, 7) })),
]

/** 30.5: months and steps of what is carried out, with a line for today. */
export function ProjectTimeline() {
  const t = useT()
  const { data, error, refetch } = useBank()
  const [zoom, setZoom] = useState<Zoom>('month')
  const view = useRef<HTMLElement>(null)
  const scale = data === undefined ? null : scaleOf(data.projects.flatMap(spansOf), data.today, zoom)
  const today = data === undefined || scale === null ? 0 : placeOf(data.today, scale)
  useEffect(() => {
    if (view.current !== null) view.current.scrollLeft = Math.max(0, today - LEFT_OF_TODAY)
  }, [today])
  return (
    <>
      <PageHeader
        title={t('pages./projectbank/indexCopy')}
        actions={
          <>
            <SegmentedControl
              size="small"
              aria-label={t('project.zoom')}
              value={zoom}
              options={[
                { value: 'month', label: t('project.month') },
                { value: 'quarter', label: t('project.quarter') },
              ]}
              onValueChange={(value) => setZoom(value as Zoom)}
            />
            <ViewSwitch of="bank" />
          </>
        }
      />
      {error !== null && data === undefined ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <SkeletonRows rows={8} /> : null}
      {data?.projects.length === 0 ? <EmptyState title={t('project.noneRunning')} /> : null}
      {data === undefined || scale === null || data.projects.length === 0 ? null : (
        <section ref={view} className="gantt" tabIndex={0} aria-label={t('pages./projectbank/indexCopy')}>
          <table className="gantt-table" style={{ inlineSize: `calc(var(--gantt-names) + ${scale.width}px)` }}>
            <thead>
              <tr>
                <th scope="col" className="gantt-name">
                  {t('records.projectExec.fields.name')}
                </th>
                <th scope="col" className="gantt-months">
                  <span className="visually-hidden">{t('project.months_')}</span>
                  <span className="gantt-heads" aria-hidden="true">
                    {headsOf(scale, zoom).map((head) => (
                      <span key={head.label} style={{ inlineSize: head.width }}>
                        {head.label}
                      </span>
                    ))}
                  </span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.projects.map((project) => (
                <Row key={project.id} project={project} scale={scale} today={data.today} place={today} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  )
}

interface RowProps {
  readonly project: BankProject
  readonly scale: Scale
  readonly today: string
  readonly place: number
}

function Row({ project, scale, today, place }: RowProps) {
  const t = useT()
  const language = useLanguage()
  const bar = barOf(project.startMonth, project.endMonth, scale)
  return (
    <tr>
      <th scope="row" className="gantt-name">
        <Link to={`/business/project-library/${project.id}?part=milestones`}>{project.name}</Link>
        <span>
          {language === 'en' && project.deptNameEn ? project.deptNameEn : project.deptName} ·{' '}
          <DictionaryText dictionary="projectLight" value={project.light} />
        </span>
      </th>
      <td className="gantt-row">
        <span className="gantt-today" style={{ insetInlineStart: place }} aria-hidden="true" />
        <span
          className={`gantt-bar is-${project.light}`}
          style={{ insetInlineStart: bar.left, inlineSize: bar.width }}
          role="img"
          aria-label={t('project.span', [project.startMonth, project.endMonth, project.progress])}
          title={t('project.span', [project.startMonth, project.endMonth, project.progress])}
        >
          <span className="gantt-progress" style={{ inlineSize: `${project.progress}%` }} />
        </span>
        {project.purchases.map(({ id, title, from, until }) => {
          const label = t('project.purchase', [title, from, until])
          const left = placeOf(from, scale)
          return (
            <span
              key={id}
              className="gantt-purchase"
              style={{ insetInlineStart: left, inlineSize: Math.max(6, placeOf(until, scale) - left) }}
              role="img"
              aria-label={label}
              title={label}
            />
          )
        })}
        {project.milestones.map((milestone) => {
          const label = milestoneLabel(t, milestone, today)
          return (
            <span
              key={milestone.id}
              className={`gantt-step ${stepClass(milestone, today)}`}
              style={{ insetInlineStart: placeOf(milestone.planDate, scale) }}
              role="img"
              aria-label={label}
              title={label}
            />
          )
        })}
      </td>
    </tr>
  )
}

const stepClass = ({ planDate, doneDate }: BankMilestone, today: string): string =>
  doneDate !== null ? 'is-done' : planDate < today ? 'is-late' : 'is-open'

function milestoneLabel(t: ReturnType<typeof useT>, milestone: BankMilestone, today: string): string {
  const { name, planDate, doneDate } = milestone
  if (doneDate !== null) return t('project.stepDone', [name, doneDate])
  return t(planDate < today ? 'project.stepLate' : 'project.stepOpen', [name, planDate])
}

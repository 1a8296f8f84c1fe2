import '../projects.css'
import { Button, SegmentedControl } from '@blueprintjs/core'
import { PrintIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import {
  EmptyState,
  FailedState,
  MoneyText,
  PageHeader,
  SkeletonRows,
  StateChip,
} from '#src/client/components/ui/index.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import type { BankProject } from '../projects.types.ts'
import { useBank } from '../spending/bank-calls.client.tsx'
import { ViewSwitch } from './ViewSwitch.client.tsx'

type Order = 'rate' | 'lag'

const ranked = (projects: readonly BankProject[], order: Order): readonly BankProject[] =>
  [...projects].sort((a, b) => (order === 'lag' ? b.lag - a.lag : Number(b.rate ?? 0) - Number(a.rate ?? 0)))

/** 30.5: for meetings, the best first or what lags most; printed on A4 across. */
export function ProjectCards() {
  const t = useT()
  const { data, error, refetch } = useBank()
  const [order, setOrder] = useState<Order>('rate')
  return (
    <div className="ranked-page">
      <PageHeader
        title={t('pages./projectbank/indexCopy1')}
        {...(data && { text: t('project.asOf', [data.today]) })}
        actions={
          <>
            <SegmentedControl
              size="small"
              aria-label={t('project.order')}
              value={order}
              options={[
                { value: 'rate', label: t('project.byRate') },
                { value: 'lag', label: t('project.byLag') },
              ]}
              onValueChange={(value) => setOrder(value as Order)}
            />
            <Button icon={<PrintIcon />} text={t('project.print')} onClick={() => window.print()} />
            <ViewSwitch of="bank" />
          </>
        }
      />
      {error !== null && data === undefined ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <SkeletonRows rows={8} /> : null}
      {data?.projects.length === 0 ? <EmptyState title={t('project.noneRunning')} /> : null}
      <ol className="ranked">
        {ranked(data?.projects ?? [], order).map((project, index) => (
          <Card key={project.id} project={project} place={index + 1} />
        ))}
      </ol>
    </div>
  )
}

function Card({ project, place }: { readonly project: BankProject; readonly place: number }) {
  const t = useT()
  const language = useLanguage()
  return (
    <li className="ranked-card">
      <div className="ranked-head">
        <span className="ranked-place">{place}</span>
        <div className="ranked-name">
          <Link to={`/business/project-library/${project.id}`}>{project.name}</Link>
          <span>
            {project.no} · {language === 'en' && project.deptNameEn ? project.deptNameEn : project.deptName} ·{' '}
            {language === 'en' && project.ownerNameEn ? project.ownerNameEn : project.ownerName}
          </span>
        </div>
        <StateChip dictionary="projectLight" value={project.light} />
      </div>
      <Bar label={t('records.projectExec.fields.rate')} value={Number(project.rate ?? 0)} />
      <Bar label={t('records.projectExec.fields.progress')} value={project.progress} />
      <dl className="ranked-facts">
        {(['budget', 'used', 'frozen'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`records.projectExec.fields.${name}`)}</dt>
            <dd>
              <MoneyText value={project[name]} />
            </dd>
          </div>
        ))}
        <div>
          <dt>{t(project.lag < 0 ? 'project.ahead' : 'project.lag')}</dt>
          <dd>{Math.abs(project.lag).toFixed(1)}</dd>
        </div>
      </dl>
    </li>
  )
}

function Bar({ label, value }: { readonly label: string; readonly value: number }) {
  return (
    <div className="ranked-bar">
      <span>{label}</span>
      <span className="ranked-track" aria-hidden="true">
        <span style={{ inlineSize: `${Math.min(100, Math.max(0, value))}%` }} />
      </span>
      <strong>{value.toFixed(1)}</strong>
    </div>
  )
}

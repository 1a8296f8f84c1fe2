import './keeper.css'
import { Button } from '@blueprintjs/core'
import { PrintIcon } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Chip, EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { ActionDialog } from '#src/client/records/form/ActionDialog.tsx'
import { sealUse } from '../register/register-records.ts'
import { RegisterBook } from './RegisterBook.client.tsx'
import type { KeptUse } from './seal-page.types.ts'

type Step = 'ready' | 'stampPart'
type Open = { readonly use: KeptUse; readonly step: Step } | null

/** 今日用印: what waits for the keeper's hand, who comes for a seal, and which seals should be back. */
export function KeeperDayTab() {
  const t = useT()
  const [open, setOpen] = useState<Open>(null)
  const [isPrinting, setPrinting] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['sealUse', 'day'],
    queryFn: ({ signal }) => api.get('/api/seals/day/', { signal, quiet: true }),
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={6} />
  const late = data.out.filter(({ isLate }) => isLate).length
  return (
    <>
      <div className="seal-bar">
        <strong>{data.today}</strong>
        <span>{t('sealDay.summary', [data.toStamp.length, data.toHandOut.length, data.out.length])}</span>
        {late > 0 ? <Chip color="error">{t('sealDay.late', [late])}</Chip> : null}
        <Button
          icon={<PrintIcon />}
          text={t('sealDay.print')}
          disabled={data.seals.length === 0}
          onClick={() => setPrinting(true)}
        />
      </div>
      <div className="seal-day">
        <Column title={t('sealDay.toStamp')} none={t('sealDay.noneToStamp')} uses={data.toStamp} onStep={setOpen} />
        <Column
          title={t('sealDay.toHandOut')}
          none={t('sealDay.noneToHandOut')}
          uses={data.toHandOut}
          onStep={setOpen}
        />
        <Column title={t('sealDay.out')} none={t('sealDay.noneOut')} uses={data.out} onStep={setOpen} />
      </div>
      {open === null ? null : (
        <ActionDialog
          record={sealUse}
          name={open.step}
          action={sealUse.actions[open.step]}
          row={{ ...open.use }}
          onClose={() => setOpen(null)}
        />
      )}
      {isPrinting ? <RegisterBook seals={data.seals} onClose={() => setPrinting(false)} /> : null}
    </>
  )
}

interface ColumnProps {
  readonly title: string
  readonly none: string
  readonly uses: readonly KeptUse[]
  readonly onStep: (open: Open) => void
}

function Column({ title, none, uses, onStep }: ColumnProps) {
  return (
    <section className="card seal-column" aria-label={title}>
      <h2>
        {title} <small>{uses.length}</small>
      </h2>
      {uses.length === 0 ? <EmptyState compact title={none} /> : null}
      <ul>
        {uses.map((use) => (
          <UseItem key={use.id} use={use} onStep={onStep} />
        ))}
      </ul>
    </section>
  )
}

function UseItem({ use, onStep }: { readonly use: KeptUse; readonly onStep: (open: Open) => void }) {
  const t = useT()
  const isOutside = use.takeOutFrom !== null
  return (
    <li>
      <div className="seal-use-head">
        <Link to={`/workflow/ticket/${use.ticketId}`}>{use.docTitle}</Link>
        {use.isLate ? <Chip color="error">{t('sealDay.isLate')}</Chip> : null}
      </div>
      <p>
        {use.seal} · {t('sealDay.counts', [use.stamps - use.stampedCount, use.copies, use.pages])}
      </p>
      <p className="seal-use-people">
        {use.dept} {use.applicant} {use.mobile === '' ? null : <a href={`tel:${use.mobile}`}>{use.mobile}</a>}
        {use.escort === null ? null : ` · ${t('sealDay.with', [use.escort])}`}
      </p>
      {isOutside ? (
        <p>
          {use.takeOutFrom?.slice(0, 16)} – {use.takeOutTo?.slice(0, 16)} · {use.takeOutPlace}
        </p>
      ) : (
        <p>
          {t('sealDay.expires', [use.expiresOn])}
          {use.readyAt === null ? null : ` · ${t('sealDay.ready', [use.readyAt.slice(0, 16)])}`}
        </p>
      )}
      {use.state === 'pending' ? (
        <div className="seal-use-steps">
          <Button
            size="small"
            text={t('records.sealUse.actions.ready')}
            aria-label={`${t('records.sealUse.actions.ready')} ${use.docTitle}`}
            onClick={() => onStep({ use, step: 'ready' })}
          />
          {!isOutside && use.stamps - use.stampedCount > 1 ? (
            <Button
              size="small"
              text={t('records.sealUse.actions.stampPart')}
              aria-label={`${t('records.sealUse.actions.stampPart')} ${use.docTitle}`}
              onClick={() => onStep({ use, step: 'stampPart' })}
            />
          ) : null}
        </div>
      ) : null}
    </li>
  )
}

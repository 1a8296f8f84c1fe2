import '#src/client/tickets/timeline.css'
import { Button, Callout } from '@blueprintjs/core'
import { Link, useNavigate } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { DictionaryText, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { routeOf } from '#src/client/tickets/apply/designed.ts'
import { Preview } from '#src/client/tickets/detail/Steps.tsx'
import { useCards, useRoutePreview } from '#src/client/tickets/queries.ts'
import type { BuyingGuide, BuyingGuideStart, BuyingGuideStep, StockedGoods } from './guide.types.ts'

/** Opens the form of an application as a new draft with these first values. */
function useStart(): (start: BuyingGuideStart) => Promise<void> {
  const navigate = useNavigate()
  return async ({ type, formData }) => {
    const { id } = await api.post('/api/workflow/ticket/', { type, formData, submit: false }, { key: newKey() })
    await navigate(`${routeOf(type)}?ticket=${id}`)
  }
}

/** How to get what is needed: from the stores, or by which method, in which steps, beginning with which form. */
export function BuyingAnswer({ guide }: { readonly guide: BuyingGuide }) {
  const t = useT()
  const label = useDictionaryLabel()
  const begin = useStart()
  const { stock, method, why, alternatives, steps, warnings, start } = guide
  return (
    <>
      <Stocked goods={stock} />
      <p>
        <strong className="buying-method">{t('procurement.buying.method', [label('purchaseMethod', method)])}</strong>
        {why}
      </p>
      {warnings.length === 0 ? null : (
        <Callout intent="warning" compact>
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </Callout>
      )}
      {start === null ? (
        <p className="buying-soft">{t('procurement.buying.noStart')}</p>
      ) : (
        <p className="buying-start">
          <Button
            intent="primary"
            text={t('procurement.buying.start', [t(`applications.${start.type}.title`)])}
            onClick={() => ignoreApiError(begin(start))}
          />
          <span className="buying-soft">{t('procurement.buying.startNote')}</span>
        </p>
      )}
      <h4>{t('procurement.buying.steps')}</h4>
      <ol className="buying-steps">
        {steps.map((step) => (
          <Step key={step.title} step={step} start={step.type !== null && step.type === start?.type ? start : null} />
        ))}
      </ol>
      <h4>{t('procurement.buying.alternatives')}</h4>
      <ul className="buying-alternatives">
        {alternatives.map(({ method: other, when }) => (
          <li key={other}>
            <DictionaryText dictionary="purchaseMethod" value={other} /> <span className="buying-soft">{when}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What the stores hold is requested. */
function Stocked({ goods }: { readonly goods: readonly StockedGoods[] }) {
  const t = useT()
  const begin = useStart()
  if (goods.length === 0) return null
  return (
    <>
      <Callout intent="success" compact title={t('procurement.buying.stockTitle')}>
        <ul className="buying-stock">
          {goods.map(({ itemId, name, spec, unit, available, type }) => (
            <li key={itemId}>
              <span>
                {name} {spec}
              </span>
              <span className="buying-soft">
                {available > 0
                  ? t('procurement.buying.available', [available, unit])
                  : t('procurement.buying.noneLeft')}
              </span>
              <Button
                size="small"
                text={t('procurement.buying.request')}
                aria-label={`${t('procurement.buying.request')} ${name} ${spec}`}
                onClick={() => ignoreApiError(begin({ type, formData: { lines: [{ itemId, qty: 1 }] } }))}
              />
            </li>
          ))}
        </ul>
      </Callout>
      <p className="buying-soft">{t('procurement.buying.otherwise')}</p>
    </>
  )
}

function Step({ step, start }: { readonly step: BuyingGuideStep; readonly start: BuyingGuideStart | null }) {
  const t = useT()
  const { title, who, papers, type, page } = step
  return (
    <li>
      <strong>{title}</strong>
      <span className="buying-soft">{who}</span>
      {papers.length === 0 ? null : (
        <span>{t('procurement.buying.papers', [papers.join(t('procurement.buying.join'))])}</span>
      )}
      {type === null ? null : <UsualDays type={type} />}
      {page === null ? null : <Link to={page}>{t('procurement.buying.openPage')}</Link>}
      {start === null ? null : <Chain start={start} />}
    </li>
  )
}

/** How long the last applications of the type took, where the reader may start one. */
function UsualDays({ type }: { readonly type: string }) {
  const t = useT()
  const { data } = useCards()
  const days = data?.find(({ key }) => key === type)?.averageDays ?? null
  if (days === null) return null
  return (
    <span className="buying-soft">
      {Number(days) === 0 ? t('procurement.buying.sameDay') : t('procurement.buying.average', [days])}
    </span>
  )
}

/** Who approves, by the published workflow and for this amount. */
function Chain({ start: { type, formData } }: { readonly start: BuyingGuideStart }) {
  const t = useT()
  const { data, error, refetch } = useRoutePreview({ type, formData, ticketId: null })
  return (
    <details className="buying-chain" open>
      <summary>{t('procurement.buying.chain')}</summary>
      {data !== undefined ? (
        <Preview steps={data} />
      ) : error === null ? (
        <SkeletonRows rows={3} />
      ) : (
        <FailedState compact error={error} onRetry={() => void refetch()} />
      )}
    </details>
  )
}

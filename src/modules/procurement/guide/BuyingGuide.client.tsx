import { Button } from '@blueprintjs/core'
import { ChevronDownIcon, ChevronUpIcon, HelpIcon } from '@blueprintjs/icons'
import { lazy, Suspense, useId, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { SkeletonRows } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import './guide.css'

/** Loaded when it is opened: most people come to the catalogue for something else. */
const BuyingQuestion = lazy(() => import('./BuyingQuestion.client.tsx'))

/** E14: one question before anything is bought: category and amount in, method and steps out. `?ask=buying` opens it. */
export function BuyingGuide() {
  const t = useT()
  const [params] = useSearchParams()
  // Closed again, it keeps what was asked.
  const [view, show] = useState<'unopened' | 'open' | 'closed'>(params.get('ask') === 'buying' ? 'open' : 'unopened')
  const isOpen = view === 'open'
  const id = useId()
  return (
    <section className="card buying" aria-label={t('procurement.buying.title')}>
      <h2>
        <Button
          variant="minimal"
          fill
          alignText="start"
          icon={<HelpIcon />}
          endIcon={isOpen ? <ChevronUpIcon /> : <ChevronDownIcon />}
          text={t('procurement.buying.title')}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => show(isOpen ? 'closed' : 'open')}
        />
      </h2>
      <div id={id} hidden={!isOpen}>
        {view === 'unopened' ? null : (
          <Suspense fallback={<SkeletonRows rows={4} />}>
            <BuyingQuestion />
          </Suspense>
        )}
      </div>
    </section>
  )
}

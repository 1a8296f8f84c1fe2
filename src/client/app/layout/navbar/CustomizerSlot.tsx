import { Button } from '@blueprintjs/core'
import { Cog } from '@blueprintjs/icons'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { onOpen, open } from '../openings.ts'

const Customizer = lazy(() => import('../customizer/Customizer.tsx'))

/** Where the settings drawer opens; loaded at its first use. With an edge there is a handle at the window's edge, since the bar that holds the button is hidden. */
export function CustomizerSlot({ hasEdge }: { readonly hasEdge: boolean }) {
  const t = useT()
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  useEffect(() => onOpen('customizer', () => setState('open')), [])
  return (
    <>
      {hasEdge ? (
        <Button
          className="customizer-edge"
          intent="primary"
          icon={<Cog />}
          aria-label={t('layout.customizer.title')}
          title={t('layout.customizer.title')}
          onClick={() => open('customizer')}
        />
      ) : null}
      {state === 'unused' ? null : (
        <Suspense>
          <Customizer isOpen={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  )
}

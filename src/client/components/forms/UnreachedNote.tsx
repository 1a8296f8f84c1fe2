import { Button, Callout } from '@blueprintjs/core'
import { useEffect, useRef } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { isThere } from '#src/client/platform/release/isThere.ts'
import { waitOf } from '#src/client/platform/release/waits.ts'
import type { FormState } from './form.ts'

interface UnreachedNoteProps {
  readonly state: FormState
  /** Sends the form again, under the key of the attempt that got no answer; by default the form around the note is submitted. */
  readonly onRetry?: () => void
}

/** What was sent did not arrive: it stands here, and goes again by itself once the server answers, unless something was typed meanwhile. */
export function UnreachedNote({ state: { unreached }, onRetry }: UnreachedNoteProps) {
  const t = useT()
  const place = useRef<HTMLDivElement>(null)
  const sendAgain = onRetry ?? (() => place.current?.closest('form')?.requestSubmit())
  const retry = useRef(sendAgain)
  retry.current = sendAgain
  useEffect(() => {
    if (unreached !== 'waiting') return
    let isLeft = false
    let timer: ReturnType<typeof setTimeout>
    const look = async (attempt: number): Promise<void> => {
      const isBack = await isThere()
      if (isLeft) return
      if (isBack) retry.current()
      else timer = setTimeout(() => void look(attempt + 1), waitOf(attempt + 1))
    }
    timer = setTimeout(() => void look(0), waitOf(0))
    const now = (): void => {
      clearTimeout(timer)
      void look(0)
    }
    addEventListener('online', now)
    return () => {
      isLeft = true
      clearTimeout(timer)
      removeEventListener('online', now)
    }
  }, [unreached])
  if (unreached === null) return null
  return (
    <div ref={place}>
      <Callout compact intent="danger" role="alert" className="form-notice">
        <p>{t('records.form.unreached')}</p>
        <Button size="small" text={t('common.retry')} onClick={sendAgain} />
      </Callout>
    </div>
  )
}

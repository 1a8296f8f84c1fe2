import { Button, InputGroup } from '@blueprintjs/core'
import { CameraIcon } from '@blueprintjs/icons'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { SkeletonRows } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import type { CountEntry } from '../useCountSheet.client.ts'

const Camera = lazy(() => import('#src/client/components/scanner/Camera.tsx'))

interface Props {
  readonly entry: CountEntry
  readonly isBlind: boolean
  readonly onCode: (code: string) => void
}

/** The bar at the lower edge: a code by camera, scanner or hand, and saving. */
export function CountBar({ entry, isBlind, onCode }: Props) {
  const t = useT()
  const [code, setCode] = useState('')
  const [hasCamera, setCamera] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isBlank(code)) onCode(code.trim())
    setCode('')
  }
  return (
    <div className="count-bar">
      {hasCamera ? (
        <Suspense fallback={<SkeletonRows rows={2} />}>
          <Camera startsOn onCode={(found) => onCode(found.trim())} />
        </Suspense>
      ) : null}
      {isBlind ? <p className="count-soft">{t('stock.sheet.blind')}</p> : null}
      <div>
        <form onSubmit={submit}>
          <InputGroup
            data-scan="no"
            size="large"
            value={code}
            maxLength={60}
            autoComplete="off"
            enterKeyHint="search"
            aria-label={t('stock.sheet.scan')}
            placeholder={t('stock.phone.code')}
            onValueChange={setCode}
          />
        </form>
        <Button
          size="large"
          icon={<CameraIcon size={20} />}
          aria-label={t('scanner.camera')}
          aria-pressed={hasCamera}
          active={hasCamera}
          onClick={() => setCamera(!hasCamera)}
        />
        <BusyButton
          size="large"
          intent="primary"
          text={entry.changed === 0 ? t('common.save') : t('stock.phone.save', [entry.changed])}
          isBusy={entry.isSaving}
          disabled={entry.changed === 0}
          onClick={() => ignoreApiError(entry.save())}
        />
      </div>
    </div>
  )
}

import { Button, Callout, InputGroup } from '@blueprintjs/core'
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { useScanner } from '#src/client/components/scanner/useScanner.ts'
import { FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { CountLine } from '../counts/count.types.ts'
import { codeOf } from '../counts/label.ts'
import { ExpectedList } from './ExpectedList.client.tsx'
import { LatestScans } from './LatestScans.client.tsx'
import { canLoadOffline } from './offline.client.ts'
import { type Counting, useCounting } from './useCounting.client.ts'

const Camera = lazy(() => import('#src/client/components/scanner/Camera.tsx'))

/** Counting room by room: a room label first, then assets, by camera, keyboard scanner, typed digits or the list. */
export function CountRoomPage({ countId }: { readonly countId: number }) {
  const t = useT()
  // In the address, so that a page loaded again goes on in the same room.
  const [params, setParams] = useSearchParams()
  const room = Number(params.get('room'))
  const roomId = Number.isInteger(room) && room > 0 ? room : null
  const setRoomId = (id: number | null): void =>
    setParams({ count: String(countId), ...(id !== null && { room: String(id) }) }, { replace: true })
  const [announced, setAnnounced] = useState('')
  const counting = useCounting(countId, roomId)
  const { sheet } = counting
  const take = (text: string, method: 'scan' | 'typed'): void => {
    const code = codeOf(text)
    const next = sheet?.rooms.find((one) => one.code.toUpperCase() === code)
    if (next !== undefined) {
      setRoomId(next.id)
      setAnnounced(t('assetScan.roomChanged', [next.name]))
    } else if (sheet?.mayCount === true) void counting.count(code, method)
  }
  useScanner((code) => take(code, 'scan'))
  if (counting.error !== null && sheet === null)
    return <FailedState error={counting.error} onRetry={() => void counting.read()} />
  if (sheet === null) return <SkeletonRows rows={8} />
  return (
    <>
      <Progress counting={counting} />
      {sheet.mayCount ? (
        <section className="card scan-card">
          <label htmlFor="scan-room">{t('assetScan.room')}</label>
          <SelectBox
            id="scan-room"
            fill
            value={roomId === null ? '' : String(roomId)}
            onChange={(event) => setRoomId(event.target.value === '' ? null : Number(event.target.value))}
          >
            <option value="">{t('assetScan.chooseRoom')}</option>
            {sheet.rooms.map(({ id, code, name, building }) => (
              <option key={id} value={id}>
                {[building, name, code].filter((part) => part).join(' · ')}
              </option>
            ))}
          </SelectBox>
          <p className="scan-announced" role="status">
            {announced}
          </p>
          <CodeField onCode={(code) => take(code, 'typed')} />
          <Suspense fallback={<SkeletonRows rows={2} />}>
            <Camera onCode={(code) => take(code, 'scan')} />
          </Suspense>
        </section>
      ) : (
        <Callout>{t('assetScan.ended')}</Callout>
      )}
      <LatestScans counting={counting} />
      <ExpectedList counting={counting} roomId={roomId} />
    </>
  )
}

const of = (lines: readonly CountLine[], result: CountLine['result']): number =>
  lines.filter((line) => line.result === result && (line.foundAt !== null || result === 'missing')).length

function Progress({ counting }: { readonly counting: Counting }) {
  const t = useT()
  const { sheet, lines, waiting, refused, isOffline, isCached, isKept } = counting
  const expected = lines.filter(({ isExpected }) => isExpected)
  const done = expected.filter(({ foundAt }) => foundAt !== null).length
  return (
    <section className="card scan-card" aria-label={sheet?.name ?? ''}>
      <h2>{sheet?.name}</h2>
      <p className="scan-progress" aria-live="polite">
        {t('assetScan.progress', [done, expected.length])}
      </p>
      <progress max={expected.length} value={done} aria-label={t('assetScan.progress', [done, expected.length])} />
      <p className="scan-figures">
        {t('assetScan.figures', [
          lines.length,
          of(lines, 'found'),
          of(lines, 'elsewhere'),
          of(lines, 'unexpected'),
          of(lines, 'unknown'),
          of(lines, 'missing'),
        ])}
      </p>
      <p className={waiting > 0 ? 'scan-queue is-waiting' : 'scan-queue'} role="status">
        {waiting > 0 ? t('assetScan.queue', [waiting]) : t('assetScan.synced')}
        {waiting > 0 || refused.length > 0 ? (
          <Button
            size="small"
            variant="minimal"
            text={t('assetScan.syncNow')}
            onClick={() => void counting.send(true)}
          />
        ) : null}
      </p>
      {isOffline ? <Callout intent="warning">{t('assetScan.offline')}</Callout> : null}
      {isCached ? <Callout intent="primary">{t('assetScan.cached')}</Callout> : null}
      {isKept && !canLoadOffline() ? <p className="scan-hint">{t('assetScan.keepOpen')}</p> : null}
      {isKept ? null : <Callout intent="warning">{t('assetScan.notKept')}</Callout>}
      {refused.length > 0 ? (
        <Callout intent="danger">{t('assetScan.refused', [refused.length, refused[0]?.refusal ?? ''])}</Callout>
      ) : null}
    </section>
  )
}

/** Typed digits; a keyboard scanner that types here is heard by the page, and the field is emptied. */
function CodeField({ onCode }: { readonly onCode: (code: string) => void }) {
  const t = useT()
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isBlank(code)) onCode(code)
    setCode('')
    field.current?.focus()
  }
  useScanner(() => setCode(''))
  return (
    <form className="scan-code" onSubmit={submit}>
      <InputGroup
        inputRef={field}
        fill
        size="large"
        value={code}
        maxLength={200}
        autoComplete="off"
        aria-label={t('assetScan.code')}
        placeholder={t('assetScan.code')}
        onValueChange={setCode}
      />
      <Button type="submit" size="large" intent="primary" text={t('assetScan.enter')} />
      <p className="scan-hint">{t('assetScan.scannerReady')}</p>
    </form>
  )
}

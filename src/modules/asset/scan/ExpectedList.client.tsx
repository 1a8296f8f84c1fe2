import { Button, Switch } from '@blueprintjs/core'
import { TickIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import type { Counting } from './useCounting.client.ts'

/** Rows drawn at first; a whole bureau would slow the phone. */
const STEP = 100

/** The list to tick where a label is gone or there is no camera. */
export function ExpectedList({ counting, roomId }: { readonly counting: Counting; readonly roomId: number | null }) {
  const t = useT()
  const word = useDictionaryLabel()
  const [isOpenOnly, setOpenOnly] = useState(true)
  const [shown, setShown] = useState(STEP)
  const inRoom = counting.lines.filter(
    (line) => roomId === null || line.roomId === roomId || line.foundRoomId === roomId,
  )
  const expected = inRoom.filter((line) => line.isExpected && (roomId === null || line.roomId === roomId))
  const rows = inRoom.filter(({ foundAt }) => !isOpenOnly || foundAt === null)
  return (
    <section className="card scan-card" aria-label={t('assetScan.list')}>
      <div className="scan-list-head">
        <h2>{t('assetScan.list')}</h2>
        <Switch
          checked={isOpenOnly}
          label={t('assetScan.onlyOpen')}
          onChange={(event) => setOpenOnly(event.currentTarget.checked)}
        />
      </div>
      <p className="scan-figures">
        {t('assetScan.inRoom', [expected.filter(({ foundAt }) => foundAt !== null).length, expected.length])}
      </p>
      {rows.length === 0 ? <p className="scan-figures">{t('assetScan.none')}</p> : null}
      <ul className="scan-list">
        {rows.slice(0, shown).map((line) => (
          <li key={line.id} className={line.foundAt === null ? 'scan-row' : `scan-row is-${line.result}`}>
            <div>
              <strong>{line.name === '' ? line.label : line.name}</strong>
              <span>{[line.label, line.model].filter((part) => part !== '').join(' · ')}</span>
              <span>{[line.sn, line.holder ?? ''].filter((part) => part !== '').join(' · ')}</span>
            </div>
            {line.foundAt === null && counting.sheet?.mayCount === true ? (
              <Button
                icon={<TickIcon />}
                intent="success"
                variant="outlined"
                size="large"
                aria-label={t('assetScan.tick', [`${line.label} ${line.name}`])}
                onClick={() => void counting.count(line.label, 'tick')}
              />
            ) : line.foundAt === null ? null : (
              <span className="scan-result">{word('assetScanResult', line.result)}</span>
            )}
          </li>
        ))}
      </ul>
      {rows.length > shown ? (
        <Button fill text={`${shown} / ${rows.length}`} onClick={() => setShown(shown + STEP)} />
      ) : null}
    </section>
  )
}

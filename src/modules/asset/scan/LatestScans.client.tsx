import { Button, InputGroup } from '@blueprintjs/core'
import { type FormEvent, useRef, useState } from 'react'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionary, useDictionaryLabel } from '#src/client/platform/session/index.ts'
import type { Counting, ScanDetails } from './useCounting.client.ts'

const SHOWN = 6

/** What was scanned last, each with its result in colour and words. */
export function LatestScans({ counting }: { readonly counting: Counting }) {
  const t = useT()
  const word = useDictionaryLabel()
  const [open, setOpen] = useState<string | null>(null)
  if (counting.scans.length === 0) return null
  return (
    <section className="card scan-card" aria-label={t('assetScan.last')}>
      <h2>{t('assetScan.last')}</h2>
      <ul className="scan-list" aria-live="polite">
        {counting.scans.slice(0, SHOWN).map(({ clientId, label, name, result, bookRoom, before, isSent }) => (
          <li key={clientId} className={`scan-row is-${result}${isSent ? '' : ' is-waiting'}`}>
            <div>
              <strong>{word('assetScanResult', result)}</strong>
              <span>
                {label} {name}
              </span>
              {bookRoom === null ? null : <span>{t('assetScan.bookRoom', [bookRoom])}</span>}
              {before === null ? null : <span>{t('assetScan.before', [before])}</span>}
            </div>
            <Button
              size="small"
              variant="outlined"
              text={t('assetScan.detail')}
              aria-label={t('assetScan.detailOf', [label])}
              aria-expanded={open === clientId}
              onClick={() => setOpen(open === clientId ? null : clientId)}
            />
            {open === clientId ? (
              <Details
                label={label}
                onSave={async (details) => {
                  await counting.addDetails(label, details)
                  setOpen(null)
                }}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface DetailsProps {
  readonly label: string
  readonly onSave: (details: ScanDetails) => Promise<void>
}

const conditions = ['normal', 'worn', 'broken', 'unusable'] as const

function Details({ label, onSave }: DetailsProps) {
  const t = useT()
  const word = useDictionaryLabel()
  const entries = useDictionary('assetCondition')
  const [condition, setCondition] = useState('')
  const [note, setNote] = useState('')
  const photo = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const chosen = conditions.find((one) => one === condition)
    void onSave({
      ...(chosen !== undefined && { condition: chosen }),
      ...(!isBlank(note) && { note: note.trim() }),
      photos: [...(photo.current?.files ?? [])].slice(0, 3),
    })
  }
  return (
    <form className="scan-details" aria-label={t('assetScan.detailOf', [label])} onSubmit={submit}>
      <SelectBox
        fill
        aria-label={t('assetScan.condition')}
        value={condition}
        onChange={(event) => setCondition(event.target.value)}
      >
        <option value="">{t('assetScan.condition')}</option>
        {conditions
          .filter((one) => entries.length === 0 || entries.some(({ value }) => value === one))
          .map((one) => (
            <option key={one} value={one}>
              {word('assetCondition', one)}
            </option>
          ))}
      </SelectBox>
      <InputGroup
        data-scan="no"
        value={note}
        maxLength={200}
        aria-label={t('assetScan.note')}
        placeholder={t('assetScan.note')}
        onValueChange={setNote}
      />
      <label className="scan-photo">
        {t('assetScan.photo')}
        <input ref={photo} type="file" accept="image/jpeg,image/png" capture="environment" multiple />
      </label>
      <Button type="submit" intent="primary" text={t('assetScan.save')} />
    </form>
  )
}

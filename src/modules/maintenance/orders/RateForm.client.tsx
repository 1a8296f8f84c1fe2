import './order.css'
import { Button, Callout, Radio, RadioGroup, TextArea } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { TicketOrder } from './order-wire.ts'

const levels = [5, 4, 3, 2, 1] as const
type Level = (typeof levels)[number]

/** A rating up to this one says why (22.4). */
const BAD_RATING = 2
/** Characters that say why. */
const MIN_NOTE = 2

/** The applicant's word on a repair outside the steps of its ticket: a rating after silence, or the acceptance of a late result. */
export function RateForm({ ticketId, order }: { readonly ticketId: number; readonly order: TicketOrder }) {
  const t = useT()
  const client = useQueryClient()
  const [level, setLevel] = useState<Level>(5)
  const [note, setNote] = useState('')
  const isLate = order.mayAccept
  const isBad = level <= BAD_RATING
  const label = t(isBad ? 'repair.ratingNoteNeeded' : 'repair.ratingNote')
  const isShort = (isBad || note.trim() !== '') && [...note.trim()].length < MIN_NOTE
  const send = async (): Promise<void> => {
    const body = { rating: level, ratingNote: note.trim() || null }
    const path = `/api/maintenance/ticket/${ticketId}`
    if (isLate) await api.post(`${path}/accept/` as '/api/maintenance/ticket/:id/accept/', body, { key: newKey() })
    else await api.post(`${path}/rate/` as '/api/maintenance/ticket/:id/rate/', body, { key: newKey() })
    toast('success', t(isLate ? 'repair.accepted' : 'repair.rated'))
    await client.invalidateQueries({ queryKey: ['ticket'] })
  }
  return (
    <Callout intent="primary" title={t(isLate ? 'repair.acceptTitle' : 'repair.rateTitle')}>
      <div className="repair-reopen">
        <p>{t(isLate ? 'repair.acceptText' : order.isDefaultRating ? 'repair.rateText' : 'repair.rateAgain')}</p>
        <RadioGroup
          inline
          label={t('repair.rating')}
          selectedValue={level}
          onChange={({ currentTarget: { value } }) => setLevel(levels.find((one) => String(one) === value) ?? 5)}
        >
          {levels.map((one) => (
            <Radio key={one} value={one} label={`${one} ${t(`repair.ratingLevel.r${one}`)}`} />
          ))}
        </RadioGroup>
        <TextArea
          fill
          autoResize
          maxLength={200}
          aria-label={label}
          placeholder={label}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Button
          intent="primary"
          disabled={isShort}
          text={t(isLate ? 'repair.acceptSend' : 'repair.rateSend')}
          onClick={() => ignoreApiError(send())}
        />
      </div>
    </Callout>
  )
}

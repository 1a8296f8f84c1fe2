import { visibleLength } from '#machines/ticket/engine/visibleText.ts'
import './rating.css'
import { Callout, Radio, RadioGroup, TextArea } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { LOW_SCORE, NOTE_LENGTH } from '#src/define/forms/rating.ts'

const scores = [5, 4, 3, 2, 1] as const

interface RatingFormProps {
  /** What is rated. */
  readonly title: string
  /** Until when, or why now. */
  readonly text: string
  readonly submitText: string
  /** Sends the rating; a refusal is shown by the call itself. */
  readonly onSubmit: (score: number, note: string) => Promise<void>
}

/** A rating of 1 to 5 on a ticket, with a note that a bad one needs. None is chosen in advance. */
export function RatingForm({ title, text, submitText, onSubmit }: RatingFormProps) {
  const t = useT()
  const id = useId()
  const [score, setScore] = useState<number | null>(null)
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const length = visibleLength(note)
  const isBad = score !== null && score <= LOW_SCORE
  const isShort = (isBad || length > 0) && length < NOTE_LENGTH.min
  const label = t(isBad ? 'ticket.rating.noteNeeded' : 'ticket.rating.note')
  const send = async (): Promise<void> => {
    if (score === null) return
    setBusy(true)
    try {
      await onSubmit(score, note.trim())
    } finally {
      setBusy(false)
    }
  }
  return (
    <Callout intent="primary" title={title}>
      <div className="ticket-rating">
        <p>{text}</p>
        <RadioGroup
          inline
          label={t('ticket.rating.score')}
          name={id}
          {...(score !== null && { selectedValue: score })}
          onChange={({ currentTarget: { value } }) => setScore(Number(value))}
        >
          {scores.map((one) => (
            <Radio key={one} value={one} label={`${one} ${t(`ticket.rating.level.r${one}`)}`} />
          ))}
        </RadioGroup>
        <TextArea
          fill
          autoResize
          maxLength={NOTE_LENGTH.max}
          aria-label={label}
          placeholder={label}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <BusyButton
          intent="primary"
          isBusy={isBusy}
          disabled={score === null || isShort}
          text={submitText}
          onClick={() => ignoreApiError(send())}
        />
      </div>
    </Callout>
  )
}

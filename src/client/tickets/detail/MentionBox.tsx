import { Button, Classes, TextArea } from '@blueprintjs/core'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { Mentionable } from '#src/define/tickets/detail.ts'
import { afterEdit, type Mention, matching, piecesOf, type Span, typedAt, unnamedIn, withMention } from './mentions.ts'

/** People offered at once. */
const OFFERED = 8

interface MentionBoxProps {
  readonly label: string
  readonly placeholder: string
  readonly text: string
  readonly mentions: readonly Mention[]
  readonly people: readonly Mentionable[]
  readonly longest: number
  readonly onChange: (text: string, mentions: readonly Mention[]) => void
}

/** A text of several lines in which an `@` opens a list of people, worked by the keyboard: arrows move, Enter and Tab choose, Esc closes. Whoever was chosen and whatever names nobody is marked. */
export function MentionBox({ label, placeholder, text, mentions, people, longest, onChange }: MentionBoxProps) {
  const t = useT()
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  /** The `@` whose list was closed by Esc. */
  const [closed, setClosed] = useState<number | null>(null)
  const mention = caret === null ? null : typedAt(text, caret, mentions)
  const isOpen = mention !== null && mention.at !== closed
  const offered = isOpen ? matching(people, mention.typed).slice(0, OFFERED) : []
  const current = Math.min(active, offered.length - 1)
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])

  const put = (person: Mentionable, span: Span): void => {
    const next = withMention(text, mentions, person, span, longest)
    if (next === null) return
    onChange(next.text, next.mentions)
    setActive(0)
    setCaret(next.caret)
    // The caret is placed once the new text stands in the box.
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(next.caret, next.caret)
    })
  }
  const handleKey = (event: KeyboardEvent): void => {
    if (!isOpen || event.nativeEvent.isComposing) return
    const person = offered[current]
    if (event.key === 'Escape') {
      event.stopPropagation()
      setClosed(mention.at)
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && offered.length > 0) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((current + step + offered.length) % offered.length)
    } else if ((event.key === 'Enter' || event.key === 'Tab') && person !== undefined) {
      event.preventDefault()
      put(person, { from: mention.at, to: mention.at + 1 + mention.typed.length })
    }
  }
  const follow = (): void => setCaret(box.current?.selectionStart ?? null)
  const askAt = ({ to }: Span): void => {
    setClosed(null)
    box.current?.focus()
    box.current?.setSelectionRange(to, to)
    setCaret(to)
  }
  // Where a phone's keyboard hides the sign.
  const begin = (): void => {
    const at = box.current?.selectionStart ?? text.length
    const isApart = at === 0 || /\s/.test(text[at - 1] ?? '')
    const next = `${text.slice(0, at)}${isApart ? '' : ' '}@${text.slice(at)}`
    if (next.length > longest) return
    onChange(next, afterEdit(mentions, text, next))
    const to = at + (isApart ? 1 : 2)
    requestAnimationFrame(() => askAt({ from: to - 1, to }))
  }
  const unnamed = unnamedIn(text, mentions).filter((span) => !isOpen || span.from !== mention.at)
  const isShown = offered.length > 0
  return (
    <div className="mention-box">
      <div className="mention-text">
        <div className="mention-marks" aria-hidden>
          {piecesOf(text, mentions).map(({ text: piece, kind, from }) =>
            kind === 'plain' || (kind === 'unnamed' && isOpen && from === mention.at) ? (
              <span key={from}>{piece}</span>
            ) : (
              <mark key={from} className={`is-${kind}`}>
                {piece}
              </mark>
            ),
          )}
          {'\n'}
        </div>
        <TextArea
          fill
          inputRef={box}
          value={text}
          maxLength={longest}
          placeholder={placeholder}
          aria-label={label}
          aria-describedby={unnamed.length === 0 ? `${id}-hint` : `${id}-hint ${id}-unnamed`}
          {...(isShown
            ? {
                role: 'combobox',
                'aria-expanded': true,
                'aria-autocomplete': 'list' as const,
                'aria-haspopup': 'listbox' as const,
                'aria-controls': `${id}-list`,
                'aria-activedescendant': `${id}-${current}`,
              }
            : {})}
          onChange={(event) => {
            const next = event.currentTarget.value
            onChange(next, afterEdit(mentions, text, next))
            setCaret(event.currentTarget.selectionStart)
            setActive(0)
            setClosed(null)
          }}
          onKeyDown={handleKey}
          onSelect={follow}
          onBlur={() => setCaret(null)}
        />
      </div>
      {isShown ? (
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          tabIndex={-1}
          aria-label={t('ticket.comment.mention')}
          className="combobox-list mention-list"
          onMouseDown={(event) => event.preventDefault()}
        >
          {offered.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches options through the text, as the combobox pattern wants.
            <div
              key={person.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              className={index === current ? 'is-active' : ''}
              onMouseMove={() => setActive(index)}
              onClick={() => {
                if (mention !== null) put(person, { from: mention.at, to: mention.at + 1 + mention.typed.length })
              }}
            >
              <span className={Classes.TEXT_OVERFLOW_ELLIPSIS}>{person.name}</span>
              <small className={Classes.TEXT_MUTED}>{person.deptName}</small>
            </div>
          ))}
        </div>
      ) : null}
      <span className="visually-hidden" role="status">
        {isOpen ? (isShown ? t('ticket.comment.found', [offered.length]) : t('ticket.comment.noneFound')) : ''}
      </span>
      <span className="mention-hint">
        <Button
          size="small"
          variant="minimal"
          text="@"
          aria-label={t('ticket.comment.mention')}
          title={t('ticket.comment.mention')}
          onClick={begin}
        />
        <span id={`${id}-hint`} className="ticket-soft">
          {t('ticket.comment.hint')}
        </span>
      </span>
      {unnamed.length === 0 ? null : (
        <ul id={`${id}-unnamed`} className="mention-unnamed" role="status">
          {unnamed.map((span) => (
            <li key={span.from}>
              {t('ticket.comment.unnamed', [text.slice(span.from, span.to)])}
              <button type="button" className="link-button" onClick={() => askAt(span)}>
                {t('ticket.comment.choose')}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

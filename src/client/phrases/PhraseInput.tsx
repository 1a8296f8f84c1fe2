import './phrases.css'
import { Button, Classes, TextArea } from '@blueprintjs/core'
import { createContext, type KeyboardEvent, useContext, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { inputAttributes } from '#src/client/components/forms/attributes.ts'
import type { InputProps } from '#src/client/components/forms/kinds.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { PhraseAction } from '#src/define/phrases.ts'
import { usePhrases } from './queries.ts'

/** The decision whose sentences are offered. */
export const PhrasesFor = createContext<PhraseAction>('approve')

/** Sentences that one digit puts into an empty text. */
const MAX_QUICK = 9

/** Where the chosen sentence goes: the end of the text, or the place of the slash and what was typed after it. */
interface Opened {
  readonly slashAt: number | null
  readonly active: number
}

/** A slash opens the sentences where a new one could begin. */
const mayBegin = (before: string): boolean => before === '' || /[\s,.;:\u3002\uff0c\uff1b\uff1a]$/.test(before)

/** The comment of a decision: quick phrases by `/`, by the button, or by their digit (20.8). The focus stays in the text. */
export function PhraseInput(props: InputProps<'text'>) {
  const { field, onChange } = props
  const t = useT()
  const listId = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  const phrases = usePhrases(useContext(PhrasesFor))
  const [opened, setOpened] = useState<Opened | null>(null)
  const value = typeof props.value === 'string' ? props.value : ''

  const typed = opened?.slashAt == null ? '' : value.slice(opened.slashAt + 1)
  const shown = opened === null ? [] : phrases.filter(({ text }) => text.toLowerCase().includes(typed.toLowerCase()))
  const active = Math.min(opened?.active ?? 0, shown.length - 1)

  const pick = (text: string): void => {
    const kept = opened?.slashAt == null ? value : value.slice(0, opened.slashAt)
    onChange([...`${kept}${text}`].slice(0, field.max).join(''))
    setOpened(null)
    input.current?.focus()
  }
  const change = (text: string): void => {
    onChange(text)
    const at = input.current?.selectionStart ?? text.length
    const isSlash = text.length === value.length + 1 && text[at - 1] === '/' && at === text.length
    if (isSlash && mayBegin(text.slice(0, -1))) setOpened({ slashAt: text.length - 1, active: 0 })
    else if (opened?.slashAt != null && text[opened.slashAt] !== '/') setOpened(null)
    else if (opened !== null) setOpened({ ...opened, active: 0 })
  }
  // In an empty text a digit stands for a sentence.
  const quick = value === '' && opened === null ? phrases.slice(0, MAX_QUICK) : []
  const handleKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const numbered = event.ctrlKey || event.metaKey || event.altKey ? undefined : quick[Number(event.key) - 1]
    if (numbered !== undefined) {
      event.preventDefault()
      pick(numbered.text)
      return
    }
    if (opened === null) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && shown.length > 0)
      setOpened({ ...opened, active: (active + step + shown.length) % shown.length })
    else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && shown[active] !== undefined)
      pick(shown[active].text)
    else if (event.key === 'Escape') setOpened(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const group = (isOwn: boolean) => shown.filter((phrase) => phrase.isOwn === isOwn)
  return (
    <div className="field-multiline phrase-input">
      <TextArea
        {...inputAttributes(props)}
        inputRef={input}
        className="field-textarea"
        rows={3}
        value={value}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={opened !== null}
        aria-controls={listId}
        aria-activedescendant={shown.length > 0 ? `${listId}-${active}` : undefined}
        onKeyDown={handleKey}
        onChange={(event) => change(event.target.value)}
      />
      {quick.length === 0 ? null : (
        <div className="phrase-quick">
          {quick.map(({ text }, at) => (
            // The keyboard reaches them by their digits.
            <button key={text} type="button" tabIndex={-1} className="phrase-chip" onClick={() => pick(text)}>
              <kbd>{at + 1}</kbd>
              {text}
            </button>
          ))}
        </div>
      )}
      <span className="phrase-foot">
        <Button
          size="small"
          variant="minimal"
          text={t('phrases.open')}
          title={t('phrases.openHint')}
          aria-expanded={opened !== null}
          onClick={() => {
            setOpened(opened === null ? { slashAt: null, active: 0 } : null)
            input.current?.focus()
          }}
        />
        <span className={Classes.TEXT_MUTED} aria-hidden>
          {[...value].length}/{field.max}
        </span>
      </span>
      <div id={listId} role="listbox" aria-label={t('phrases.open')} className="phrase-list" hidden={opened === null}>
        {([true, false] as const).map((isOwn) =>
          group(isOwn).length === 0 ? null : (
            // biome-ignore lint/a11y/useSemanticElements: groups of options are no field sets.
            <div key={String(isOwn)} role="group" aria-label={t(isOwn ? 'phrases.own' : 'phrases.bureau')}>
              <div className="phrase-group" role="presentation">
                {t(isOwn ? 'phrases.own' : 'phrases.bureau')}
              </div>
              {group(isOwn).map((phrase) => {
                const at = shown.indexOf(phrase)
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches options through the text, as the combobox pattern wants.
                  <div
                    key={phrase.text}
                    id={`${listId}-${at}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={at === active}
                    className="phrase-line"
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => pick(phrase.text)}
                  >
                    {phrase.text}
                  </div>
                )
              })}
            </div>
          ),
        )}
      </div>
      {opened !== null && shown.length === 0 ? (
        <p className="phrase-none">
          {t('phrases.none')} <Link to="/personal-center?tab=phrases">{t('phrases.manage')}</Link>
        </p>
      ) : null}
    </div>
  )
}

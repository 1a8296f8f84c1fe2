import { Button, Classes, InputGroup, type InputGroupProps, Intent } from '@blueprintjs/core'
import { SmallCrossIcon } from '@blueprintjs/icons'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Waiting } from '#src/client/components/ui/index.ts'
import { PopoverNext } from '#src/client/components/ui/popups/popover.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { type Option, type OptionSource, useOptions } from './options.ts'

interface ComboboxProps {
  readonly id: string
  readonly label: string
  readonly source: OptionSource
  readonly selected: Option | null
  readonly onSelect: (option: Option | null) => void
  /** Not offered again, e.g. people already chosen. */
  readonly without?: readonly number[]
  readonly disabled?: boolean
  readonly required?: boolean
  readonly invalid?: boolean
  readonly describedBy?: string | undefined
  readonly placeholder?: string
}

/** One choice out of many, searched by the server while typing. Own part instead of Blueprint's Suggest, which drops the focus on selection and names no active option to a screen reader. */
export function Combobox(props: ComboboxProps) {
  const { id, label, source, selected, onSelect, without = [], disabled = false } = props
  const t = useT()
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState<number | null>(null)
  const { options: found, isLoading, isError } = useOptions(source, typed ?? '', isOpen)
  const options = found.filter((option) => !without.includes(option.id))
  // Opened on a choice already made, the list stands at it; while searching, at the best match.
  const start =
    typed === null
      ? Math.max(
          0,
          options.findIndex((option) => option.id === selected?.id),
        )
      : 0
  const current = Math.min(active ?? start, options.length - 1)

  useEffect(() => {
    if (isOpen) list.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, current])

  const close = (): void => {
    setOpen(false)
    setTyped(null)
    setActive(null)
  }
  const choose = (option: Option): void => {
    onSelect(option)
    close()
  }
  const handleKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) {
        setOpen(true)
        return
      }
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive(options.length === 0 ? null : (current + step + options.length) % options.length)
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      const option = options[current]
      if (option !== undefined) choose(option)
    } else if (event.key === 'Escape' && isOpen) {
      // Only the list closes, not the dialog around it.
      event.stopPropagation()
      close()
    }
  }

  const inputProps: InputGroupProps & { ref?: never } = {
    id,
    role: 'combobox',
    autoComplete: 'off',
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': listId,
    'aria-required': props.required ?? false,
    'aria-invalid': props.invalid ?? false,
    disabled,
    fill: true,
    intent: props.invalid ? Intent.DANGER : Intent.NONE,
    placeholder: props.placeholder ?? t('records.input.search'),
    value: typed ?? selected?.label ?? '',
    onClick: () => setOpen(true),
    onKeyDown: handleKey,
    onBlur: close,
    onChange: (event) => {
      setTyped(event.target.value)
      setActive(null)
      setOpen(true)
      if (event.target.value === '' && selected !== null) onSelect(null)
    },
    ...(props.describedBy === undefined ? {} : { 'aria-describedby': props.describedBy }),
    ...(isOpen && options.length > 0 ? { 'aria-activedescendant': `${listId}-${current}` } : {}),
    ...(selected !== null && !disabled
      ? {
          rightElement: (
            <Button
              variant="minimal"
              size="small"
              tabIndex={-1}
              icon={<SmallCrossIcon />}
              aria-label={t('records.input.clear', [label])}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onSelect(null)}
            />
          ),
        }
      : {}),
  }

  return (
    <PopoverNext
      isOpen={isOpen && !disabled}
      autoFocus={false}
      enforceFocus={false}
      shouldReturnFocusOnClose={false}
      canEscapeKeyClose={false}
      animation="minimal"
      arrow={false}
      matchTargetWidth
      placement="bottom-start"
      popoverClassName="combobox-popover"
      renderTarget={({ ref }) => <InputGroup {...inputProps} inputRef={ref} />}
      content={
        <div className="combobox-list">
          <div
            ref={list}
            id={listId}
            role="listbox"
            tabIndex={-1}
            aria-label={label}
            onMouseDown={(event) => event.preventDefault()}
          >
            {options.map((option, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches options through the input, as the combobox pattern wants.
              <div
                key={option.id}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === current}
                className={index === current ? 'is-active' : ''}
                onMouseMove={() => setActive(index)}
                onClick={() => choose(option)}
              >
                <span className={Classes.TEXT_OVERFLOW_ELLIPSIS}>{option.label}</span>
                {option.note === undefined ? null : <small className={Classes.TEXT_MUTED}>{option.note}</small>}
              </div>
            ))}
          </div>
          {options.length > 0 ? null : (
            <div className="combobox-none" role="status">
              {isLoading ? <Waiting size={16} /> : t(isError ? 'common.loadFailed' : 'records.input.noMatch')}
            </div>
          )}
        </div>
      }
    />
  )
}

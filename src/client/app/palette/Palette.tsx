import { Dialog, InputGroup } from '@blueprintjs/core'
import { SearchIcon } from '@blueprintjs/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { pathOf } from '#src/client/app/menuPath.ts'
import { useDebounced } from '#src/client/components/forms/inputs/debounce.ts'
import { NamedIcon } from '#src/client/components/ui/index.ts'
import { api, errorText } from '#src/client/platform/http/http.ts'
import { useLanguage, usePlural, useT } from '#src/client/platform/i18n/index.ts'
import { useMenus, useUser } from '#src/client/platform/session/index.ts'
import { commandGroup, foundGroups, type Group, type Item } from './items.ts'
import type { PaletteState } from './paletteState.ts'
import { keepRecent, recentItems } from './recent.ts'
import { useCommands } from './useCommands.ts'
import './palette.css'

interface Props {
  readonly isOpen: boolean
  readonly palette: PaletteState
  readonly onType: (typed: string) => void
  readonly onAwait: (isAwaited: boolean) => void
  readonly onClose: () => void
}

/** The command palette: everything a person can go to or do, by keyboard alone. */
export default function Palette({ isOpen, ...search }: Props) {
  const t = useT()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={search.onClose}
      className="palette"
      aria-labelledby="palette-title"
      shouldReturnFocusOnClose
      transitionDuration={120}
    >
      <h2 id="palette-title" className="visually-hidden">
        {t('palette.title')}
      </h2>
      <Search key={search.palette.times} {...search} />
    </Dialog>
  )
}

/** Milliseconds after the last key before the server is asked. */
const SETTLE = 180

const PERSON_PAGE = '/system/user'

/** Groups for what is typed, whether they belong to it already, and whether the server failed. */
function useGroups(typed: string): {
  readonly groups: readonly Group[]
  readonly isCurrent: boolean
  /** Why there is no answer; null when there is one. */
  readonly error: unknown
} {
  const t = useT()
  const language = useLanguage()
  const { id: userId } = useUser()
  const commands = useCommands()
  const menus = new Set(useMenus().map(pathOf))
  /** Where to go on when nothing was found. */
  const insteadOf = (text: string): readonly Item[] =>
    [
      { id: 'instead browse', title: t('palette.browse'), icon: 'applications', path: '/workflow/applications' },
      {
        id: 'instead ask',
        title: t('palette.ask'),
        icon: 'document',
        path: '/workflow/receive/otherBusiness',
        query: `?title=${encodeURIComponent(t('palette.askTitle', [text]))}`,
      },
    ]
      .filter(({ path }) => menus.has(path))
      .map(({ query = '', path, ...line }) => ({ ...line, note: '', path: `${path}${query}` }))
  const hasPersonPage = menus.has(PERSON_PAGE)
  const query = typed.trim()
  const search = useDebounced(query, SETTLE)
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['palette', search, language],
    queryFn: ({ signal }) => api.get('/api/system/search/', { query: { search: search }, signal, quiet: true }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  if (query === '') {
    const recent: Group = { name: 'recent', items: recentItems(userId, language) }
    return { groups: [recent, commandGroup(commands, '')], isCurrent: true, error: null }
  }
  const found =
    data === undefined
      ? []
      : foundGroups(
          data,
          (title) => t('palette.apply', [title]),
          ({ name }) =>
            hasPersonPage
              ? `${PERSON_PAGE}?search=${encodeURIComponent(name)}`
              : `/workflow/ticket?search=${encodeURIComponent(name)}`,
          ({ id }) => (hasPersonPage ? `${PERSON_PAGE}?deptId=${id}` : `/workflow/ticket?deptId=${id}`),
        )
  const isCurrent = search === query && !isPlaceholderData && (data !== undefined || error !== null)
  const groups = [...found, commandGroup(commands, query)]
  // What comes near is offered only where nothing fits, no command either.
  const isNothing = groups.every(({ name, items }) => name === 'nearest' || items.length === 0)
  if (!isNothing) return { groups: groups.filter(({ name }) => name !== 'nearest'), isCurrent, error }
  const instead = isCurrent ? [{ name: 'instead' as const, items: insteadOf(query) }] : []
  return { groups: [...groups, ...instead], isCurrent, error }
}

function Search({ palette: { typed, isAwaited }, onType, onAwait, onClose }: Omit<Props, 'isOpen'>) {
  const t = useT()
  const plural = usePlural()
  const language = useLanguage()
  const navigate = useNavigate()
  const { id: userId } = useUser()
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const { groups, isCurrent, error } = useGroups(typed)
  const shown = groups.filter((group) => group.items.length > 0)
  const items = shown.flatMap((group) => group.items)
  const current = Math.min(active, items.length - 1)

  const choose = (item: Item): void => {
    onClose()
    keepRecent(userId, language, item)
    if (item.path !== undefined) void navigate(item.path)
    item.run?.()
  }
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => {
    if (!isAwaited || !isCurrent) return
    onAwait(false)
    const item = items[current]
    if (item !== undefined) choose(item)
  })
  const handleKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (items.length > 0) setActive((current + step + items.length) % items.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      onAwait(true)
    }
  }
  return (
    <>
      <InputGroup
        className="palette-input"
        size="large"
        leftElement={<SearchIcon className="palette-glass" />}
        value={typed}
        maxLength={50}
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.title')}
        role="combobox"
        aria-expanded={items.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={items.length > 0 ? `${listId}-${current}` : undefined}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        onKeyDown={handleKey}
        onValueChange={(text) => {
          onType(text)
          setActive(0)
        }}
      />
      {isCurrent && shown.every(({ name }) => name === 'instead') && !isBlank(typed) ? (
        <p className="palette-none">
          {error !== null ? errorText(error, t('palette.failed')) : t('palette.none', [typed.trim()])}
        </p>
      ) : null}
      <div ref={list} id={listId} role="listbox" tabIndex={-1} aria-label={t('palette.title')} className="palette-list">
        {shown.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: groups of options are no field sets.
          <div key={group.name} role="group" aria-labelledby={`${listId}-${group.name}`}>
            <div id={`${listId}-${group.name}`} className="palette-group" role="presentation">
              {t(`palette.${group.name}`)}
            </div>
            {group.items.map((item) => {
              const at = items.indexOf(item)
              return (
                <Line
                  key={item.id}
                  id={`${listId}-${at}`}
                  item={item}
                  isActive={at === current}
                  onPoint={() => setActive(at)}
                  onChoose={() => choose(item)}
                />
              )
            })}
          </div>
        ))}
      </div>
      <div className="visually-hidden" role="status">
        {isCurrent && !isBlank(typed) ? plural('palette.found', items.length) : ''}
      </div>
      <Hints />
    </>
  )
}

interface LineProps {
  readonly id: string
  readonly item: Item
  readonly isActive: boolean
  readonly onPoint: () => void
  readonly onChoose: () => void
}

function Line({ id, item, isActive, onPoint, onChoose }: LineProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches options through the input, as the combobox pattern wants.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className="palette-line"
      onMouseMove={onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <NamedIcon name={item.icon} />
      <span className="palette-title">{item.title}</span>
      {item.note === '' ? null : <small>{item.note}</small>}
    </div>
  )
}

/** Which keys do what; for the eyes, since readers say it of a list by themselves. */
function Hints() {
  const t = useT()
  return (
    <footer className="palette-hints" aria-hidden="true">
      <span>
        <kbd>↑</kbd>
        <kbd>↓</kbd> {t('palette.hint.move')}
      </span>
      <span>
        <kbd>↵</kbd> {t('palette.hint.run')}
      </span>
      <span>
        <kbd>{t('palette.hint.escape')}</kbd> {t('palette.hint.close')}
      </span>
    </footer>
  )
}

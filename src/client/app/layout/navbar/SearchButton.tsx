import { SearchIcon } from '@blueprintjs/icons'
import { useT } from '#src/client/platform/i18n/index.ts'
import { open } from '../openings.ts'

const isApple = /Mac|iP(hone|ad)/.test(navigator.userAgent)

/** Looks like a search field on wide screens, is an icon on narrow ones; either opens the search over the page. */
export function SearchButton() {
  const t = useT()
  return (
    <button
      type="button"
      className="search-button"
      aria-haspopup="dialog"
      aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
      onClick={() => open('search')}
    >
      <SearchIcon size={16} aria-hidden="true" />
      <span className="search-button-text">{t('layout.search')}</span>
      <kbd>{isApple ? t('layout.searchKeyApple') : t('layout.searchKey')}</kbd>
    </button>
  )
}

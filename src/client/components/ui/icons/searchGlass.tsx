import { SearchIcon } from '@blueprintjs/icons'

/** The glass in a search box; the same element everywhere and no `leftElement`, which Blueprint measures whenever it is drawn again. */
export const searchGlass = <SearchIcon className="list-search-icon" aria-hidden />

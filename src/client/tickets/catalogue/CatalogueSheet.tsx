import { Button, InputGroup } from '@blueprintjs/core'
import { PlusIcon, SearchIcon } from '@blueprintjs/icons'
import { useMemo, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { DictionaryText, EmptyState, MoneyText, toast } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { Catalogue, CatalogueItem } from '#src/define/tickets/catalogue.ts'
import type { FormData } from '#src/fields/field.ts'
import { fromCents, toCents } from '#src/fields/money/cents.ts'
import { centsForQty } from '#src/fields/quantity/quantities.ts'
import { CatalogueCard } from './CatalogueCard.tsx'
import { chosenOf, withItems, withQuantity } from './chosen.ts'

interface CatalogueSheetProps {
  readonly catalogue: Catalogue
  /** Of which dictionary the categories are entries. */
  readonly dictionary: 'stockCategory' | 'assetCategory'
  /** Whether more than the standard leaves cannot be chosen at all. */
  readonly isBound: boolean
  readonly lines: readonly FormData[]
  /** What is left of a quota, in yuan; null where there is none. */
  readonly quota: string | null
  readonly onKeep: (item: CatalogueItem) => Promise<void>
  readonly onLines: (lines: readonly FormData[]) => void
  readonly onClose: () => void
}

/** `all`, `favourites` or a category. */
type Shelf = string

const fits = (item: CatalogueItem, words: string): boolean =>
  words === '' ||
  [item.name, item.spec, item.pinyin, item.initials].some((text) => text.toLowerCase().includes(words.toLowerCase()))

/** Items to choose from, by category, favourites, kits or words; what is chosen stands in the form at once. */
export function CatalogueSheet(props: CatalogueSheetProps) {
  const { catalogue, dictionary, isBound, lines, quota, onKeep, onLines, onClose } = props
  const t = useT()
  const [words, setWords] = useState('')
  const [shelf, setShelf] = useState<Shelf>('all')
  const { items, kits } = catalogue
  const shelves = useMemo(() => [...new Set(items.map(({ category }) => category))], [items])
  const shown = items.filter(
    (item) =>
      fits(item, words.trim()) &&
      (shelf === 'all' || (shelf === 'favourites' ? item.isFavourite : item.category === shelf)),
  )
  const total = items.reduce(
    (sum, item) => sum + centsForQty(toCents(item.price ?? '0.00'), chosenOf(lines, item.id)),
    0n,
  )
  const count = items.filter(({ id }) => chosenOf(lines, id) > 0).length
  return (
    <Sheet
      title={t('catalogue.title')}
      shape="drawer"
      isLight
      onClose={onClose}
      footer={
        <div className="catalogue-foot">
          <span role="status">
            {quota === null
              ? `${t('catalogue.added', [count])} · `
              : `${t('catalogue.quotaLeft', [quota, fromCents(total)])} · `}
            {quota === null ? <MoneyText value={fromCents(total)} /> : t('catalogue.added', [count])}
          </span>
          <Button intent="primary" text={t('catalogue.done')} onClick={onClose} />
        </div>
      }
    >
      <div className="catalogue-head">
        <InputGroup
          leftElement={<SearchIcon className="catalogue-search" aria-hidden />}
          value={words}
          maxLength={40}
          autoFocus
          aria-label={t('catalogue.search')}
          placeholder={t('catalogue.search')}
          onValueChange={setWords}
        />
        <fieldset className="catalogue-shelves" aria-label={t('catalogue.shelves')}>
          {(['all', 'favourites', ...(shelves.length > 1 ? shelves : [])] as const).map((one) => (
            <Button
              key={one}
              size="small"
              active={shelf === one}
              aria-pressed={shelf === one}
              onClick={() => setShelf(one)}
            >
              {one === 'all' || one === 'favourites' ? (
                t(`catalogue.${one}` as 'catalogue.all')
              ) : (
                <DictionaryText dictionary={dictionary} value={one} />
              )}
            </Button>
          ))}
        </fieldset>
        {kits.length === 0 ? null : (
          <fieldset className="catalogue-shelves" aria-label={t('catalogue.kits')}>
            <span className="ticket-soft">{t('catalogue.kits')}</span>
            {kits.map((kit) => (
              <Button
                key={kit.id}
                size="small"
                variant="outlined"
                icon={<PlusIcon />}
                text={kit.name}
                onClick={() => {
                  onLines(withItems(lines, kit.lines, items))
                  toast('success', t('catalogue.kitAdded', [kit.name, kit.lines.length]))
                }}
              />
            ))}
          </fieldset>
        )}
      </div>
      {shown.length === 0 ? (
        <EmptyState compact title={t('catalogue.noMatch')} />
      ) : (
        <ul className="catalogue-items">
          {shown.map((item) => (
            <CatalogueCard
              key={item.id}
              item={item}
              isBound={isBound}
              qty={chosenOf(lines, item.id)}
              onQty={(qty) => onLines(withQuantity(lines, item, qty))}
              onKeep={() => ignoreApiError(onKeep(item))}
            />
          ))}
        </ul>
      )}
    </Sheet>
  )
}

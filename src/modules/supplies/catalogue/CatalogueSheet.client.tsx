import { Button, InputGroup } from '@blueprintjs/core'
import { MinusIcon, PlusIcon, SearchIcon, StarEmptyIcon, StarIcon } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Thumbnail } from '#src/client/components/forms/display/Thumbnail.tsx'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { Chip, DictionaryText, EmptyState, MoneyText, NamedIcon, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { FormData } from '#src/fields/field.ts'
import { fromCents, toCents } from '#src/fields/money/cents.ts'
import type { Catalogue, CatalogueItem } from '../counter/counter-wire.ts'
import { withItems } from './lines.ts'

interface CatalogueSheetProps {
  readonly type: string
  readonly catalogue: Catalogue
  readonly lines: readonly FormData[]
  /** What is left of a quota, in yuan; null where there is none. */
  readonly quota: string | null
  readonly onLines: (lines: readonly FormData[]) => void
  readonly onClose: () => void
}

/** `all`, `favourites` or an entry of dictionary stockCategory. */
type Shelf = string

const fits = (item: CatalogueItem, words: string): boolean =>
  words === '' ||
  [item.name, item.spec, item.pinyin, item.initials].some((text) => text.toLowerCase().includes(words.toLowerCase()))

/** Items to choose from, by category, favourites, kits or words; what is chosen stands in the form at once. */
export function CatalogueSheet({ type, catalogue, lines, quota, onLines, onClose }: CatalogueSheetProps) {
  const t = useT()
  const client = useQueryClient()
  const [words, setWords] = useState('')
  const [shelf, setShelf] = useState<Shelf>('all')
  const { items, kits } = catalogue
  const shelves = useMemo(() => [...new Set(items.map(({ category }) => category))], [items])
  const shown = items.filter(
    (item) =>
      fits(item, words.trim()) &&
      (shelf === 'all' || (shelf === 'favourites' ? item.isFavourite : item.category === shelf)),
  )
  const chosen = (item: CatalogueItem): number => Number(lines.find((row) => row.itemId === item.id)?.qty ?? 0)
  const set = (item: CatalogueItem, qty: number): void => {
    if (qty <= 0) onLines(lines.filter((row) => row.itemId !== item.id))
    else if (chosen(item) === 0) onLines(withItems(lines, [{ itemId: item.id, qty }]))
    else onLines(lines.map((row) => (row.itemId === item.id ? { ...row, qty } : row)))
  }
  const keep = async ({ id, isFavourite }: CatalogueItem): Promise<void> => {
    await api.put(`/api/supplies/favourite/${id}/`, { isFavourite: !isFavourite }, { key: newKey() })
    await client.invalidateQueries({ queryKey: ['stockItem', 'catalogue', type] })
  }
  const total = items.reduce((sum, item) => sum + toCents(item.price) * BigInt(chosen(item)), 0n)
  const count = items.filter((item) => chosen(item) > 0).length
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
                <DictionaryText dictionary="stockCategory" value={one} />
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
                  onLines(withItems(lines, kit.lines))
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
            <Item
              key={item.id}
              item={item}
              qty={chosen(item)}
              onQty={(qty) => set(item, qty)}
              onKeep={() => ignoreApiError(keep(item))}
            />
          ))}
        </ul>
      )}
    </Sheet>
  )
}

interface ItemProps {
  readonly item: CatalogueItem
  readonly qty: number
  readonly onQty: (qty: number) => void
  readonly onKeep: () => void
}

function Item({ item, qty, onQty, onKeep }: ItemProps) {
  const t = useT()
  const { name, spec, unit, available, price, picture, maxPerRequest, oneHolder, controlled, isFavourite } = item
  const { packUnit, packQty } = item
  const most = oneHolder ? 1 : maxPerRequest
  return (
    <li className={qty > 0 ? 'is-chosen' : undefined}>
      <span className="catalogue-picture" aria-hidden="true">
        {picture === null ? <NamedIcon name="box" size={22} /> : <Thumbnail id={picture} name="" />}
      </span>
      <div className="catalogue-item">
        <strong>{name}</strong>
        <span className="ticket-soft">
          {spec === '' ? '' : `${spec} · `}
          <MoneyText value={price} /> / {unit}
        </span>
        <span className={available === 0 ? 'is-short' : 'ticket-soft'}>
          {available === 0 ? t('catalogue.none') : t('catalogue.available', [available, unit])} ·{' '}
          {oneHolder ? t('catalogue.oneHolder') : t('catalogue.limit', [most])}
        </span>
        {packUnit === null || packQty === null ? null : (
          <span className="ticket-soft">
            {qty > 0 && qty % packQty === 0
              ? t('catalogue.packs', [qty / packQty, packUnit, packQty, qty, unit])
              : t('catalogue.pack', [packUnit, packQty, unit])}
          </span>
        )}
        {controlled ? <Chip color="warning">{t('catalogue.controlled')}</Chip> : null}
      </div>
      <div className="catalogue-actions">
        <Button
          variant="minimal"
          size="small"
          icon={isFavourite ? <StarIcon /> : <StarEmptyIcon />}
          aria-pressed={isFavourite}
          aria-label={t(isFavourite ? 'catalogue.unfavourite' : 'catalogue.favourite', [name])}
          onClick={onKeep}
        />
        {qty === 0 ? (
          <Button
            size="small"
            icon={<PlusIcon />}
            text={t('catalogue.add')}
            aria-label={`${t('catalogue.add')} ${name}`}
            onClick={() => onQty(1)}
          />
        ) : (
          <span className="catalogue-qty">
            <Button
              size="small"
              icon={<MinusIcon />}
              aria-label={t('catalogue.less', [name])}
              onClick={() => onQty(qty - 1)}
            />
            <output>{qty}</output>
            <Button
              size="small"
              icon={<PlusIcon />}
              aria-label={t('catalogue.more', [name])}
              disabled={qty >= most}
              onClick={() => onQty(qty + 1)}
            />
          </span>
        )}
        {packUnit === null || packQty === null || packQty > most ? null : (
          <Button
            size="small"
            text={t('catalogue.addPack', [packUnit])}
            aria-label={`${t('catalogue.addPack', [packUnit])} ${name}`}
            disabled={qty + packQty > most}
            onClick={() => onQty(qty + packQty)}
          />
        )}
      </div>
    </li>
  )
}

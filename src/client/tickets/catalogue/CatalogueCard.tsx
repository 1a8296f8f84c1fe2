import { Button } from '@blueprintjs/core'
import {
  BoxIcon,
  CleanIcon,
  DesktopIcon,
  LightbulbIcon,
  MinusIcon,
  MobilePhoneIcon,
  PaperclipIcon,
  PersonIcon,
  PlusIcon,
  PrintIcon,
  PulseIcon,
  ServerIcon,
  ShieldIcon,
  StarEmptyIcon,
  StarIcon,
} from '@blueprintjs/icons'
import type { ComponentType } from 'react'
import { Thumbnail } from '#src/client/components/forms/display/Thumbnail.tsx'
import { Chip, MoneyText } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { CatalogueAllowance, CatalogueItem } from '#src/define/tickets/catalogue.ts'
import { addQty, printQty, subtractQty } from '#src/fields/quantity/quantities.ts'
import { mostOf } from './chosen.ts'

/** What stands for an item without a picture, by its category. */
const signs: Readonly<Record<string, ComponentType<{ readonly size: number }>>> = {
  officeSupplies: PaperclipIcon,
  electronicParts: ServerIcon,
  clothing: PersonIcon,
  medical: PulseIcon,
  equipment: ShieldIcon,
  cleaning: CleanIcon,
  computer: DesktopIcon,
  office: PrintIcon,
  communication: MobilePhoneIcon,
  police: ShieldIcon,
  electrical: LightbulbIcon,
}

interface CardProps {
  readonly item: CatalogueItem
  readonly isBound: boolean
  readonly qty: number
  readonly onQty: (qty: number) => void
  readonly onKeep: () => void
}

/** An item of the catalogue: what it is, what is left of it, and how many are chosen. */
export function CatalogueCard({ item, isBound, qty, onQty, onKeep }: CardProps) {
  const t = useT()
  const { name, spec, unit, available, price, picture, oneHolder, controlled, isFavourite } = item
  const { packUnit, packQty } = item
  const most = mostOf(item, isBound)
  const Sign = signs[item.category] ?? BoxIcon
  return (
    <li className={qty > 0 ? 'is-chosen' : undefined}>
      <span className="catalogue-picture" aria-hidden="true">
        {picture === null ? <Sign size={22} /> : <Thumbnail id={picture} name="" />}
      </span>
      <div className="catalogue-item">
        <strong>{name}</strong>
        <span className="ticket-soft">
          {spec === '' ? '' : `${spec} · `}
          {price === null ? (
            unit
          ) : (
            <>
              <MoneyText value={price} /> / {unit}
            </>
          )}
        </span>
        <span className={available === 0 ? 'is-short' : 'ticket-soft'}>
          {available === 0
            ? t('catalogue.none')
            : t('catalogue.available', [printQty(available, item.qtyPlaces), unit])}
          {item.allowance !== null ? null : ` · ${oneHolder ? t('catalogue.oneHolder') : t('catalogue.limit', [most])}`}
        </span>
        {item.allowance === null ? null : <Allowance {...item.allowance} unit={unit} />}
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
            disabled={most === 0}
            onClick={() => onQty(Math.min(1, most))}
          />
        ) : (
          <span className="catalogue-qty">
            <Button
              size="small"
              icon={<MinusIcon />}
              aria-label={t('catalogue.less', [name])}
              onClick={() => onQty(Math.max(0, subtractQty(qty, 1)))}
            />
            <output>{qty}</output>
            <Button
              size="small"
              icon={<PlusIcon />}
              aria-label={t('catalogue.more', [name])}
              disabled={qty >= most}
              onClick={() => onQty(Math.min(most, addQty(qty, 1)))}
            />
          </span>
        )}
        {packUnit === null || packQty === null || packQty > most ? null : (
          <Button
            size="small"
            text={t('catalogue.addPack', [packUnit])}
            aria-label={`${t('catalogue.addPack', [packUnit])} ${name}`}
            disabled={qty + packQty > most}
            onClick={() => onQty(addQty(qty, packQty))}
          />
        )}
      </div>
    </li>
  )
}

/** What the standard still gives, or why it gives nothing. */
function Allowance({ max, left, nextDueAt, isByRoom, unit }: CatalogueAllowance & { readonly unit: string }) {
  const t = useT()
  if (isByRoom) return <span className="ticket-soft">{t('catalogue.byRoom')}</span>
  if (max === null || left === null) return <span className="ticket-soft">{t('catalogue.noStandard')}</span>
  const text = t('catalogue.allowance', [max, Math.max(0, left), unit])
  return (
    <span className={left > 0 ? 'ticket-soft' : 'is-short'}>
      {left > 0 || nextDueAt === null ? text : `${text} · ${t('catalogue.nextDue', [nextDueAt])}`}
    </span>
  )
}

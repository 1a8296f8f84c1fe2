import '../tickets.css'
import { Button, InputGroup, PopupKind } from '@blueprintjs/core'
import { HelpIcon, StarEmptyIcon, StarIcon } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { searchGlass } from '#src/client/components/ui/icons/searchGlass.tsx'
import {
  DateText,
  EmptyState,
  FailedState,
  NamedIcon,
  PageHeader,
  SkeletonRows,
} from '#src/client/components/ui/index.ts'
import { PopoverNext } from '#src/client/components/ui/popups/popover.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionary, useMayCheck } from '#src/client/platform/session/index.ts'
import { type Names, nearnessOf, rankOf } from '#src/define/forms/matching.ts'
import type { ApplicationCard } from '#src/define/tickets/types.ts'
import { useHeadline } from '../detail/headline.ts'
import type { CatalogueHeader } from '../moduleParts.tsx'
import { useCards, useTicketList } from '../queries.ts'
import { useTypeTexts } from '../typeTexts.ts'
import { routeOf, useDesignedTypes } from './designed.ts'

const DRAFTS = 5
/** Types that are offered where none fits. */
const NEAREST = 3

const namesOf = ({ title, titleEn, aliases, full, initials }: ApplicationCard): Names => ({
  chinese: title,
  english: titleEn,
  aliases,
  full,
  initials,
})

/** 20.5: everything a person may apply for, favourites first, and the newest drafts. */
export function ApplicationsPage({ headers }: { readonly headers: readonly CatalogueHeader[] }) {
  const t = useT()
  const may = useMayCheck()
  const { data, error, refetch } = useCards()
  useDesignedTypes()
  const groups = useDictionary('ticketGroup')
  const [search, setSearch] = useState('')
  const keyword = search.trim().toLowerCase()
  const shown = (data ?? []).filter((card) => keyword === '' || rankOf(namesOf(card), keyword) !== null)
  const nearest =
    shown.length > 0 || keyword === ''
      ? []
      : (data ?? [])
          .map((card) => ({ card, nearness: nearnessOf(namesOf(card), keyword) }))
          .filter(({ nearness }) => nearness > 0)
          .sort((a, b) => b.nearness - a.nearness)
          .slice(0, NEAREST)
          .map(({ card }) => card)
  const favourites = shown.filter((card) => card.favourite)
  return (
    <>
      <PageHeader
        title={t('apply.title')}
        actions={
          <InputGroup
            type="search"
            leftIcon={searchGlass}
            value={search}
            placeholder={t('apply.search')}
            aria-label={t('apply.search')}
            onValueChange={setSearch}
          />
        }
      />
      {error !== null && data === undefined ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <SkeletonRows rows={6} /> : null}
      {data && shown.length === 0 ? (
        <EmptyState
          title={keyword === '' ? t('apply.none') : t('common.noMatch')}
          {...(keyword !== '' && { action: <Button text={t('apply.clear')} onClick={() => setSearch('')} /> })}
        />
      ) : null}
      {keyword === ''
        ? headers
            .filter(({ permission }) => may(permission))
            .map(({ permission, Header }) => <Header key={permission} />)
        : null}
      <CardGroup title={t('apply.nearest')} cards={nearest} />
      <CardGroup title={t('apply.favourites')} cards={favourites} />
      {groups.map((group) => (
        <CardGroup
          key={String(group.value)}
          title={group.label}
          cards={shown.filter((card) => card.group === group.value)}
        />
      ))}
      <Drafts />
    </>
  )
}

function CardGroup({ title, cards }: { readonly title: string; readonly cards: readonly ApplicationCard[] }) {
  if (cards.length === 0) return null
  return (
    <section className="apply-group" aria-label={title}>
      <h2>{title}</h2>
      <ul className="apply-cards">
        {cards.map((card) => (
          <Card key={card.key} card={card} />
        ))}
      </ul>
    </section>
  )
}

function Card({ card }: { readonly card: ApplicationCard }) {
  const t = useT()
  const client = useQueryClient()
  const title = t(`applications.${card.key}.title`)
  const { purpose, guide } = useTypeTexts(card.key)
  const toggle = async (): Promise<void> => {
    await api.post(
      `/api/workflow/application_types/${card.key}/favourite/`,
      { favourite: !card.favourite },
      { key: newKey() },
    )
    await client.invalidateQueries({ queryKey: ['ticket', 'cards'] })
  }
  return (
    <li className="card apply-card">
      <span className="apply-icon">
        <NamedIcon name={card.icon} size={20} />
      </span>
      <div className="apply-text">
        <Link to={card.route}>{title}</Link>
        {purpose === '' ? null : <p>{purpose}</p>}
        {card.running > 0 || card.averageDays !== null ? (
          <p className="apply-figures">
            {card.running > 0 ? <span>{t('apply.running', [card.running])}</span> : null}
            {card.averageDays === null ? null : (
              <span>
                {Number(card.averageDays) === 0 ? t('apply.sameDay') : t('apply.average', [card.averageDays])}
              </span>
            )}
          </p>
        ) : null}
      </div>
      <span className="apply-tools">
        {guide === '' ? null : (
          <PopoverNext
            placement="bottom-end"
            arrow={false}
            animation="minimal"
            popupKind={PopupKind.DIALOG}
            content={
              <div className="apply-popover" role="dialog" aria-label={t('ticket.guide.show', [title])}>
                <strong>{title}</strong>
                <p>{guide}</p>
                <Link to={card.route}>{t('apply.start')}</Link>
              </div>
            }
          >
            <Button variant="minimal" size="small" icon={<HelpIcon />} aria-label={t('ticket.guide.show', [title])} />
          </PopoverNext>
        )}
        <Button
          variant="minimal"
          size="small"
          icon={card.favourite ? <StarIcon /> : <StarEmptyIcon />}
          aria-label={`${t(card.favourite ? 'apply.unfavourite' : 'apply.favourite')} ${title}`}
          aria-pressed={card.favourite}
          onClick={() => ignoreApiError(toggle())}
        />
      </span>
    </li>
  )
}

function Drafts() {
  const t = useT()
  const headline = useHeadline()
  const { data } = useTicketList({ label: 'toSubmit', status: 'draft', limit: DRAFTS })
  if (data === undefined || data.data.length === 0) return null
  return (
    <section className="apply-group" aria-label={t('apply.drafts')}>
      <h2>{t('apply.drafts')}</h2>
      <ul className="card draft-list">
        {data.data.map((row) => (
          <li key={row.id}>
            <Link to={`${routeOf(row.type)}?ticket=${row.id}`}>{headline(row)}</Link>
            <span className="ticket-soft">
              <DateText value={row.updatedAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

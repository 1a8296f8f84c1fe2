import './tickets.css'
import { Button, InputGroup, PopoverNext, PopupKind } from '@blueprintjs/core'
import { HelpIcon, StarEmptyIcon, StarIcon } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { told } from '#src/client/forms/told.ts'
import { api, newKey } from '#src/client/http.ts'
import { useT } from '#src/client/i18n/index.ts'
import { useDictionary } from '#src/client/session/index.ts'
import { DateText, EmptyState, FailedState, NamedIcon, PageHeader, SkeletonRows } from '#src/client/ui/index.ts'
import { searchGlass } from '#src/client/ui/searchGlass.tsx'
import type { ApplicationCard } from '#src/define/tickets.ts'
import { routeOf, useDesignedTypes } from './designed.ts'
import { useCards, useTicketList } from './queries.ts'

const DRAFTS = 5

/** 20.5: everything a person may apply for, favourites first, and the newest drafts. */
export function ApplicationsPage() {
  const t = useT()
  const { data, error, refetch } = useCards()
  useDesignedTypes()
  const groups = useDictionary('ticketGroup')
  const [search, setSearch] = useState('')
  const keyword = search.trim().toLowerCase()
  const shown = (data ?? []).filter(
    (card) => keyword === '' || `${card.title} ${card.titleEn} ${card.sounds}`.toLowerCase().includes(keyword),
  )
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
        <EmptyState title={keyword === '' ? t('apply.none') : t('common.noMatch')} />
      ) : null}
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
        <p>{t(`applications.${card.key}.purpose`)}</p>
        {card.running > 0 || card.averageDays !== null ? (
          <p className="apply-figures">
            {card.running > 0 ? <span>{t('apply.running', [card.running])}</span> : null}
            {card.averageDays === null ? null : <span>{t('apply.average', [card.averageDays])}</span>}
          </p>
        ) : null}
      </div>
      <span className="apply-tools">
        <PopoverNext
          placement="bottom-end"
          arrow={false}
          animation="minimal"
          popupKind={PopupKind.DIALOG}
          content={
            <div className="apply-popover" role="dialog" aria-label={t('ticket.guide.show', [title])}>
              <strong>{title}</strong>
              <p>{t(`applications.${card.key}.guide`)}</p>
              <Link to={card.route}>{t('apply.start')}</Link>
            </div>
          }
        >
          <Button variant="minimal" size="small" icon={<HelpIcon />} aria-label={t('ticket.guide.show', [title])} />
        </PopoverNext>
        <Button
          variant="minimal"
          size="small"
          icon={card.favourite ? <StarIcon /> : <StarEmptyIcon />}
          aria-label={`${t(card.favourite ? 'apply.unfavourite' : 'apply.favourite')} ${title}`}
          aria-pressed={card.favourite}
          onClick={() => told(toggle())}
        />
      </span>
    </li>
  )
}

function Drafts() {
  const t = useT()
  const { data } = useTicketList({ label: 'toSubmit', status: 'draft', limit: DRAFTS })
  if (data === undefined || data.data.length === 0) return null
  return (
    <section className="apply-group" aria-label={t('apply.drafts')}>
      <h2>{t('apply.drafts')}</h2>
      <ul className="card draft-list">
        {data.data.map((row) => (
          <li key={row.id}>
            <Link to={`${routeOf(row.type)}?ticket=${row.id}`}>{row.title}</Link>
            <span className="ticket-soft">
              <DateText value={row.updatedAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

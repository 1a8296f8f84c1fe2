import './gate.css'
import { InputGroup } from '@blueprintjs/core'
import { SearchIcon } from '@blueprintjs/icons'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { Chip, EmptyState, FailedState, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { entryOf, useDictionary } from '#src/client/platform/session/index.ts'
import { PostForm } from '#src/client/records/form/PostForm.tsx'
import { dateTime, type Fields } from '#src/fields/field.ts'
import { type Area, accessDictionaries } from '../access.names.ts'
import { CodeCheck } from './CodeCheck.client.tsx'
import { GuestItem, type Step } from './GuestItem.client.tsx'
import type { GateDay, GateGuest } from './gate.types.ts'
import { Passes } from './Passes.client.tsx'

const areas = accessDictionaries.accessArea
const timeField: Fields = { at: dateTime({ required: true }) }
/** Milliseconds after which the lists are read anew: the clock makes visits late and ends days without a message. */
const EVERY_MS = 60_000

/** 门岗: the check of a pass, who may come in today, and who is still inside. */
export function GatePage() {
  const t = useT()
  const client = useQueryClient()
  // In the address, so that a post keeps its place.
  const [params, setParams] = useSearchParams()
  const area: Area = areas.find((one) => one === params.get('area')) ?? 'building'
  const [backdated, setBackdated] = useState<{ readonly guest: GateGuest; readonly step: Step } | null>(null)
  const [printed, setPrinted] = useState<number | null>(null)
  const { data: passes } = useQuery({
    queryKey: ['accessGrant', 'passes', printed],
    queryFn: ({ signal }) => api.get('/api/access/passes/', { query: { ids: String(printed) }, signal }),
    enabled: printed !== null,
  })
  const { data, error, refetch } = useQuery({
    queryKey: ['accessVisit', 'gate', area],
    queryFn: ({ signal }) => api.get('/api/access/gate/', { query: { area }, signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={8} />

  const done = async ({ name }: GateGuest, step: Step): Promise<void> => {
    toast('success', t(step === 'enter' ? 'accessGate.entered' : 'accessGate.left', [name]))
    await client.invalidateQueries({ queryKey: ['accessVisit'] })
    void client.invalidateQueries({ queryKey: ['accessGrant'] })
  }
  const take = (guest: GateGuest, step: Step, method: 'scan' | 'typed' | 'list'): void => {
    const post =
      step === 'enter'
        ? api.post('/api/access/gate/enter/', { grantId: guest.id, area, method }, { key: newKey() })
        : api.post('/api/access/gate/leave/', { visitId: guest.visit?.id ?? 0 }, { key: newKey() })
    ignoreApiError(post.then(() => done(guest, step)))
  }
  return (
    <>
      <AreaBar data={data} area={area} onArea={(next) => setParams({ tab: 'gate', area: next }, { replace: true })} />
      <CodeCheck key={area} area={area} onTake={take} />
      <div className="gate-lists">
        <GuestList
          title={t('accessGate.expected')}
          none={t('accessGate.noneExpected')}
          guests={data.expected}
          step="enter"
          onTake={(guest) => take(guest, 'enter', 'list')}
          onBackdate={(guest) => setBackdated({ guest, step: 'enter' })}
          onPrint={({ id }) => setPrinted(id)}
        />
        <GuestList
          title={t('accessGate.inside')}
          none={t('accessGate.noneInside')}
          guests={data.inside}
          step="leave"
          onTake={(guest) => take(guest, 'leave', 'list')}
          onBackdate={(guest) => setBackdated({ guest, step: 'leave' })}
          onPrint={({ id }) => setPrinted(id)}
        />
      </div>
      {printed === null ? null : <Passes passes={passes} onClose={() => setPrinted(null)} />}
      {backdated === null ? null : (
        <PostForm
          title={t(backdated.step === 'enter' ? 'accessGate.enterOf' : 'accessGate.leaveOf', [backdated.guest.name])}
          path={`/api/access/gate/${backdated.step}/`}
          record="accessVisit"
          fields={timeField}
          fixed={
            backdated.step === 'enter'
              ? { grantId: backdated.guest.id, area, method: 'list' }
              : { visitId: backdated.guest.visit?.id ?? 0 }
          }
          labels={() => t('accessGate.at')}
          submitText={t(backdated.step === 'enter' ? 'accessGate.enter' : 'accessGate.leave')}
          onDone={() => {
            setBackdated(null)
            void done(backdated.guest, backdated.step)
          }}
          onClose={() => setBackdated(null)}
        />
      )}
    </>
  )
}

interface AreaBarProps {
  readonly data: GateDay
  readonly area: Area
  readonly onArea: (area: Area) => void
}

function AreaBar({ data, area, onArea }: AreaBarProps) {
  const t = useT()
  const entries = useDictionary('accessArea')
  const late = data.inside.filter(({ visit }) => visit?.isLate === true).length
  return (
    <div className="gate-bar">
      <div>
        <label htmlFor="gate-area">{t('accessGate.area')}</label>{' '}
        <SelectBox
          id="gate-area"
          value={area}
          options={areas.map((value) => ({ value, label: entryOf(entries, value)?.label ?? value }))}
          onChange={(event) => onArea(areas.find((one) => one === event.currentTarget.value) ?? 'building')}
        />
      </div>
      <strong>{data.today}</strong>
      <span>{t('accessGate.summary', [data.expected.length, data.inside.length])}</span>
      {late > 0 ? <Chip color="error">{t('accessGate.late', [late])}</Chip> : null}
    </div>
  )
}

/** Guests above which a list is searched. */
const SEARCHED_FROM = 8

interface GuestListProps {
  readonly title: string
  readonly none: string
  readonly guests: readonly GateGuest[]
  readonly step: Step
  readonly onTake: (guest: GateGuest) => void
  readonly onBackdate: (guest: GateGuest) => void
  readonly onPrint: (guest: GateGuest) => void
}

function GuestList({ title, none, guests, step, onTake, onBackdate, onPrint }: GuestListProps) {
  const t = useT()
  const [words, setWords] = useState('')
  const wanted = words.trim().toLowerCase()
  const shown = guests.filter(({ name, org, host }) => `${name} ${org} ${host}`.toLowerCase().includes(wanted))
  return (
    <section className="card gate-list" aria-label={title}>
      <h2>
        {title} <small>{guests.length}</small>
      </h2>
      {guests.length >= SEARCHED_FROM ? (
        <InputGroup
          leftIcon={<SearchIcon />}
          data-scan="no"
          value={words}
          aria-label={`${title} ${t('accessGate.find')}`}
          placeholder={t('accessGate.find')}
          onValueChange={setWords}
        />
      ) : null}
      {shown.length === 0 ? (
        <EmptyState compact title={guests.length === 0 ? none : t('accessGate.noneFound')} />
      ) : null}
      <ul>
        {shown.map((guest) => (
          <GuestItem
            key={guest.id}
            guest={guest}
            step={step}
            onTake={onTake}
            onBackdate={onBackdate}
            onPrint={onPrint}
          />
        ))}
      </ul>
    </section>
  )
}

import '#src/client/records/records.css'
import './dictionary.css'
import { Button, Tag } from '@blueprintjs/core'
import { AddIcon, ExportIcon, ImportIcon, SearchIcon } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { ScrollRegion } from '#src/client/components/forms/ScrollRegion.tsx'
import { saveBlob } from '#src/client/components/forms/storedFiles.ts'
import {
  confirmDelete,
  EmptyState,
  FailedState,
  MenuButton,
  PageHeader,
  SkeletonRows,
  toast,
} from '#src/client/components/ui/index.ts'
import { allRows } from '#src/client/platform/http/allRows.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { addressOf } from '#src/client/records/address.ts'
import { FormDrawer } from '#src/client/records/form/FormDrawer.tsx'
import { formName, useReopening } from '#src/client/records/form/unsavedForms.ts'
import { RecordList } from '#src/client/records/list/RecordList.tsx'
import { RecordToolbar } from '#src/client/records/pages.tsx'
import { dictionary, dictionaryEntry } from './dictionary.ts'

interface DictionaryRow {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly nameEn: string
  readonly type: string
  readonly entries: number
  readonly system: boolean
  readonly extensible: boolean
}

const KEY = 'key'

/** 60.5: keys on the left, the entries of the chosen one on the right. */
export function DictionaryPage() {
  const t = useT()
  const language = useLanguage()
  const [params, setParams] = useSearchParams()
  const [keyword, setKeyword] = useState('')
  const { data, error, refetch } = useQuery({
    queryKey: ['dictionary', 'all'],
    queryFn: ({ signal }) => allRows<DictionaryRow>(dictionary.path, { ordering: 'sort' }, signal),
  })
  const chosen = data?.find((row) => row.key === params.get(KEY)) ?? data?.[0]
  const nameOf = (row: DictionaryRow): string => (language === 'en' ? row.nameEn : row.name)
  const word = keyword.trim().toLowerCase()
  const shown = data?.filter((row) => `${row.name} ${row.nameEn} ${row.key}`.toLowerCase().includes(word)) ?? []
  return (
    <>
      <PageHeader
        title={t('pages./system/dictionary')}
        text={t('dictionary.hint')}
        actions={<DictionaryTools onMade={(key) => setParams({ [KEY]: key })} />}
      />
      {data === undefined && error !== null ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <SkeletonRows rows={10} /> : null}
      {data === undefined ? null : (
        <div className="dictionary">
          <div className="list dictionary-keys">
            <div className="list-filters">
              <label className="dictionary-search">
                <SearchIcon className="list-search-icon" aria-hidden />
                <input
                  type="search"
                  className="bp6-input"
                  aria-label={t('dictionary.search')}
                  placeholder={t('dictionary.search')}
                  value={keyword}
                  onChange={(event) => setKeyword(event.target.value)}
                />
              </label>
            </div>
            {shown.length === 0 ? <EmptyState title={t('common.noMatch')} /> : null}
            <ScrollRegion className="dictionary-scroll" label={t('dictionary.keys')}>
              <ul>
                {shown.map((row) => (
                  <li key={row.key} className={row.key === chosen?.key ? 'is-chosen' : ''}>
                    <button
                      type="button"
                      aria-current={row.key === chosen?.key ? 'true' : undefined}
                      onClick={() => setParams({ [KEY]: row.key })}
                    >
                      <span className="dictionary-name">{nameOf(row)}</span>
                      <span className="dictionary-key">{row.key}</span>
                      <span className="dictionary-mark">
                        {t(!row.system || row.extensible ? 'dictionary.changeable' : 'dictionary.fixed')}
                      </span>
                      <span className="dictionary-count">{row.entries}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </ScrollRegion>
          </div>
          {chosen === undefined ? null : <Entries key={chosen.id} row={chosen} name={nameOf(chosen)} />}
        </div>
      )}
    </>
  )
}

function Entries({ row, name }: { readonly row: DictionaryRow; readonly name: string }) {
  const t = useT()
  const fixed = useMemo(() => ({ dictionaryId: String(row.id) }), [row.id])
  const preset = useMemo(() => ({ dictionaryKey: row.key, type: row.type }), [row.key, row.type])
  const isOpen = !row.system || row.extensible
  return (
    <section className="dictionary-entries" aria-label={name}>
      <header>
        <h2>{name}</h2>
        <code>{row.key}</code>
        {row.system ? (
          <Tag minimal round title={isOpen ? undefined : t('dictionary.locked')}>
            {t('dictionary.system')}
          </Tag>
        ) : null}
        {row.system && row.extensible ? (
          <Tag minimal round intent="success">
            {t('dictionary.extensible')}
          </Tag>
        ) : null}
        <RowMenu row={row} name={name} />
        <span className="list-filters-space" />
        <RecordToolbar record={dictionaryEntry} fixed={fixed} preset={preset} isOpen={isOpen} />
      </header>
      <RecordList record={dictionaryEntry} fixed={fixed} />
    </section>
  )
}

function RowMenu({ row, name }: { readonly row: DictionaryRow; readonly name: string }) {
  const t = useT()
  const may = useMayCheck()
  const client = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const remove = async (): Promise<void> => {
    if (!(await confirmDelete(name))) return
    await api.delete(`${addressOf(dictionary)}${row.id}/`, { id: row.id }, { key: newKey() })
    await client.invalidateQueries({ queryKey: ['dictionary'] })
    toast('success', t('common.removed'))
  }
  const items = [
    may('dictionary:Update') ? { text: t('common.edit'), onClick: () => setEditing(true) } : null,
    may('dictionary:Delete') && !row.system
      ? { text: t('common.remove'), intent: 'danger' as const, onClick: () => ignoreApiError(remove()) }
      : null,
  ].filter((item) => item !== null)
  return (
    <>
      {items.length === 0 ? null : <MenuButton label={`${name}: ${t('common.more')}`} items={items} />}
      {isEditing ? <FormDrawer record={dictionary} id={row.id} onClose={() => setEditing(false)} /> : null}
    </>
  )
}

const newDictionary = formName({ record: dictionary.name, id: null, preset: {} })

/** New dictionaries, and all of them as JSON. */
function DictionaryTools({ onMade }: { readonly onMade: (key: string) => void }) {
  const t = useT()
  const may = useMayCheck()
  const client = useQueryClient()
  const file = useRef<HTMLInputElement>(null)
  const [isCreating, setCreating] = useState(false)
  useReopening(
    newDictionary,
    useCallback(() => setCreating(true), []),
  )
  const exportJson = async (): Promise<void> => {
    const { blob, name } = await api.download(`${dictionary.path}export_json/`)
    saveBlob(blob, name)
  }
  const importJson = async (chosen: File): Promise<void> => {
    let content: unknown
    try {
      content = JSON.parse(await chosen.text())
    } catch {
      toast('warning', t('dictionary.badJson'))
      return
    }
    const done = await api.post(`${dictionary.path}import_json/`, content, {
      key: newKey(),
    })
    await client.invalidateQueries({ queryKey: ['dictionary'] })
    await client.invalidateQueries({ queryKey: ['dictionaryEntry'] })
    toast('success', t('dictionary.imported', [done.created, done.updated]))
  }
  return (
    <>
      {may('dictionary:Export') ? (
        <Button icon={<ExportIcon />} text={t('dictionary.exportJson')} onClick={() => ignoreApiError(exportJson())} />
      ) : null}
      {may('dictionary:Import') ? (
        <>
          <Button icon={<ImportIcon />} text={t('dictionary.importJson')} onClick={() => file.current?.click()} />
          <input
            ref={file}
            type="file"
            accept=".json,application/json"
            hidden
            aria-label={t('dictionary.importJson')}
            onChange={(event) => {
              const [chosen] = event.target.files ?? []
              event.target.value = ''
              if (chosen) ignoreApiError(importJson(chosen))
            }}
          />
        </>
      ) : null}
      {may('dictionary:Create') ? (
        <Button icon={<AddIcon />} text={t('dictionary.create')} onClick={() => setCreating(true)} />
      ) : null}
      {isCreating ? (
        <FormDrawer
          record={dictionary}
          id={null}
          onSaved={(row) => onMade((row as DictionaryRow).key)}
          onClose={() => setCreating(false)}
        />
      ) : null}
    </>
  )
}

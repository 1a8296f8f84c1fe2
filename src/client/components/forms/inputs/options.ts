/** Where pickers get their choices: `GET <path>options/`, searched by the server (name, code, pinyin). */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { untypedApi } from '#src/client/platform/http/http.ts'
import { index } from '#src/client/platform/parts/index.ts'
import type { ReferenceField } from '#src/fields/field.ts'
import { useDebounced } from './debounce.ts'

export interface Option {
  readonly id: number
  readonly label: string
  /** What tells two of the same name apart, e.g. the department. */
  readonly note?: string
}

/** Choices as the calls name them: records as `label`, people by name and department. */
type WireOption = Option | { readonly id: number; readonly name: string; readonly deptName: string }

const optionOf = (wire: WireOption): Option =>
  'label' in wire ? wire : { id: wire.id, label: wire.name, note: wire.deptName }

async function readOptions(
  url: string,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<readonly Option[]> {
  return (await untypedApi.get<readonly WireOption[]>(url, { query, signal, quiet: true })).map(optionOf)
}

export interface OptionSource {
  /** The call that lists choices, `<path>options/`. */
  readonly url: string
  readonly query: Readonly<Record<string, string>>
}

/** Milliseconds of quiet before the server is asked. */
const SEARCH_DELAY = 200

/** Where the records of that public name are; throws when a definition names one that no module has. Tickets are no record of a module. */
function pathOf(name: string): string {
  if (name === 'ticket') return '/api/workflow/ticket/'
  const record = index.records[name]
  if (record === undefined) throw new RangeError(`no record ${name}`)
  return record.path
}

/** The rows of a record, or what a call of the field's own lists. */
export const referenceSource = ({ record, options }: ReferenceField): OptionSource =>
  options === undefined ? { url: `${pathOf(record)}options/`, query: {} } : sourceAt(options)

/** A call with its own query, which must not be lost beside `search`. */
function sourceAt(address: string): OptionSource {
  const [url = '', search = ''] = address.split('?')
  return { url, query: Object.fromEntries(new URLSearchParams(search)) }
}

/** All departments in use. */
export const departmentSource: OptionSource = { url: '/api/system/dept/options/', query: {} }

/** All people, or those who hold a role. */
export function personSource(role?: string): OptionSource {
  return { url: '/api/system/user/options/', query: role === undefined ? {} : { role } }
}

/** Choices for what was typed, while the picker is open. */
export function useOptions(
  source: OptionSource,
  typed: string,
  isOpen: boolean,
): { options: readonly Option[]; isLoading: boolean; isError: boolean } {
  const search = useDebounced(typed.trim(), SEARCH_DELAY)
  const { data, isFetching, isError } = useQuery({
    queryKey: ['options', source.url, source.query, search],
    queryFn: ({ signal }) => readOptions(source.url, { ...source.query, search }, signal),
    enabled: isOpen,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })
  return { options: data ?? [], isLoading: isFetching, isError }
}

/** The choices of these ids, in one call; none while they are on their way. */
export function useOptionsOf(source: OptionSource, ids: readonly number[]) {
  return useQuery({
    queryKey: ['options', source.url, 'ids', ids],
    queryFn: ({ signal }) => readOptions(source.url, { ids: ids.join(',') }, signal),
    enabled: ids.length > 0,
    staleTime: 30_000,
  })
}

/** Names of chosen ids: known from the row or the picker, else asked once. `remember` keeps the name of a choice just made. */
export function useChosen(
  source: OptionSource,
  ids: readonly number[],
  known: (id: number) => string | undefined,
): { chosen: readonly Option[]; remember: (option: Option) => void } {
  const client = useQueryClient()
  const keyOf = useCallback((id: number) => ['option', source.url, id], [source.url])
  const unknown = ids.filter((id) => known(id) === undefined && client.getQueryData(keyOf(id)) === undefined)
  const { data } = useOptionsOf(source, unknown)
  const remember = useCallback((option: Option) => client.setQueryData(keyOf(option.id), option), [client, keyOf])
  const chosen = useMemo(
    () =>
      ids.map((id): Option => {
        const label = known(id)
        if (label !== undefined) return { id, label }
        return (
          client.getQueryData<Option>(keyOf(id)) ?? data?.find((option) => option.id === id) ?? { id, label: `#${id}` }
        )
      }),
    [ids, known, client, keyOf, data],
  )
  return { chosen, remember }
}

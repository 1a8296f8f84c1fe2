import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '#src/client/platform/http/http.ts'
import { useUser } from '#src/client/platform/session/index.ts'
import type { AssetCountSheet, CountLine, ScanEntry, ScanResult } from '../counts/count.types.ts'
import { codeOf, lineOf, placeResult } from '../counts/label.ts'
import { signal } from './signal.client.ts'
import { openStore, type QueuedScan, type ScanStore } from './store.client.ts'
import { sync } from './sync.client.ts'

/** Milliseconds between tries while something waits. */
const RETRY_MS = 10_000

/** A scan as the page shows it: at once by the sheet on the phone, then as the server answered. */
export interface ShownScan {
  readonly clientId: string
  readonly label: string
  readonly name: string
  readonly result: ScanResult
  readonly bookRoom: string | null
  readonly before: string | null
  readonly isSent: boolean
}

export interface ScanDetails {
  readonly condition?: 'normal' | 'worn' | 'broken' | 'unusable'
  readonly note?: string
  readonly photos?: readonly Blob[]
}

export interface Counting {
  readonly sheet: AssetCountSheet | null
  readonly error: unknown
  /** Lines with what this phone scanned and the server does not know yet. */
  readonly lines: readonly CountLine[]
  readonly scans: readonly ShownScan[]
  readonly waiting: number
  readonly refused: readonly QueuedScan[]
  readonly isOffline: boolean
  /** The sheet is the one kept on the phone. */
  readonly isCached: boolean
  readonly isKept: boolean
  readonly count: (code: string, method: ScanEntry['method']) => Promise<void>
  readonly addDetails: (label: string, details: ScanDetails) => Promise<void>
  readonly send: (again?: boolean) => Promise<void>
  /** Fetches the sheet again. */
  readonly read: () => Promise<void>
}

/** The line as it will be when the server has the scan. */
function counted(line: CountLine, roomId: number | null, name: string, at: string): CountLine {
  return {
    ...line,
    result: placeResult(line.isExpected, line.roomId, roomId),
    foundRoomId: roomId,
    foundAt: at,
    foundBy: name,
  }
}

/** Lines as they will be when the server has what waits, by label. */
function waitingLines(
  sheet: AssetCountSheet | null,
  queue: readonly QueuedScan[],
  name: string,
): ReadonlyMap<string, CountLine> {
  const found = new Map<string, CountLine>()
  for (const { entry, refusal } of sheet === null ? [] : queue) {
    const line = lineOf(sheet?.lines ?? [], entry.code)
    if (line === null || refusal !== null || line.foundAt !== null || found.has(line.label)) continue
    found.set(line.label, counted(line, entry.roomId, name, entry.at))
  }
  return found
}

/** A count in a room on this device. */
export function useCounting(countId: number, roomId: number | null): Counting {
  const client = useQueryClient()
  const user = useUser()
  const store = useRef<Promise<ScanStore>>(undefined)
  store.current ??= openStore(user.id)
  const [sheet, setSheet] = useState<AssetCountSheet | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [own, setOwn] = useState<ReadonlyMap<string, CountLine>>(new Map())
  const [scans, setScans] = useState<readonly ShownScan[]>([])
  const [queue, setQueue] = useState<readonly QueuedScan[]>([])
  const [isOffline, setOffline] = useState(false)
  const [isCached, setCached] = useState(false)
  const [isKept, setKept] = useState(true)
  const isSending = useRef(false)
  const lastPlace = useRef(0)

  const read = useCallback(async (): Promise<void> => {
    const kept = await store.current
    if (kept === undefined) return
    setKept(kept.isKept)
    setQueue(await kept.waiting(countId))
    try {
      const fresh = await api.get(`/api/assets/count/${countId}/sheet/`, { quiet: true })
      await kept.keepSheet(fresh)
      setSheet(fresh)
      setCached(false)
      setError(null)
    } catch (failure) {
      const cached = await kept.sheet(countId)
      if (cached === undefined) setError(failure)
      else {
        setSheet(cached)
        setCached(true)
      }
    }
  }, [countId])

  const send = useCallback(
    async (again = false): Promise<void> => {
      const kept = await store.current
      if (kept === undefined || isSending.current) return
      isSending.current = true
      try {
        const before = await kept.waiting(countId)
        if (before.length === 0) return
        const { answers, isOffline: isAway } = await sync(kept, countId, again)
        setOffline(isAway)
        setQueue(await kept.waiting(countId))
        if (answers.length === 0) return
        const byId = new Map(answers.map((answer) => [answer.clientId, answer]))
        setScans((now) =>
          now.map((scan) => ({ ...scan, ...byId.get(scan.clientId), isSent: scan.isSent || byId.has(scan.clientId) })),
        )
        await read()
        void client.invalidateQueries({ queryKey: ['assetCount'] })
      } finally {
        isSending.current = false
      }
    },
    [client, countId, read],
  )

  useEffect(() => {
    void read().then(() => send())
  }, [read, send])
  useEffect(() => {
    const again = (): void => void send()
    window.addEventListener('online', again)
    const timer = setInterval(again, RETRY_MS)
    return () => {
      window.removeEventListener('online', again)
      clearInterval(timer)
    }
  }, [send])

  // What waits counts as counted, also on a page that was loaded again before it was sent.
  const kept = waitingLines(sheet, queue, user.name)
  const lines =
    sheet === null
      ? []
      : sheet.lines.map((line) =>
          line.foundAt === null ? (own.get(line.label) ?? kept.get(line.label) ?? line) : line,
        )

  const put = async (
    entry: Omit<ScanEntry, 'photos' | 'clientId' | 'at'>,
    photos: readonly Blob[],
  ): Promise<string> => {
    const kept = await store.current
    const clientId = crypto.randomUUID?.() ?? fallbackId()
    lastPlace.current = Math.max(lastPlace.current + 1, Date.now())
    await kept?.add({
      clientId,
      countId,
      place: lastPlace.current,
      entry: { ...entry, clientId, at: new Date().toISOString() },
      photos,
      fileIds: [],
      refusal: null,
    })
    if (kept !== undefined) setQueue(await kept.waiting(countId))
    void send()
    return clientId
  }

  const count = async (text: string, method: ScanEntry['method']): Promise<void> => {
    const code = codeOf(text)
    if (sheet === null || code === '') return
    const line = lineOf(lines, code)
    const label = line?.label ?? code
    const result: ScanResult =
      line === null ? 'unknown' : line.foundAt === null ? placeResult(line.isExpected, line.roomId, roomId) : 'already'
    signal(result)
    if (line !== null && line.foundAt === null)
      setOwn((now) => new Map(now).set(label, counted(line, roomId, user.name, new Date().toISOString())))
    const clientId = await put({ code, roomId, method }, [])
    const bookRoom = result === 'elsewhere' ? (sheet.rooms.find(({ id }) => id === line?.roomId)?.name ?? null) : null
    setScans((now) =>
      [
        {
          clientId,
          label,
          name: line?.name ?? '',
          result,
          bookRoom,
          before: result === 'already' ? (line?.foundBy ?? null) : null,
          isSent: false,
        },
        ...now,
      ].slice(0, 50),
    )
  }

  const addDetails = async (label: string, { photos = [], ...details }: ScanDetails): Promise<void> => {
    await put({ code: label, roomId, method: 'typed', ...details }, photos)
  }

  return {
    sheet,
    error,
    lines,
    scans,
    waiting: queue.filter(({ refusal }) => refusal === null).length,
    refused: queue.filter(({ refusal }) => refusal !== null),
    isOffline,
    isCached,
    isKept,
    count,
    addDetails,
    send,
    read,
  }
}

/** On plain http browsers have no randomUUID. */
function fallbackId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

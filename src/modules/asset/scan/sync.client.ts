/** Sends what waits. A scan is removed when its answer is here; sending it twice is answered as once. */
import { ApiError, api } from '#src/client/platform/http/http.ts'
import type { ScanAnswer, ScanEntry } from '../counts/count.types.ts'
import type { QueuedScan, ScanStore } from './store.client.ts'

/** Scans in one call. */
const BATCH = 50

export interface SyncResult {
  readonly answers: readonly ScanAnswer[]
  /** The network or the server is away: try again later. */
  readonly isOffline: boolean
}

async function uploaded(store: ScanStore, scan: QueuedScan): Promise<QueuedScan> {
  let current = scan
  for (const [index, photo] of scan.photos.entries()) {
    if (index < current.fileIds.length) continue
    const form = new FormData()
    form.append('file', photo, `scan-${scan.clientId.slice(0, 8)}-${index + 1}.jpg`)
    const file = await api.upload('/api/system/file/', form, { key: `${scan.clientId}-${index}`, quiet: true })
    current = { ...current, fileIds: [...current.fileIds, file.id] }
    await store.update(current)
  }
  return current
}

const entryOf = ({ entry, fileIds }: QueuedScan): ScanEntry => ({
  ...entry,
  ...(fileIds.length > 0 && { photos: [...fileIds] }),
})

const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && !error.isUnreachable

async function sendBatch(
  store: ScanStore,
  countId: number,
  batch: readonly QueuedScan[],
): Promise<readonly ScanAnswer[]> {
  const ready: QueuedScan[] = []
  for (const scan of batch) ready.push(await uploaded(store, scan))
  const answers = await api.post(`/api/assets/count/${countId}/scans/`, { scans: ready.map(entryOf) }, { quiet: true })
  await store.remove(answers.map(({ clientId }) => clientId))
  return answers
}

/** Sends everything that waits for a count. What the server refuses stays, with its reason. */
export async function sync(store: ScanStore, countId: number, again = false): Promise<SyncResult> {
  const all = await store.waiting(countId)
  const open = all.filter(({ refusal }) => again || refusal === null)
  const answers: ScanAnswer[] = []
  for (let first = 0; first < open.length; first += BATCH) {
    const batch = open.slice(first, first + BATCH)
    try {
      answers.push(...(await sendBatch(store, countId, batch)))
    } catch (error) {
      if (!isRefusal(error)) return { answers, isOffline: true }
      // One that is refused does not hold back the others.
      if (batch.length > 1) {
        for (const scan of batch) {
          try {
            answers.push(...(await sendBatch(store, countId, [scan])))
          } catch (single) {
            if (!isRefusal(single)) return { answers, isOffline: true }
            await store.update({ ...scan, refusal: single.message })
          }
        }
      } else for (const scan of batch) await store.update({ ...scan, refusal: error.message })
    }
  }
  return { answers, isOffline: false }
}

/** What the phone keeps of a count: its sheet, and every scan until the server has it. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { AssetCountSheet, ScanEntry } from '../counts/count.types.ts'

/** A scan on its way. It leaves the queue only when the server has answered for it. */
export interface QueuedScan {
  readonly clientId: string
  readonly countId: number
  /** Order in which they were made. */
  readonly place: number
  readonly entry: Omit<ScanEntry, 'photos'>
  readonly photos: readonly Blob[]
  /** Files that were uploaded before the network went again. */
  readonly fileIds: readonly number[]
  /** Why the server did not take it; null while it only waits. */
  readonly refusal: string | null
}

interface Schema extends DBSchema {
  scans: { key: string; value: QueuedScan; indexes: { place: [number, number] } }
  sheets: { key: number; value: AssetCountSheet }
}

export interface ScanStore {
  add(scan: QueuedScan): Promise<void>
  update(scan: QueuedScan): Promise<void>
  remove(clientIds: readonly string[]): Promise<void>
  /** Scans of a count in the order they were made. */
  waiting(countId: number): Promise<readonly QueuedScan[]>
  keepSheet(sheet: AssetCountSheet): Promise<void>
  sheet(countId: number): Promise<AssetCountSheet | undefined>
  /** False where the browser keeps nothing, so that the page must stay open. */
  readonly isKept: boolean
}

/** Each person has a store of their own on a shared phone. */
export async function openStore(userId: number): Promise<ScanStore> {
  try {
    return inBrowser(
      await openDB<Schema>(`asset-scans-${userId}`, 1, {
        upgrade(db) {
          const scans = db.createObjectStore('scans', { keyPath: 'clientId' })
          scans.createIndex('place', ['countId', 'place'])
          db.createObjectStore('sheets', { keyPath: 'id' })
        },
      }),
    )
  } catch {
    // Private windows of some browsers have no database: scans live as long as the page.
    return inMemory()
  }
}

function inBrowser(db: IDBPDatabase<Schema>): ScanStore {
  return {
    isKept: true,
    add: async (scan) => void (await db.add('scans', scan)),
    update: async (scan) => void (await db.put('scans', scan)),
    async remove(clientIds) {
      const transaction = db.transaction('scans', 'readwrite')
      await Promise.all([...clientIds.map((id) => transaction.store.delete(id)), transaction.done])
    },
    waiting: (countId) =>
      db.getAllFromIndex('scans', 'place', IDBKeyRange.bound([countId, 0], [countId, Number.MAX_SAFE_INTEGER])),
    keepSheet: async (sheet) => void (await db.put('sheets', sheet)),
    sheet: (countId) => db.get('sheets', countId),
  }
}

function inMemory(): ScanStore {
  const scans = new Map<string, QueuedScan>()
  const sheets = new Map<number, AssetCountSheet>()
  return {
    isKept: false,
    add: async (scan) => void scans.set(scan.clientId, scan),
    update: async (scan) => void scans.set(scan.clientId, scan),
    async remove(clientIds) {
      for (const id of clientIds) scans.delete(id)
    },
    waiting: async (countId) =>
      [...scans.values()].filter((scan) => scan.countId === countId).sort((one, other) => one.place - other.place),
    keepSheet: async (sheet) => void sheets.set(sheet.id, sheet),
    sheet: async (countId) => sheets.get(countId),
  }
}

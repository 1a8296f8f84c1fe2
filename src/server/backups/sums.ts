/** Sums over the rows of tables that do not depend on their order, so that a restored table can be compared with the one that was read. */
import { createHash } from 'node:crypto'
import type { Manifest } from '../database/transfer/archive.ts'

/** Sum of a table, 16 hexadecimal digits, by its name. */
export type TableSums = Readonly<Record<string, string>>

/** Passes rows on in the order of the manifest and adds up each table. */
export function summing(manifest: Manifest, rows: AsyncGenerator<string>) {
  const sums: Record<string, string> = {}
  let read = 0
  async function* passing(): AsyncGenerator<string> {
    for (const { name, rows: count } of manifest.tables) {
      let sum = 0n
      for (let index = 0; index < count; index += 1) {
        const { value, done } = await rows.next()
        // A reader that ends early says so itself.
        if (done === true) return
        sum = BigInt.asUintN(64, sum + createHash('sha256').update(value).digest().readBigUInt64BE())
        read += 1
        yield value
      }
      sums[name] = sum.toString(16).padStart(16, '0')
    }
    // Lets the source check what stands behind its last row.
    await rows.next()
  }
  return { rows: passing(), sums: sums as TableSums, read: () => read }
}

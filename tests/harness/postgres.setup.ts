import { findBinaries, startCluster } from './cluster.ts'

/**
 * Gives the run a PostgreSQL: the one named by TEST_POSTGRES_URL or DATABASE_URL, else a private one started from the
 * binaries of this machine, else none (then only the embedded engine is tested). Returns its tear-down.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_POSTGRES_URL ?? process.env.DATABASE_URL
  if (given !== undefined && given !== '') {
    process.env.TEST_POSTGRES_URL = given
    return undefined
  }
  const binaries = findBinaries()
  if (binaries === undefined) {
    return undefined
  }
  // The tests kill servers of the product, never this one, so only benchmarks pay for its durability.
  const { url, stop } = await startCluster(binaries, process.env.TEST_FSYNC === 'on')
  process.env.TEST_POSTGRES_URL = url
  return stop
}

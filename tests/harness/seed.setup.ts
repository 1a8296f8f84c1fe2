import { seed } from './seeded.ts'

/**
 * Seeds once in a run, whatever number of projects ask for it: before the tests, or beside the first ones in a run of
 * the whole suite (SEED_BESIDE), which begins with those that need no build.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_SEEDING !== undefined) return undefined
  process.env.TEST_SEEDING = 'begun'
  const seeding = seed()
  if (process.env.SEED_BESIDE === undefined) {
    await seeding
    return undefined
  }
  // Told to the tests that wait for it, and at the end of the run.
  seeding.catch(() => undefined)
  return () => seeding
}

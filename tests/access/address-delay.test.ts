import { describe, expect, it } from 'vitest'
import { createAddressQueue, delayAfter } from '#src/server/access/signIn/addressDelay.ts'

describe('the delay of sign-ins from one address (LOG-03)', () => {
  it('begins with the twentieth failure, doubles at every fifth further one, and never exceeds 30 s', () => {
    expect([0, 19, 20, 24, 25, 30, 35, 40, 45, 10_000].map(delayAfter)).toEqual([
      0, 0, 1000, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ])
  })

  it('lets at most twenty attempts of an address wait at once, and others of other addresses', async () => {
    const ends: (() => void)[] = []
    const queue = createAddressQueue(() => new Promise<void>((resolve) => ends.push(resolve)))
    const waiting = Array.from({ length: 20 }, () => queue.wait('10.0.0.1', 1000))
    expect(await queue.wait('10.0.0.1', 1000)).toBe(false)
    const other = queue.wait('10.0.0.2', 1000)
    for (const end of ends.splice(0)) end()
    expect(await Promise.all([...waiting, other])).toEqual(Array.from({ length: 21 }, () => true))
    const again = queue.wait('10.0.0.1', 1000)
    for (const end of ends) end()
    expect(await again).toBe(true)
  })
})

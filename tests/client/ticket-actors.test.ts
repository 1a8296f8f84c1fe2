import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { submitted } from '#tests/models/workflows/branching.ts'
import { answerTo, definition } from './answers.ts'
import { browser } from './fakeBrowser.ts'

const ME = 10
const first = answerTo(ME, submitted(definition))
const second = answerTo(ME, submitted(definition).does(ME, 'approve'), { version: 4 })

const tellFault = vi.fn()

/** The tickets on the screen of a person, and a cache that holds the first answer about ticket 7. */
async function screen(kept = first) {
  await browser({})
  // The log is loaded with the first fault, which may be after the end of the test.
  vi.doMock('#src/client/platform/errorReporting/index.ts', () => ({ tellFault }))
  const { openSheet } = await import('#src/client/records/list/openSheets.ts')
  const { TicketActors } = await import('#src/client/tickets/actor/registry.ts')
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })
  const key = ['ticket', 7]
  client.setQueryData(key, kept)
  return { openSheet, actors: new TicketActors(client, ME), arrives: () => client.setQueryData(key, second) }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.doUnmock('#src/client/platform/errorReporting/index.ts')
  tellFault.mockClear()
})

describe('the actors of the tickets on the screen', () => {
  it('every view of a ticket has the same actor, which observes the ticket while one of them is mounted', async () => {
    const { actors, arrives } = await screen()
    const actor = actors.of(7)
    expect(actor.getSnapshot().context.shown?.version).toBe(3)
    const [leavePage, leaveDialog] = [actors.use(7, actor), actors.use(7, actors.of(7))]
    expect(actors.of(7)).toBe(actor)
    leavePage()
    arrives()
    await expect.poll(() => actor.getSnapshot().context.shown?.version).toBe(4)
    leaveDialog()
    expect(actors.of(7)).not.toBe(actor)
  })

  it('an answer whose place is none of the chart is a failure of the page, not an endless wait', async () => {
    const { actors, arrives } = await screen({ ...first, stateValue: { process: 'elsewhere' } })
    const actor = actors.of(7)
    const leave = actors.use(7, actor)
    expect(actor.getSnapshot().value.ticket).toBe('failed')
    const { error } = actor.getSnapshot().context
    expect(error?.message).toBe('the place of the ticket does not fit this workflow')
    expect(tellFault).toHaveBeenCalledWith(error)
    arrives()
    await expect.poll(() => actor.getSnapshot().value.ticket).toBe('current')
    leave()
  })

  it('TKT-02 an answer that comes while a sheet is open makes the ticket stale', async () => {
    const { actors, openSheet, arrives } = await screen()
    const actor = actors.of(7)
    const leave = actors.use(7, actor)
    const close = openSheet()
    arrives()
    await expect.poll(() => actor.getSnapshot().context.newest?.version).toBe(4)
    expect(actor.getSnapshot().value).toMatchObject({ ticket: 'stale', dialog: 'open' })
    close()
    leave()
  })
})

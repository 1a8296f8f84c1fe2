/** 33.4: the shipped charts walked on screen. Generated paths cover every transition; each is caused once on the page of its ticket by the right person, who is offered what the chart allows, and the server then stands where the chart stands. */
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventObject } from 'xstate'
import { compileWorkflow, type TicketMachine, type TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import { start, step } from '#machines/ticket/engine/replay.ts'
import { allowedEvents, currentStates } from '#machines/ticket/engine/status.ts'
import { ownVisit } from '#machines/ticket/engine/visits.ts'
import type { TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import type { DictionaryEntry } from '#src/define/answers/settings.ts'
import { formFieldsOf } from '#src/define/application.ts'
import { dayOf } from '#src/define/days.ts'
import type { TicketDetail } from '#src/define/tickets/detail.ts'
import { modules } from '#src/modules.ts'
import type { WireTicket } from '#tests/harness/tickets.ts'
import { openPathBureau, type PathBureau } from '#tests/journeys/pathBureau.ts'
import { arrowsOf, onScreen } from '#tests/journeys/pathCharts.ts'
import { isSettled, placesOf, type Scenario } from '#tests/journeys/paths.ts'
import { type ModelPath, shortestPathsCoveringTransitions } from '#tests/models/model.ts'
import { act, type Desk, expectOffered, ofChart, type PersonEvent } from './decisions.ts'
import { complaintsOf, windowsOf } from './harness.ts'

const clientDir = fileURLToPath(new URL('../../dist/client', import.meta.url))

const fieldsOf = (type: string) =>
  formFieldsOf(modules.flatMap((module) => module.applications).find(({ key }) => key === type)!)

/** Events that people cause. */
const isOnScreen = (event: EventObject | undefined): boolean => event !== undefined && 'actor' in event

describe('every transition of a shipped chart is caused on screen', () => {
  let bureau: PathBureau
  let windows: ReturnType<typeof windowsOf>
  let names: ReadonlyMap<number, string>
  const desks = new Map<number, Desk>()
  const complaints: (readonly string[])[] = []

  beforeAll(async () => {
    bureau = await openPathBureau({ bureau: 'quiet', clientDir })
    windows = windowsOf(await bureau.app.app.listen({ port: 0, host: '127.0.0.1' }))
    const { rows } = await sql<{ id: number; name: string }>`select id, name from app_user`.execute(
      bureau.app.database.db,
    )
    names = new Map(rows.map(({ id, name }) => [id, name]))
  })
  afterAll(async () => {
    await windows?.close()
    await bureau?.app.close()
  })

  /** Sets the clock. Sessions of one day are none on another: with the day all windows go. */
  async function moveTo(moment: Date): Promise<void> {
    const { clock } = bureau.app
    if (dayOf(clock.now()) !== dayOf(moment)) {
      await Promise.all([...desks.values()].map(({ page }) => page.context().close()))
      desks.clear()
    }
    clock.set(moment)
  }

  /** The window of a person. Every other person reads English. */
  async function deskOf(userId: number): Promise<Desk> {
    const now = bureau.app.clock.now()
    const language = userId % 2 === 0 ? 'en' : 'zhHans'
    const known = desks.get(userId)
    const page: Page =
      known?.page ?? (await windows.signedIn(bureau.usernameOf(userId), { language, at: now.toISOString() }))
    await page.clock.setFixedTime(now)
    if (known !== undefined) return known
    complaints.push(complaintsOf(page))
    const desk: Desk = {
      page,
      language,
      nameOf: (id) => names.get(id) ?? '',
      labelOf: async (dictionary, value) => {
        const { data } = await bureau
          .clientOf(userId)
          .get<readonly DictionaryEntry[]>(`/api/init/dictionary/?dictionary_key=${dictionary}`)
        const entry = data.find((one) => one.value === value)
        return (language === 'en' ? entry?.labelEn : entry?.label) ?? ''
      },
      read: async <T>(path: string) => (await bureau.clientOf(userId).get<T>(path)).data,
    }
    desks.set(userId, desk)
    return desk
  }

  /** Saves what is submitted on screen afterwards. */
  async function draftOf(scenario: Scenario): Promise<number> {
    const draft = await bureau.clientOf(scenario.applicant).post<WireTicket>('/api/workflow/ticket/', {
      type: scenario.type,
      formData: await bureau.formOf(scenario),
      submit: false,
    })
    expect([draft.code, draft.errKey]).toEqual([2000, undefined])
    return draft.data.id
  }

  /** Causes the event where its person stands before the screen, after looking at what is offered there. */
  async function cause(
    scenario: Scenario,
    ticketId: number,
    event: PersonEvent,
    before: TicketSnapshot,
    where: string,
  ): Promise<void> {
    const { actor } = event
    const desk = await deskOf(actor)
    const ticket = await desk.read<TicketDetail>(`/api/workflow/ticket/${ticketId}/`)
    const given = { at: event.at, facts: {}, dataHash: '' }
    const allowed = allowedEvents(before, actor, given, ownVisit(before.context, actor)?.id)
    const expected = ofChart.filter((one) => allowed.includes(one) && !ticket.withheld.includes(one))
    await expectOffered(desk, ticket, expected, where)
    await act(
      desk,
      event,
      fieldsOf(scenario.type),
      bureau.submittedForm(scenario.type, event, currentStates(before)[0]),
    )
  }

  /** Walks one path: on screen what was caused on none before it, the rest through the API. */
  async function walk(scenario: Scenario, machine: TicketMachine, path: ModelPath, caused: Set<string>): Promise<void> {
    const arrows = arrowsOf(path)
    let ticketId: number | null = null
    let before = start(machine, { applicant: scenario.applicant }).snapshot
    for (const [index, { event: plain }] of path.steps.entries()) {
      const event = plain as TicketEvent
      const result = step(machine, before, event)
      if (!result.ok) throw new Error(`the machine refuses step ${index} of ${path.description}`)
      const { snapshot } = result
      const arrow = arrows[index] ?? ''
      const place = currentStates(before)[0]
      if (bureau.ruledOut(scenario, event, before) !== null) break
      if (event.type !== 'participants') {
        await moveTo(bureau.momentOf(event, place, index))
        if (isOnScreen(event) && !caused.has(arrow)) {
          ticketId ??= await draftOf(scenario)
          await cause(scenario, ticketId, event as PersonEvent, before, `${path.description}, step ${index}`)
          caused.add(arrow)
        } else {
          const answer = await bureau.perform(scenario, ticketId, event, place)
          expect([path.description, index, answer.code, answer.errKey]).toEqual([
            path.description,
            index,
            2000,
            undefined,
          ])
          ticketId = answer.data.id
        }
      }
      if (isSettled(snapshot) && ticketId !== null)
        expect([path.description, index, await bureau.placesOnServer(ticketId)]).toEqual([
          path.description,
          index,
          placesOf(snapshot),
        ])
      before = snapshot
    }
    if (ticketId !== null) await bureau.forget(ticketId)
  }

  it.each(onScreen)('%s', async (type) => {
    const caused = new Set<string>()
    const open = new Set<string>()
    for (const scenario of bureau.scenarios.filter((one) => one.type === type)) {
      const machine = compileWorkflow(scenario.definition)
      for (const path of shortestPathsCoveringTransitions(machine, bureau.optionsOf(scenario))) {
        const arrows = arrowsOf(path).filter((_, index) => isOnScreen(path.steps[index]?.event))
        if (arrows.every((arrow) => caused.has(arrow))) continue
        await walk(scenario, machine, path, caused)
        for (const arrow of arrows) if (!caused.has(arrow)) open.add(arrow)
      }
    }
    expect(caused.size).toBeGreaterThan(20)
    // What the business rules out, and nothing else.
    expect([...open].filter((arrow) => !caused.has(arrow) && !arrow.includes('"void"'))).toEqual([])
    expect(complaints.flat()).toEqual([])
  })
})

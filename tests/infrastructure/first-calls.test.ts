/** The first calls after a start, several at once, on the engine that has one connection: whatever they load for the first time, none of them may wait for another one that waits for it. */
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { routesOf } from '#src/server/app/app.ts'
import { only } from '#src/server/database/only.ts'
import { type Client, seededBureau, startApp, type TestApp } from '#tests/harness/app.ts'
import { createDatabase, type Template, type TestDatabase } from '#tests/harness/engines.ts'
import { runs } from '#tests/harness/runs.ts'
import { submit } from '#tests/harness/tickets.ts'
import { pathOf } from '#tests/journeys/roles.ts'

/** `FIRST_CALL_STARTS=200` is a measurement: so many starts, each with an engine and a pool of its own. The suite begins anew only what the server keeps in memory. */
const MEASURED = process.env.FIRST_CALL_STARTS
const STARTS = Number(MEASURED ?? runs(8))
/** Milliseconds in which a first call answers: below the limit after which the database ends a silent transaction by itself. */
const TIMEOUT_MS = 8_000
const form = { reason: '会议室设备故障', bizType: 'IT', content: '三楼会议室投影仪无法开机，请派人检查。' }

/** The bureau with applications that wait for zhang39, one for every start on the same database. */
const waiting: Template = {
  key: `${seededBureau.key} ${STARTS} waiting`,
  async prepare(database) {
    await seededBureau.prepare(database)
    const app = await startApp({ engine: 'embedded', database })
    const applicant = await app.as('pan42')
    for (let filed = 0; filed < STARTS; filed += 1) {
      const { data } = await submit(applicant, 'otherBusiness', form)
      if (data.status !== 'running') throw new Error('the application does not wait for anybody')
    }
    await app.app.close()
  },
}

/** People of a start, and the ticket that waits. */
interface Scene {
  readonly leader: Client
  readonly applicant: Client
  readonly administrator: Client
  readonly ticket: { readonly id: number; readonly version: number }
}
type FirstCall = (scene: Scene) => Promise<{ readonly code: number; readonly status: number }>

const ticketPath = ({ ticket }: Scene, rest = ''): string => `/api/workflow/ticket/${ticket.id}/${rest}`

/** What a leader and an applicant do first in the morning. */
const ticketCalls: Readonly<Record<string, FirstCall>> = {
  'GET detail': (scene) => scene.leader.get(ticketPath(scene)),
  'GET timeline': (scene) => scene.leader.get(ticketPath(scene, 'timeline/')),
  'GET timeline, applicant': (scene) => scene.applicant.get(ticketPath(scene, 'timeline/')),
  'POST comment': (scene) =>
    scene.leader.post(ticketPath(scene, 'comment/'), { version: scene.ticket.version, comment: '已阅' }),
  'POST approve': (scene) =>
    scene.leader.post(ticketPath(scene, 'approve/'), { version: scene.ticket.version, comment: '' }),
  'POST withdraw': (scene) =>
    scene.applicant.post(ticketPath(scene, 'withdraw/'), { version: scene.ticket.version, comment: '有误' }),
  'POST save': (scene) => scene.applicant.post('/api/workflow/ticket/', { type: 'otherBusiness', formData: form }),
  'POST submit': (scene) =>
    scene.applicant.post('/api/workflow/ticket/', { type: 'leaveApproval', formData: {}, submit: true }),
}

/** A server that holds nothing in memory yet, and one of the waiting tickets. */
async function freshStart(database: TestDatabase, start: number): Promise<{ app: TestApp; scene: Scene }> {
  const app = await startApp({ engine: 'embedded', database })
  const [leader, applicant, administrator] = await Promise.all(
    ['zhang39', 'pan42', 'fang54'].map((name) => app.as(name)),
  )
  if (!leader || !applicant || !administrator) throw new Error('nobody is there')
  const { rows } = await app.database.pool.query<{ id: number; version: number }>(
    `select id, revision as version from ticket where form_data ->> 'reason' = $1 order by id offset $2 limit 1`,
    [form.reason, start],
  )
  return { app, scene: { leader, applicant, administrator, ticket: only(rows) } }
}

/** Answers of all of them, or null for whoever was not answered in time. */
async function inTime(calls: readonly FirstCall[], scene: Scene): Promise<readonly (number | null)[]> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), TIMEOUT_MS)
  })
  const answers = calls.map(async (call) => (await call(scene)).status)
  const found = await Promise.all(answers.map((answer) => Promise.race([answer, tooLate])))
  clearTimeout(timer)
  // What is stuck is let go by the database in the end; nothing may outlive its database.
  await Promise.allSettled(answers)
  return found
}

it(
  'any two or three first calls after a start are answered on the embedded engine',
  async () => {
    const shared = await createDatabase('embedded', waiting)
    onTestFinished(() => shared.close())
    const sharedPool: TestDatabase = { ...shared, close: async () => undefined }
    const first = await freshStart(sharedPool, 0)
    const reading = Object.fromEntries(
      routesOf(first.app.services)
        .filter(({ method }) => method === 'GET')
        .flatMap((route): [string, FirstCall][] => [
          [`GET ${route.url}, administrator`, (scene) => scene.administrator.get(pathOf(route, scene.ticket.id))],
          [`GET ${route.url}, leader`, (scene) => scene.leader.get(pathOf(route, scene.ticket.id))],
        ]),
    )
    await first.app.close()
    const calls: Readonly<Record<string, FirstCall>> = { ...ticketCalls, ...reading }
    const name = fc.oneof(fc.constantFrom(...Object.keys(ticketCalls)), fc.constantFrom(...Object.keys(reading)))
    let starts = 0
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 2, maxLength: 3 }), async (names) => {
        const database = MEASURED === undefined ? sharedPool : await createDatabase('embedded', waiting)
        const { app, scene } = await freshStart(database, starts)
        starts += 1
        try {
          const statuses = await inTime(
            names.map((each) => calls[each] as FirstCall),
            scene,
          )
          expect(names.filter((_, at) => statuses[at] === null)).toEqual([])
          expect(names.filter((_, at) => (statuses[at] ?? 0) >= 500)).toEqual([])
        } finally {
          await app.close()
        }
      }),
      { numRuns: STARTS, endOnFailure: true },
    )
    console.log(`${starts} starts, every first call answered within ${TIMEOUT_MS / 1000} s`)
  },
  STARTS * 15_000 + 180_000,
)

/** Fifty people at once on either engine: what they wait for. `PEOPLE_SECONDS=40` shortens it while looking for something. */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import { projectRoot } from '#src/server/database/root.ts'
import { seededBureau } from '#tests/harness/app.ts'
import { createDatabase } from '#tests/harness/engines.ts'
import { seededFolder } from '#tests/harness/seeded.ts'
import { runServer, type ServerProcess, signIn } from '#tests/harness/server.ts'

const SECONDS = Number(process.env.PEOPLE_SECONDS ?? 180)
/** Seconds before the measured ones, in which the server gets warm. */
const WARMING = 15
const PEOPLE = 50
/** Milliseconds within which 99 of 100 lists and details are answered, on a machine that does nothing else. */
const WANTED = 150
const form = { reason: '会议室设备故障', bizType: 'IT', content: '三楼会议室投影仪无法开机，请派人检查。' }

type Kind = 'list' | 'counters' | 'detail' | 'timeline' | 'application' | 'approval'
const KINDS: readonly Kind[] = ['list', 'counters', 'detail', 'timeline', 'application', 'approval']
interface Measured {
  readonly samples: Readonly<Record<Kind, readonly number[]>>
  readonly failures: readonly (readonly [what: string, times: number])[]
  readonly load: string
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** People of the bureau who are no administrators. */
async function usernames(url: string): Promise<readonly string[]> {
  const { token } = await signIn(url, 'pan42')
  const ids = Array.from({ length: PEOPLE }, (_, index) => index + 1).join(',')
  const answer = await fetch(`${url}/api/system/user/options/?ids=${ids}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await answer.json()) as { data: readonly { username: string }[] }
  return data.map(({ username }) => username)
}

async function people(server: ServerProcess): Promise<Measured> {
  const task = {
    url: server.url,
    people: await usernames(server.url),
    password: DEMO_PASSWORD,
    seconds: SECONDS,
    warming: WARMING,
    form,
  }
  const client = spawn(process.execPath, [join(projectRoot(), 'tests/bench/people-client.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  client.stdin.end(JSON.stringify(task))
  let said = ''
  for await (const part of client.stdout) said += String(part)
  const [one = 0, five = 0] = loadavg()
  return { ...(JSON.parse(said) as Omit<Measured, 'load'>), load: `load average ${one.toFixed(1)} ${five.toFixed(1)}` }
}

async function onEmbedded(): Promise<Measured> {
  const dataDir = mkdtempSync(join(tmpdir(), 'people-'))
  cpSync(await seededFolder(), dataDir, { recursive: true })
  const server = await runServer({ dataDir })
  try {
    return await people(server)
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true })
  }
}

async function onPostgres(): Promise<Measured> {
  const dataDir = mkdtempSync(join(tmpdir(), 'people-'))
  const database = await createDatabase('postgres', seededBureau)
  const server = await runServer({ dataDir, databaseUrl: database.url })
  try {
    return await people(server)
  } finally {
    await server.stop()
    await database.close()
    rmSync(dataDir, { recursive: true })
  }
}

it(`milliseconds that ${PEOPLE} people wait, ${SECONDS} s on either engine`, async () => {
  const postgres = await onPostgres()
  const embedded = await onEmbedded()
  console.log(`${PEOPLE} people, ${SECONDS} s each; postgres ${postgres.load}, embedded ${embedded.load}`)
  for (const kind of KINDS) {
    const of = ({ samples }: Measured, share: number): string => percentile(samples[kind], share).toFixed(0)
    const each = (measured: Measured): string => [0.5, 0.95, 0.99].map((share) => of(measured, share)).join('/')
    const ratio = [0.5, 0.95, 0.99].map((share) =>
      (percentile(embedded.samples[kind], share) / percentile(postgres.samples[kind], share)).toFixed(1),
    )
    console.log(
      `${kind}: p50/p95/p99 embedded ${each(embedded)} ms (${embedded.samples[kind].length}), postgres ${each(postgres)} ms (${postgres.samples[kind].length}), ratio ${ratio.join('/')}`,
    )
  }
  expect([embedded.failures, postgres.failures]).toEqual([[], []])
  const p99 = (kind: Kind): number => percentile(embedded.samples[kind], 0.99)
  console.log(
    `p99 below ${WANTED} ms on the embedded engine: lists ${p99('list') < WANTED}, details ${p99('detail') < WANTED}`,
  )
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressesOf } from '#src/define/addresses.server.ts'
import { buildApp } from '#src/server/app/app.ts'
import { createMetrics } from '#src/server/http/metrics.ts'
import { enlist, runDueJobs } from '#src/server/jobs/runner.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import { openOffice } from '#tests/journeys/office.ts'

describe('the text of figures', () => {
  it('counts, sorts durations into growing buckets, and escapes what labels hold', () => {
    const metrics = createMetrics()
    const took = metrics.histogram('took_seconds', 'Durations.', [0.1, 1])
    for (const seconds of [0.05, 0.5, 7]) took.observe({ route: 'a"b\n' }, seconds)
    metrics.counter('runs_total', 'Runs.').add()
    metrics.gauge('open', 'Open.', () => 3)
    expect(metrics.text().split('\n')).toEqual([
      '# HELP took_seconds Durations.',
      '# TYPE took_seconds histogram',
      'took_seconds_bucket{route="a\\"b\\n",le="0.1"} 1',
      'took_seconds_bucket{route="a\\"b\\n",le="1"} 2',
      'took_seconds_bucket{route="a\\"b\\n",le="+Inf"} 3',
      'took_seconds_sum{route="a\\"b\\n"} 7.55',
      'took_seconds_count{route="a\\"b\\n"} 3',
      '# HELP runs_total Runs.',
      '# TYPE runs_total counter',
      'runs_total 1',
      '# HELP open Open.',
      '# TYPE open gauge',
      'open 3',
      '',
    ])
  })
})

describe('lists of addresses', () => {
  it('hold addresses and networks of both families, and are refused when they are none', () => {
    const listed = addressesOf('10.1.2.3, 10.2.0.0/16,fd00::/8')
    const asked = ['10.1.2.3', '10.1.2.4', '10.2.255.1', '::ffff:10.2.0.9', 'fd12::1', 'fe80::1', '127.0.0.1']
    expect(asked.map((ip) => listed?.(ip))).toEqual([true, false, true, true, true, false, false])
    for (const text of ['10.1.2', 'localhost', '10.0.0.0/33', '10.0.0.0/8/8', 'x,10.0.0.1'])
      expect([text, addressesOf(text)]).toEqual([text, null])
  })
})

describe('/metrics', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.close())
  const read = (remoteAddress: string, headers: Record<string, string> = {}) =>
    app.app.inject({ url: '/metrics', remoteAddress, headers })

  it('tells calls by route and code, decisions, duties, the pool, the loop and the memory', async () => {
    const office = openOffice(app)
    await office.leave('ge43', '2026-03-30', '2026-03-30')
    await app.guest.get('/api/system/user/user_info/')
    await app.guest.get('/api/nothing/42/')
    await enlist(app.services, [])
    app.services.figures.jobs.add({ job: 'session.forget', outcome: 'done' })
    expect(await runDueJobs(app.services, [])).toEqual([])
    const { body, headers } = await read('127.0.0.1')
    expect(headers['content-type']).toContain('text/plain; version=0.0.4')
    for (const line of [
      /^http_request_duration_seconds_count\{method="POST",route="\/api\/workflow\/ticket\/?",code="2000"\} 1$/m,
      /^http_request_duration_seconds_count\{method="GET",route="\/api\/system\/user\/user_info\/?",code="401"\} 1$/m,
      /^http_request_duration_seconds_count\{method="GET",route="unknown",code="4004"\} 1$/m,
      /^record_changes_total\{record="ticket"\} [1-9]/m,
      /^job_runs_total\{job="session.forget",outcome="done"\} 1$/m,
      /^database_connections\{state="(busy|idle)"\} [1-9]\d*$/m,
      /^event_loop_delay_seconds\{quantile="p99"\} /m,
      /^process_memory_bytes\{kind="rss"\} \d{7,}$/m,
    ])
      expect(body).toMatch(line)
    expect(body).not.toContain('/42/')
  })

  it('is for this machine and listed addresses; others hear that there is nothing, also through a proxy nobody trusts', async () => {
    expect((await read('10.0.0.9')).statusCode).toBe(404)
    expect((await read('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(404)
    const listed = await buildApp({
      services: app.services,
      metricsFrom: addressesOf('10.0.0.0/24')!,
      trustProxy: 'loopback',
    })
    const from = (remoteAddress: string, forwarded?: string) =>
      listed.inject({
        url: '/metrics',
        remoteAddress,
        ...(forwarded !== undefined && { headers: { 'x-forwarded-for': forwarded } }),
      })
    expect((await from('10.0.0.9')).statusCode).toBe(200)
    expect((await from('10.0.1.9')).statusCode).toBe(404)
    expect((await from('127.0.0.1', '10.0.0.9')).statusCode).toBe(200)
    // What a caller writes there itself stands before what the proxy adds, and does not count.
    expect((await from('127.0.0.1', '10.0.0.9, 203.0.113.5')).statusCode).toBe(404)
    await listed.close()
  })
})

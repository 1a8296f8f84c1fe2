import { fastify } from 'fastify'
import type { Logger } from 'pino'
import { expect, it } from 'vitest'
import { warnAboutProxy } from '#src/server/http/proxyWarning.ts'

/** Makes the calls on a server that trusts no proxy, and gives what it warned of. */
async function warningsAfter(
  calls: readonly { readonly ip: string; readonly forwarded: boolean }[],
): Promise<string[]> {
  const warnings: string[] = []
  const app = fastify()
  warnAboutProxy(app, { warn: (message: string) => void warnings.push(message) } as unknown as Logger)
  app.get('/healthz', async () => 'ok')
  app.get('/api/', async () => 'ok')
  for (const { ip, forwarded } of calls) {
    await app.inject({ url: '/healthz', remoteAddress: '127.0.0.1' })
    await app.inject({
      url: '/api/',
      remoteAddress: ip,
      headers: forwarded ? { 'x-forwarded-for': '10.1.2.3' } : {},
    })
  }
  await app.close()
  return warnings
}
const times = (count: number, call: { ip: string; forwarded: boolean }) => Array.from({ length: count }, () => call)
const proxied = { ip: '127.0.0.1', forwarded: true }

it('warns once when all calls come from this machine on behalf of others', async () => {
  expect(await warningsAfter(times(60, proxied))).toEqual([expect.stringContaining('TRUST_PROXY=on')])
})

it('says nothing where people come by themselves, or from another proxy', async () => {
  expect(await warningsAfter([{ ip: '10.0.0.5', forwarded: false }, ...times(40, proxied)])).toEqual([])
  expect(await warningsAfter(times(40, { ip: '10.0.0.1', forwarded: true }))).toEqual([])
})

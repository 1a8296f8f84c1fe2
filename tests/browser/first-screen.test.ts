/** What the first screen fetches (decision 0094): its files are named in the document, and each start call is sent once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCalls } from '#src/client/early/startCalls.ts'
import { openSite, type Site } from './harness.ts'

describe('the first screen', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite('embedded')
  })
  afterAll(() => site?.close())

  it.each([
    ['zhHans', 'frame.zhHans', 'names.zhHans'],
    ['en', 'frame.en', 'names.en'],
  ] as const)('names the files of the frame and its texts in the document (%s)', async (language, ...texts) => {
    const headers = { accept: 'text/html', cookie: `token=a; language=${language}` }
    const document = await (await fetch(`${site.url}/workflow/ticket`, { headers })).text()
    const files = [...document.matchAll(/ href="\/assets\/([^"]+)"/g)].map(([, file]) => file ?? '')
    const named = (name: string): boolean => files.some((file) => file.startsWith(`${name}-`))
    expect(['frame', 'tables', ...texts].filter((name) => !named(name))).toEqual([])
  })

  it('sends each start call once, before the program that takes its answer has come', async () => {
    const page = await site.signedIn('zhang39')
    const urls: string[] = []
    page.on('request', (request) => urls.push(request.url().slice(site.url.length)))
    await page.reload()
    await page.locator('main#main h1').first().waitFor()
    const start = Object.values(startCalls)
    expect(urls.filter((url) => start.some((call) => call === url)).toSorted()).toEqual(start.toSorted())
    await page.context().close()
  })
})

/** What another tab of the same browser would do to a page. */
import type { Page } from '@playwright/test'
import { PASSWORD } from './caller.ts'

/** A pair of tokens that another tab got by signing in. */
export async function tokensOf(
  url: string,
  username: string,
  password: string = PASSWORD,
): Promise<{ readonly access: string; readonly refresh: string | null }> {
  const answer = await fetch(`${url}/api/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password, remember: false }),
  })
  const { data } = (await answer.json()) as { data: { access: string; refresh?: string } }
  return { access: data.access, refresh: data.refresh ?? null }
}

/** Says something over the channel of the tabs. */
export async function tell(page: Page, message: Readonly<Record<string, unknown>>): Promise<void> {
  await page.evaluate((it) => {
    const channel = new BroadcastChannel('session')
    channel.postMessage(it)
    channel.close()
  }, message)
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SettingName } from '#src/define/names.ts'
import { projectRoot } from '#src/server/database/root.ts'
import type { TestApp } from '#tests/harness/app.ts'
import { startApp } from '#tests/harness/app.ts'

/** Every key the sources name where a person will be told something. */
function namedKeys(): Map<string, string> {
  const keys = new Map<string, string>()
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) visit(path)
      else if (/\.ts$/.test(path) && !/\.messages\.ts$|\/client\//.test(path)) {
        for (const [, key] of readFileSync(path, 'utf8').matchAll(
          /(?:RuleError\(|badFile\(|\bkey: )'([a-z][A-Za-z]*\.[A-Za-z0-9.-]+)'/g,
        )) {
          if (key !== undefined) keys.set(key, path)
        }
      }
    }
  }
  visit(join(projectRoot(), 'src'))
  return keys
}

describe('what people are told', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ empty: true })
  })
  afterAll(() => app.close())

  it('has a text in both languages for every key the sources name, every rule among them', () => {
    const { texts, settings } = app.services
    const isSetting = (key: string): boolean => {
      try {
        settings.json(key as SettingName)
        return true
      } catch {
        return false
      }
    }
    const untold = [...namedKeys()].filter(
      ([key]) => !isSetting(key) && (texts.find('zhHans', key) === null || texts.find('en', key) === null),
    )
    expect(untold.map(([key, path]) => `${key} in ${path.slice(projectRoot().length)}`)).toEqual([])
  })

  it('fills in its values and the labels of dictionaries', () => {
    const { texts } = app.services
    expect(
      texts.say('zhHans', {
        key: 'leave.quotaInsufficient',
        params: [{ dictionary: 'leaveType', value: 'annual' }, 3, 5],
      }),
    ).toBe('年休假余额不足：剩余3天，申请5天')
    expect(
      texts.say('en', { key: 'leave.quotaInsufficient', params: [{ dictionary: 'leaveType', value: 'annual' }, 3, 5] }),
    ).toBe('Insufficient Annual balance: 3 days left, 5 requested')
  })
})

import { describe, expect, it } from 'vitest'
import { settings } from '#src/catalogue/config.ts'
import { isInForce } from '#src/modules/system/config/in-force.ts'
import { modules } from '#src/modules.ts'
import { sources } from './sources.ts'

/** Files that name items without reading them: where they are declared, marked or announced. */
const namesOnly =
  /^src\/(catalogue\/config\.ts|modules\/system\/config\/in-force\.ts|modules\/workflows\/\w+-types\.ts)|\.names\.ts$|\.(en|zhHans)\.ts$/
/** Items read under a name that is put together: `ownerSetting(group)`, the class of a count. */
const composed = /^(workflow\.owner\.|stock\.countDays)/

const readers = sources.filter(({ path }) => /^(src|machines)\//.test(path) && !namesOnly.test(path))
const isRead = (key: string): boolean =>
  composed.test(key) ||
  readers.some(({ text }) =>
    text
      .split('\n')
      .some(
        (line) => (line.includes(`'${key}'`) && !line.includes(`key: '${key}'`)) || line.includes(`config.${key}'`),
      ),
  )

describe('configuration items', () => {
  it('are read by something, or marked as not in force on their page', () => {
    const keys = [...settings, ...modules.flatMap((module) => module.settings ?? [])].map(({ key }) => key)
    expect(new Set(keys.filter((key) => !isRead(key)))).toEqual(new Set(keys.filter((key) => !isInForce(key))))
  })
})

/** What an import says when it is done. */
import { expect, it } from 'vitest'
import type { Translate } from '#src/client/platform/i18n/index.ts'
import { importedText } from '#src/client/records/transfer/importedText.ts'

const t = ((key: string, params: readonly unknown[] = []) => `${key} ${params.join(' ')}`) as unknown as Translate

it('SYS-139 an import says what it changed and what waits for a second person', () => {
  expect(importedText(t, { created: 2, updated: 3 })).toBe('records.import.done 2 3')
  expect(importedText(t, { created: 2, updated: 3, proposed: 0 })).toBe('records.import.done 2 3')
  expect(importedText(t, { created: 2, updated: 3, proposed: 4 })).toBe('records.import.doneProposed 2 3 4')
})

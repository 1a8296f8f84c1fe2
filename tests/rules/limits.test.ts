import { describe, expect, it } from 'vitest'
import en from '#src/client/platform/parts/derived/rules.en.json' with { type: 'json' }
import zhHans from '#src/client/platform/parts/derived/rules.zhHans.json' with { type: 'json' }
import { proposalsMessages } from '#src/server/messages/proposals.messages.ts'
import { ticketsMessages } from '#src/server/messages/tickets.messages.ts'

type Tree = { readonly [key: string]: string | Tree }
const textsIn = (tree: Tree, path = ''): readonly (readonly [string, string])[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as const] : textsIn(value, `${path}${key}.`),
  )

const limits = {
  zhHans: /(?:不少于|至少|最多|不超过|超过|不多于|不低于|不高于|满|不足|逾)\s?\d|\d+\s?(?:天|小时|个字|次|日)内/,
  en: /\b(?:at least|at most|more than|(?<!add )up to|within|fewer than|less than|older than) (?:CNY )?\d|\d+ or (?:less|more)\b/i,
} as const

describe('a limit in the text of a refusal or notice', () => {
  it.each([
    ['zhHans', zhHans],
    ['en', en],
  ] as const)('is a parameter and never written out, so that text and rule cannot differ (%s)', (language, tree) => {
    const all = [tree, ticketsMessages[language], proposalsMessages[language]].flatMap((one) => textsIn(one as Tree))
    const written = all.filter(([path, text]) => !path.startsWith('ticket.column') && limits[language].test(text))
    expect(written).toEqual([])
  })
})

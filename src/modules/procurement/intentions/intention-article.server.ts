/** The article that publishes an intention (PRC-03), and what it says once the intention is revoked. */
import { announcements } from '#src/define/announcements.ts'
import { addDays, dayOf, parseMoment } from '#src/define/days.ts'
import { fillText, type Language } from '#src/define/messages.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { RowOf } from '#src/define/tables.server.ts'
import { toCents } from '#src/fields/money/cents.ts'

/** Days for which an intention stands among the articles. */
const SHOWN_DAYS = 365
const YUAN_PER_TEN_THOUSAND = 10_000n

/** 万元, as budgets are published: at least two decimals, and not more than are needed. */
export function inTenThousands(amount: string): string {
  const cents = toCents(amount)
  const whole = cents / (YUAN_PER_TEN_THOUSAND * 100n)
  const rest = (cents % (YUAN_PER_TEN_THOUSAND * 100n)).toString().padStart(6, '0')
  return `${whole}.${rest.slice(0, 2)}${rest.slice(2).replace(/0+$/, '')}`
}

type Intention = Pick<
  RowOf<'intention'>,
  'id' | 'projectName' | 'category' | 'demandSummary' | 'amount' | 'expectedMonth' | 'forSme' | 'publicNote'
> & { readonly channelUrl: string }

function wordsOf(unit: UnitOfWork, language: Language, key: string, values: readonly string[]): string {
  return fillText(unit.textOf(language, `intentionArticle.${key}`) ?? '', values)
}

const labelOf = (unit: UnitOfWork, language: Language, dictionary: string, value: string): string =>
  unit.textOf(language, `dictionaries.${dictionary}.entries.${value}`) ?? value

function bodyOf(unit: UnitOfWork, language: Language, row: Intention): string {
  const values = [
    row.projectName,
    labelOf(unit, language, 'purchaseCategory', row.category),
    row.demandSummary,
    inTenThousands(row.amount),
    row.expectedMonth,
    wordsOf(unit, language, row.forSme ? 'sme' : 'notSme', []),
    row.publicNote ?? '',
    row.channelUrl,
  ]
  return wordsOf(unit, language, 'body', values)
}

/** Publishes it among the articles; answers the article. */
export async function announceIntention(unit: UnitOfWork, row: Intention, byUser: number): Promise<number> {
  const end = parseMoment(`${addDays(dayOf(unit.clock.now()), SHOWN_DAYS)} 23:59:59`)
  return unit.service(announcements).publish({
    category: 'publicity',
    title: wordsOf(unit, 'zhHans', 'title', [row.projectName]),
    titleEn: wordsOf(unit, 'en', 'title', [row.projectName]),
    body: bodyOf(unit, 'zhHans', row),
    deptIds: [],
    expireAt: end ?? unit.clock.now(),
    byUser,
    source: `intention:${row.id}`,
  })
}

/** The article says that it is revoked, and why; what it said stands below. */
export async function reviseRevoked(
  unit: UnitOfWork,
  articleId: number,
  row: Intention,
  reason: string,
  byUser: number,
): Promise<void> {
  await unit.service(announcements).revise(articleId, {
    title: wordsOf(unit, 'zhHans', 'revokedTitle', [row.projectName]),
    titleEn: wordsOf(unit, 'en', 'revokedTitle', [row.projectName]),
    body: `${wordsOf(unit, 'zhHans', 'revoked', [unit.clock.today(), reason])}\n\n${bodyOf(unit, 'zhHans', row)}`,
    byUser,
  })
}

/** The comparison of a selection as a table: its lines with the price of every vendor, and below them what the quotes are (50.10). */
import type { FileAnswer } from '#src/define/answer.ts'
import { fillText, type Language } from '#src/define/messages.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { sheets } from '#src/define/services.ts'
import type { ComparedQuote, SelectionComparison } from './selection.types.ts'

type Cell = string | number | null
const numberOf = (figure: string | null): number | null => (figure === null ? null : Number(figure))

/** The table of an opened selection; before the opening its lines alone. */
export function comparisonSheet(unit: UnitOfWork, language: Language, comparison: SelectionComparison): FileAnswer {
  const { lines, quotes, scoring, absent } = comparison
  const say = (key: string, ...values: readonly (string | number)[]): string =>
    fillText(unit.textOf(language, `selectionComparison.${key}`) ?? key, values.map(String))
  const summary = (key: string, cell: (quote: ComparedQuote) => Cell): readonly Cell[] => [
    say(key),
    null,
    null,
    null,
    ...quotes.map(cell),
    null,
  ]
  const yes = (key: string, holds: boolean): string | null => (holds ? say(key) : null)
  return unit
    .service(sheets)
    .table(
      `comparison_${comparison.no}`,
      [
        ...['item', 'spec', 'unit'].map((key) => ({ title: say(key) })),
        { title: say('qty'), places: 0 },
        ...quotes.map(({ vendor }) => ({ title: vendor, places: 2 })),
        { title: say('lowest') },
      ],
      [
        ...lines.map(({ name, spec, unit: measure, qty, prices, isLowest }) => [
          name,
          spec,
          measure,
          qty,
          ...prices.map((price) => numberOf(price) ?? say('notQuoted')),
          isLowest.flatMap((is, index) => (is ? (quotes[index]?.vendor ?? '') : [])).join(' / '),
        ]),
        summary('amount', ({ amount }) => Number(amount)),
        summary('delivery', ({ deliveryDays }) => String(deliveryDays)),
        summary('warranty', ({ warrantyMonths }) => String(warrantyMonths)),
        summary('validity', ({ isValid, invalidReason }) =>
          isValid ? say('valid') : say('invalid', invalidReason ?? ''),
        ),
        summary('ceilingCheck', ({ isCompliant, isValid }) => yes('aboveCeiling', isValid && !isCompliant)),
        ...(scoring?.sheets == null
          ? []
          : [
              summary('priceScore', ({ priceScore }) => numberOf(priceScore)),
              summary('panelScore', ({ panelScore }) => numberOf(panelScore)),
              summary('totalScore', ({ totalScore }) => numberOf(totalScore)),
            ]),
        summary('rank', ({ rank }) => (rank === null ? null : String(rank))),
        summary('winner', ({ isWinner }) => yes('chosen', isWinner)),
        ...(absent.length === 0 ? [] : [[say('absent'), absent.join(' / ')]]),
      ],
    )
}

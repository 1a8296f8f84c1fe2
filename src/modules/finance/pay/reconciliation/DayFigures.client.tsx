import { MoneyText } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'

type Figure = 'paid' | 'consumed' | 'difference'

/** What was paid on a day, what the budget consumed, and what lies between them (FIN-96). */
export function DayFigures({ day }: { readonly day: Readonly<Record<Figure, string>> }) {
  const t = useT()
  return (
    <dl className="pay-figures">
      {(['paid', 'consumed', 'difference'] as const).map((name) => (
        <div key={name}>
          <dt>{t(`pay.reconcile.${name}`)}</dt>
          <dd>
            <MoneyText value={day[name]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

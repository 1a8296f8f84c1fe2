import './plan/plan.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FormFields, type FormFieldsProps } from '#src/client/components/forms/FormFields.tsx'
import { useDebounced } from '#src/client/components/forms/inputs/debounce.ts'
import { MoneyText } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { isEmpty } from '#src/fields/kind.ts'
import { isAmount } from './plan/year-plan-lines.ts'

/** Milliseconds of quiet before the server is asked. */
const CHECK_DEBOUNCE_MS = 300

/** What the document says so far, as a query. */
function askedOf({ fromLineId, toLineId, amount }: FormFieldsProps['values']): Readonly<Record<string, string>> {
  const given = { fromLineId, toLineId, amount: typeof amount === 'string' && isAmount(amount) ? amount : null }
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (isEmpty(value) ? [] : [[name, String(value)]])),
  )
}

/** The form of an adjustment: while it is written it says what would be refused (BUD-05) and what the lines would have afterwards. Other forms of the page are drawn as everywhere. */
export function AdjustFields(props: FormFieldsProps) {
  return 'toLineId' in props.fields ? <CheckedFields {...props} /> : <FormFields {...props} />
}

function CheckedFields(props: FormFieldsProps) {
  const t = useT()
  const query = useDebounced(JSON.stringify(askedOf(props.values)), CHECK_DEBOUNCE_MS)
  const { data } = useQuery({
    queryKey: ['budgetAdjust', 'check', query],
    queryFn: ({ signal }) =>
      api.get('/api/budget/adjust/check/', {
        query: JSON.parse(query) as Readonly<Record<string, string>>,
        signal,
        quiet: true,
      }),
    enabled: query !== '{}',
    placeholderData: keepPreviousData,
  })
  const after = (['from', 'to'] as const).flatMap((side) => (data?.[side] ? [[side, data[side]] as const] : []))
  return (
    <>
      <FormFields {...props} problems={{ ...data?.problems, ...props.problems }} />
      {after.length === 0 ? null : (
        <dl className="plan-after" aria-label={t('budget.adjust.after')}>
          {after.map(([side, amount]) => (
            <div key={side}>
              <dt>{t(`budget.adjust.${side}`)}</dt>
              <dd>
                <MoneyText value={amount} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

import { Chip } from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'

/** What became of a request. */
export type RequestState = 'pending' | 'accepted' | 'refused' | 'done'

const colors: Readonly<Record<RequestState, string>> = {
  pending: 'info',
  accepted: 'success',
  done: 'success',
  refused: 'error',
}

export function RequestStateChip({ state }: { readonly state: RequestState }) {
  const t = useT()
  return <Chip color={colors[state]}>{t(`user.requests.states.${state}`)}</Chip>
}

/** Narrows requests by what became of them. */
export function RequestStateFilter({
  states,
  value,
  onChange,
}: {
  readonly states: readonly RequestState[]
  readonly value: string
  readonly onChange: (state: string) => void
}) {
  const t = useT()
  return (
    <SelectBox
      aria-label={t('user.requests.state')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{t('user.requests.anyState')}</option>
      {states.map((state) => (
        <option key={state} value={state}>
          {t(`user.requests.states.${state}`)}
        </option>
      ))}
    </SelectBox>
  )
}

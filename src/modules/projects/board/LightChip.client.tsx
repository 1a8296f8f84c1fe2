import { Chip } from '#src/client/components/ui/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'

const colours: Readonly<Record<string, string>> = { green: 'success', yellow: 'warning', red: 'error' }

/** How a project stands, in its colour and in words. */
export function LightChip({ value }: { readonly value: string }) {
  const label = useDictionaryLabel()
  return <Chip color={colours[value] ?? null}>{label('projectLight', value)}</Chip>
}

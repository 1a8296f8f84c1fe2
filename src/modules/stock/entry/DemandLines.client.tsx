import { Button, Checkbox, InputGroup } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { FormData } from '#src/fields/field.ts'
import type { DemandChoice } from '../records/choices.types.ts'

interface DemandLinesProps {
  /** Demands that the lines answer already. */
  readonly taken: readonly number[]
  /** Lines that still fit. */
  readonly room: number
  readonly onLines: (lines: readonly FormData[]) => void
  readonly onClose: () => void
}

const has = (demand: DemandChoice, words: string): boolean => demand.label.toLowerCase().includes(words.toLowerCase())

/** Demands that wait for goods, for a receipt to answer: item, size and quantity follow them. */
export function DemandLines({ taken, room, onLines, onClose }: DemandLinesProps) {
  const t = useT()
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState<readonly number[]>([])
  const { data, isPending } = useQuery({
    queryKey: ['purchaseDemand', 'choices'],
    queryFn: ({ signal }) => api.get('/api/stock/demand/choices/', { query: {}, signal }),
  })
  const open = (data ?? []).filter(({ id }) => !taken.includes(id))
  const shown = open.filter((demand) => has(demand, words.trim()))
  const toggle = (id: number): void =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  const take = (): void =>
    onLines(
      open
        .filter(({ id }) => chosen.includes(id))
        .map(({ id, itemId, size, qty }) => ({ itemId, size: size === '' ? null : size, qty, demandId: id })),
    )
  return (
    <Sheet
      title={t('stock.entry.demands')}
      shape="dialog"
      onClose={onClose}
      footer={
        <>
          <Button text={t('common.cancel')} onClick={onClose} />
          <Button
            intent="primary"
            text={t('stock.entry.demandsTake', [chosen.length])}
            disabled={chosen.length === 0 || chosen.length > room}
            onClick={take}
          />
        </>
      }
    >
      <p className="stock-note">{t('stock.entry.demandsHint')}</p>
      {open.length === 0 ? (
        <EmptyState compact title={isPending ? t('common.loading') : t('stock.entry.demandsNone')} />
      ) : (
        <>
          <InputGroup
            className="stock-demand-search"
            autoFocus
            value={words}
            maxLength={50}
            aria-label={t('stock.entry.demandsSearch')}
            placeholder={t('stock.entry.demandsSearch')}
            onValueChange={setWords}
          />
          <ul className="stock-demands">
            {shown.map(({ id, label, note, needAt }) => (
              <li key={id}>
                <Checkbox checked={chosen.includes(id)} onChange={() => toggle(id)}>
                  {label}
                  <span className="stock-note">
                    {note}
                    {needAt === null ? '' : ` · ${t('stock.entry.needAt', [needAt])}`}
                  </span>
                </Checkbox>
              </li>
            ))}
          </ul>
        </>
      )}
    </Sheet>
  )
}

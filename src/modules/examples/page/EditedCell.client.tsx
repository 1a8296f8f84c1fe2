import { InputGroup } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionary } from '#src/client/platform/session/index.ts'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { demoRow } from '../rows/demo-row.ts'

interface CellProps {
  readonly row: RecordRow
  readonly name: 'amount' | 'state' | 'remark'
  /** What the column is called. */
  readonly label: string
  /** The value as it is read; null where there is none. */
  readonly children: ReactNode
}

/** A cell that is edited in its place: Enter and leaving it save, Escape does not. The version of the row that was read goes along, so that a later save of another window is refused. */
export function EditedCell({ row, name, label, children }: CellProps) {
  const t = useT()
  const client = useQueryClient()
  const [from, setFrom] = useState<RecordRow | null>(null)
  const called = t('tableDemo.editOf', [String(row.name), label])
  if (from === null)
    return (
      <button
        type="button"
        className={`example-edit${children === null ? ' is-empty' : ''}`}
        aria-label={called}
        onClick={() => setFrom(row)}
      >
        {children ?? t('tableDemo.noRemark')}
      </button>
    )
  const save = async (text: string): Promise<void> => {
    setFrom(null)
    if (text === String(from[name] ?? '')) return
    const { amount, state, remark, version } = from
    try {
      await api.put(
        `${demoRow.path}${from.id}/`,
        { amount, state, remark, version, [name]: text === '' ? null : text },
        { key: newKey() },
      )
    } finally {
      // Also what another window saved first is shown then.
      await client.invalidateQueries({ queryKey: [demoRow.name] })
    }
  }
  const leave = (text: string): void => ignoreApiError(save(text))
  return name === 'state' ? (
    <StateBox label={called} value={String(from.state)} onChoose={leave} onLeave={() => setFrom(null)} />
  ) : (
    <TextBox
      label={called}
      value={String(from[name] ?? '')}
      isFigure={name === 'amount'}
      onSave={leave}
      onLeave={() => setFrom(null)}
    />
  )
}

function StateBox(props: {
  readonly label: string
  readonly value: string
  readonly onChoose: (value: string) => void
  readonly onLeave: () => void
}) {
  const entries = useDictionary('demoState')
  return (
    <SelectBox
      autoFocus
      aria-label={props.label}
      value={props.value}
      onChange={(event) => props.onChoose(event.target.value)}
      onBlur={props.onLeave}
    >
      {entries.map(({ value, label }) => (
        <option key={String(value)} value={String(value)}>
          {label}
        </option>
      ))}
    </SelectBox>
  )
}

function TextBox(props: {
  readonly label: string
  readonly value: string
  readonly isFigure: boolean
  readonly onSave: (text: string) => void
  readonly onLeave: () => void
}) {
  const [text, setText] = useState(props.value)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.stopPropagation()
    if (event.key === 'Enter') props.onSave(text.trim())
    else props.onLeave()
  }
  return (
    <InputGroup
      autoFocus
      size="small"
      className="example-input"
      aria-label={props.label}
      inputMode={props.isFigure ? 'decimal' : 'text'}
      maxLength={props.isFigure ? 12 : 500}
      value={text}
      onValueChange={setText}
      onKeyDown={onKeyDown}
      onBlur={() => props.onSave(text.trim())}
    />
  )
}

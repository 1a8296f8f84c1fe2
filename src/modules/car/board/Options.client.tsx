import { Radio, RadioGroup, Switch } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useProblemText } from '#src/client/platform/session/index.ts'
import type { Problem } from '#src/define/problem.ts'

interface Option {
  readonly id: number
  readonly label: ReactNode
  readonly problem: Problem | null
}
interface OptionsProps {
  readonly name: string
  readonly title: string
  readonly options: readonly Option[]
  readonly selected: number | undefined
  readonly onChange: (id: number) => void
}

/** One of several, those that cannot go behind a switch; what is chosen stays in sight with its problem. Each keeps the place where it stood first: one that moved would lose the focus, and the key pressed on it. */
export function Options({ name, title, options, selected, onChange }: OptionsProps) {
  const t = useT()
  const say = useProblemText()
  const [isAll, setAll] = useState(false)
  const [places] = useState(() => new Map(options.map(({ id }, place) => [id, place])))
  const placeOf = ({ id }: Option): number => places.get(id) ?? options.length
  const unfit = options.filter(({ problem }) => problem !== null)
  const inPlace = options.toSorted((one, other) => placeOf(one) - placeOf(other))
  const shown = isAll ? inPlace : inPlace.filter(({ id, problem }) => problem === null || id === selected)
  return (
    <section className="dispatch-options">
      <RadioGroup
        name={name}
        label={title}
        selectedValue={selected ?? ''}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      >
        {shown.map(({ id, label, problem }) => (
          <Radio key={id} value={id} className={problem === null ? 'dispatch-option' : 'dispatch-option is-unfit'}>
            {label}
            {problem === null ? null : <span className="dispatch-problem">{say(problem)}</span>}
          </Radio>
        ))}
      </RadioGroup>
      {unfit.length === 0 ? null : (
        <Switch
          checked={isAll}
          label={t('dispatchBoard.showUnfit', [unfit.length])}
          onChange={() => setAll((now) => !now)}
        />
      )}
    </section>
  )
}

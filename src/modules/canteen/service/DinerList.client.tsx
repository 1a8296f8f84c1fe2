import { Button, InputGroup } from '@blueprintjs/core'
import { SearchIcon } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'
import { EmptyState, StateChip } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import type { Counter, Diner } from './service.types.ts'

interface DinerListProps {
  readonly counter: Counter
  readonly onVerify: (diner: Diner) => void
  readonly onMiss: (diner: Diner) => void
  readonly actions: ReactNode
}

const sum = (diners: readonly Diner[]): number => diners.reduce((total, { portions }) => total + portions, 0)

/** Everybody who ordered the meal, those who have not come yet first. */
export function DinerList({ counter, onVerify, onMiss, actions }: DinerListProps) {
  const t = useT()
  const [text, setText] = useState('')
  const { diners, isOver } = counter
  const inState = (state: string) => sum(diners.filter((one) => one.state === state))
  const words = text.trim().toLowerCase()
  const shown = diners.filter(({ person, empNo, dept, guestName }) =>
    `${person} ${empNo} ${dept} ${guestName ?? ''}`.toLowerCase().includes(words),
  )
  return (
    <>
      <div className="meal-bar">
        <strong>{t('mealCounter.waiting', [inState('ordered')])}</strong>
        <span>{t('mealCounter.came', [sum(diners.filter(({ verifiedAt }) => verifiedAt !== null))])}</span>
        {isOver ? <span>{t('mealCounter.missed', [inState('noShow')])}</span> : null}
        <div className="meal-bar-actions">
          <InputGroup
            leftIcon={<SearchIcon />}
            value={text}
            maxLength={60}
            aria-label={t('mealCounter.search')}
            placeholder={t('mealCounter.search')}
            onValueChange={setText}
          />
          {actions}
        </div>
      </div>
      {shown.length === 0 ? <EmptyState compact title={t('mealCounter.noDiners')} /> : null}
      <ul className="meal-diners">
        {shown.map((diner) => (
          <DinerItem
            key={diner.id}
            diner={diner}
            isOver={isOver}
            onVerify={() => onVerify(diner)}
            onMiss={() => onMiss(diner)}
          />
        ))}
      </ul>
    </>
  )
}

interface ItemProps {
  readonly diner: Diner
  readonly isOver: boolean
  readonly onVerify: () => void
  readonly onMiss: () => void
}

function DinerItem({ diner, isOver, onVerify, onMiss }: ItemProps) {
  const t = useT()
  const label = useDictionaryLabel()
  const isOpen = diner.state === 'ordered' || (isOver && diner.state === 'noShow')
  const facts = [
    diner.empNo,
    diner.dept,
    ...(diner.kind === 'staff' ? [] : [label('orderKind', diner.kind)]),
    ...(diner.guestName === null ? [] : [diner.guestName]),
    ...(diner.portions === 1 ? [] : [t('kitchen.portions', [diner.portions])]),
    ...(diner.takeaway ? [t('records.mealOrder.fields.takeaway')] : []),
    ...(diner.note === null || diner.note === '' ? [] : [diner.note]),
  ]
  return (
    <li className="card">
      <div>
        <strong>{diner.person}</strong>
        <small>{facts.join(' · ')}</small>
      </div>
      {diner.state === 'ordered' ? null : (
        <span className="meal-diner-state">
          <StateChip dictionary="orderState" value={diner.state} />
          {diner.verifiedAt === null ? null : <small>{diner.verifiedAt.slice(11, 16)}</small>}
        </span>
      )}
      {isOpen && diner.kind !== 'reception' ? (
        <span className="meal-diner-steps">
          {isOver && diner.state === 'ordered' ? (
            <Button
              text={t('mealCounter.noShow')}
              aria-label={`${t('mealCounter.noShow')} ${diner.person}`}
              onClick={onMiss}
            />
          ) : null}
          <Button
            intent={isOver ? 'none' : 'primary'}
            size="large"
            text={t(isOver ? 'mealCounter.late' : 'mealCounter.verify')}
            aria-label={`${t(isOver ? 'mealCounter.late' : 'mealCounter.verify')} ${diner.person}`}
            onClick={onVerify}
          />
        </span>
      ) : null}
    </li>
  )
}

import { Checkbox } from '@blueprintjs/core'
import { useState } from 'react'
import { ChosenList } from '#src/client/components/forms/inputs/ChosenList.tsx'
import { DebouncedInput } from '#src/client/components/forms/inputs/DebouncedInput.tsx'
import { searchGlass } from '#src/client/components/ui/icons/searchGlass.tsx'
import { EmptyState } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDepartments } from '#src/client/platform/session/index.ts'
import { type Branch, branchesOf, wholesOf, withBranch } from './dept-branches.ts'

interface Props {
  readonly label: string
  readonly chosen: readonly number[]
  readonly isLocked: boolean
  readonly onChange: (chosen: readonly number[]) => void
}

/** Departments as a tree of ticks to search, under what is chosen; a tick goes down to everything below, where it can be taken away one by one. */
export function DeptChecks({ label, chosen, isLocked, onChange }: Props) {
  const t = useT()
  const departments = useDepartments()
  const [keyword, setKeyword] = useState('')
  const set = new Set(chosen)
  const all = branchesOf(departments)
  const shown = branchesOf(departments, keyword)
  const toggle = (branch: Branch): void => onChange(withBranch(branch, set))
  const wholes = wholesOf(all, set)
  return (
    <fieldset className="dept-choice" disabled={isLocked}>
      <legend className="visually-hidden">{label}</legend>
      <ChosenList
        label={t('role.chosenDepartments')}
        chosen={wholes.map(({ id, name, ids }) => ({
          key: id,
          label: ids.length === 1 ? name : t('role.withBelow', [name, ids.length - 1]),
        }))}
        disabled={isLocked}
        onRemove={(id) => wholes.filter((whole) => whole.id === id).forEach(toggle)}
      />
      <div className="dept-checks">
        <div className="dept-checks-search">
          <DebouncedInput
            type="search"
            leftIcon={searchGlass}
            value={keyword}
            placeholder={t('role.searchDepartments')}
            aria-label={t('role.searchDepartments')}
            onValueChange={setKeyword}
          />
        </div>
        {shown.length === 0 ? <EmptyState compact title={t('common.noMatch')} /> : null}
        <div className="dept-checks-list">
          <Level level={shown} chosen={set} onToggle={toggle} />
        </div>
      </div>
    </fieldset>
  )
}

interface LevelProps {
  readonly level: readonly Branch[]
  readonly chosen: ReadonlySet<number>
  readonly onToggle: (branch: Branch) => void
}

function Level({ level, chosen, onToggle }: LevelProps) {
  return (
    <ul>
      {level.map((branch) => {
        const { id, name, ids, children } = branch
        const set = ids.filter((one) => chosen.has(one)).length
        return (
          <li key={id}>
            <Checkbox
              checked={set === ids.length}
              indeterminate={set > 0 && set < ids.length}
              label={name}
              onChange={() => onToggle(branch)}
            />
            {children.length === 0 ? null : <Level level={children} chosen={chosen} onToggle={onToggle} />}
          </li>
        )
      })}
    </ul>
  )
}

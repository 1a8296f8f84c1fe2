import { Checkbox } from '@blueprintjs/core'
import type { Department } from '#machines/session.ts'
import { useDepartments } from '#src/client/session/index.ts'

interface Props {
  readonly label: string
  readonly chosen: readonly number[]
  readonly isLocked: boolean
  readonly onChange: (chosen: readonly number[]) => void
}

/** Departments as a tree of ticks; a tick goes down to everything below, where it can be taken away one by one. */
export function DeptChecks({ label, chosen, isLocked, onChange }: Props) {
  const departments = useDepartments()
  const known = new Set(departments.map((department) => department.id))
  const roots = departments.filter(({ parent }) => parent === null || !known.has(parent))
  return (
    <fieldset className="dept-checks" disabled={isLocked}>
      <legend className="visually-hidden">{label}</legend>
      <Branch all={departments} level={roots} chosen={new Set(chosen)} onChange={onChange} />
    </fieldset>
  )
}

interface BranchProps {
  readonly all: readonly Department[]
  readonly level: readonly Department[]
  readonly chosen: ReadonlySet<number>
  readonly onChange: (chosen: readonly number[]) => void
}

function Branch({ all, level, chosen, onChange }: BranchProps) {
  const childrenOf = (id: number): readonly Department[] => all.filter((department) => department.parent === id)
  const below = (id: number): readonly number[] => [id, ...childrenOf(id).flatMap((child) => below(child.id))]
  const toggle = (id: number): void => {
    const branch = below(id)
    const next = new Set(chosen)
    const isOn = branch.every((one) => chosen.has(one))
    for (const one of branch) {
      if (isOn) next.delete(one)
      else next.add(one)
    }
    onChange([...next])
  }
  return (
    <ul>
      {level.map(({ id, name }) => {
        const branch = below(id)
        const set = branch.filter((one) => chosen.has(one)).length
        const children = childrenOf(id)
        return (
          <li key={id}>
            <Checkbox
              checked={set === branch.length}
              indeterminate={set > 0 && set < branch.length}
              label={name.split('-').at(-1) ?? name}
              onChange={() => toggle(id)}
            />
            {children.length === 0 ? null : <Branch all={all} level={children} chosen={chosen} onChange={onChange} />}
          </li>
        )
      })}
    </ul>
  )
}

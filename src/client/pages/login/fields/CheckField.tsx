import { Checkbox } from '@blueprintjs/core'

interface Props {
  readonly label: string
  readonly name?: string
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
  /** What is wrong, said below the box. */
  readonly problem?: string | null
}

/** A box to tick, with what is wrong said below it. */
export function CheckField({ label, name, isChecked, onChange, problem = null }: Props) {
  const noteId = `${name ?? 'check'}-note`
  return (
    <>
      <Checkbox
        name={name}
        checked={isChecked}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : noteId}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        label={label}
      />
      {problem === null ? null : (
        <p id={noteId} className="login-note">
          {problem}
        </p>
      )}
    </>
  )
}

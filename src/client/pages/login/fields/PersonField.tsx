import { useSession } from '#src/client/platform/session/index.ts'

/** Tells password managers whose password a form without a name field asks for. */
export function PersonField() {
  const username = useSession((moment) => moment.context.username ?? '')
  return (
    <input
      className="visually-hidden"
      name="username"
      autoComplete="username"
      value={username}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}

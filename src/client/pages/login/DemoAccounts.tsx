import { useGrowing } from '#src/client/components/table/useGrowing.ts'
import { Avatar } from '#src/client/components/ui/Avatar.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { DemoAccount } from './settings.ts'

/** Accounts drawn at a time, once the form stands. */
const PIECE = 5

/** The documented accounts of the demo; one press fills in the username. */
export function DemoAccounts({
  accounts,
  onChoose,
}: {
  readonly accounts: readonly DemoAccount[]
  readonly onChoose: (username: string) => void
}) {
  const t = useT()
  const drawn = accounts.slice(0, useGrowing(accounts.length, 0, PIECE))
  return (
    <section className="demo" aria-labelledby="demo-title">
      <h2 id="demo-title">{t('login.demoTitle')}</h2>
      <p>{t('login.demoText')}</p>
      <ul style={{ gridTemplateRows: `repeat(${accounts.length}, minmax(50px, auto))` }}>
        {drawn.map(({ username, name, role }) => (
          <li key={username}>
            <button type="button" onClick={() => onChoose(username)}>
              <Avatar name={name} size={30} />
              <span>
                <strong>{name}</strong>
                <small>{role}</small>
              </span>
              <code>{username}</code>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

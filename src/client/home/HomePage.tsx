import { useT } from '#src/client/i18n/index.ts'
import { useUser } from '#src/client/session/index.ts'
import { useTitle } from '#src/client/ui/index.ts'
import { BudgetExecution } from './BudgetExecution.tsx'
import { MyTickets } from './MyTickets.tsx'
import { QuickApply } from './QuickApply.tsx'
import { ThreePublic } from './ThreePublic.tsx'
import { TodoSummary } from './TodoSummary.tsx'
import './home.css'

/** `/home`: what waits, what is under way, what can be started. */
export default function HomePage() {
  const t = useT()
  const user = useUser()
  useTitle(t('home.title'))
  return (
    <>
      <header className="home-head">
        <h1>{t('home.hello', [user.name])}</h1>
        <p>{[user.dept_info?.dept_name, ...user.role_info.map((role) => role.name)].filter(Boolean).join(' · ')}</p>
      </header>
      <div className="widgets">
        <TodoSummary />
        <MyTickets />
        <div className="widget-column">
          <QuickApply />
          <BudgetExecution />
          <ThreePublic />
        </div>
      </div>
    </>
  )
}

import { SkeletonRows, useTitle } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay, useUser } from '#src/client/platform/session/index.ts'
import { AssetDue } from './AssetDue.tsx'
import { BudgetExecution } from './BudgetExecution.tsx'
import { CarToday } from './CarToday.tsx'
import { Expiring } from './Expiring.tsx'
import { HomeActions } from './layout/HomeActions.tsx'
import { HomeLayoutView } from './layout/HomeLayoutView.tsx'
import { MealToday } from './MealToday.tsx'
import { MyTasks } from './MyTasks.tsx'
import { MyTickets } from './MyTickets.tsx'
import { QuickApply } from './QuickApply.tsx'
import { useCards, useCounts, useMyTasks, useMyTickets, useSupervisionDue } from './queries.ts'
import { StockAlert } from './StockAlert.tsx'
import { SupervisionDue } from './SupervisionDue.tsx'
import { SystemHealth } from './SystemHealth.tsx'
import { ThreePublic } from './ThreePublic.tsx'
import { TodoSummary } from './TodoSummary.tsx'
import './home.css'

/** `/home`: what waits, what is under way, what can be started; laid out by what waits, or as the person or the role has it. */
export default function HomePage() {
  const t = useT()
  const user = useUser()
  useTitle(t('home.title'))
  return (
    <>
      <header className="home-head has-actions">
        <div>
          <h1>{t('home.hello', [user.name])}</h1>
          <p>{[user.dept_info?.dept_name, ...user.role_info.map((role) => role.name)].filter(Boolean).join(' · ')}</p>
        </div>
        <HomeActions />
      </header>
      <HomeLayoutView byTasks={<Widgets />} />
    </>
  )
}

/** Whoever has tasks sees them first and largest; for the others their own applications come first. */
function Widgets() {
  const tasks = useMyTasks()
  // All are fetched at once, whatever stands where.
  const counts = useCounts()
  const tickets = useMyTickets()
  useCards()
  const isSupervising = useMay('supervision:Search')
  const due = useSupervisionDue(isSupervising)
  // What stands below others is shown when those have their height: nothing moves under the eye.
  const side = (
    <div className="widget-column" hidden={counts.isPending || tickets.isPending || (isSupervising && due.isPending)}>
      <SupervisionDue />
      <QuickApply />
      <CarToday />
      <StockAlert />
      <BudgetExecution />
      <ThreePublic />
      <AssetDue />
      <Expiring />
      <MealToday />
      <SystemHealth />
    </div>
  )
  if (tasks.isPending)
    return (
      <section className="card">
        <SkeletonRows rows={8} />
      </section>
    )
  if (tasks.isError || tasks.data.total > 0)
    return (
      <div className="widgets">
        <div className="widget-column">
          <MyTasks />
          <MyTickets />
        </div>
        <div className="widget-column widget-column-side">
          <TodoSummary />
          {side}
        </div>
      </div>
    )
  return (
    <div className="widgets">
      <TodoSummary />
      <MyTickets />
      {side}
    </div>
  )
}

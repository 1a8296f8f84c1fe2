/** What draws each widget of a layout. One that is not for the person says so in its place (HOM-01). */
import type { ComponentType } from 'react'
import type { WidgetId } from '#src/modules/home/layouts/layout.ts'
import { Agenda } from '../Agenda.tsx'
import { ApprovalSpeedWidget } from '../ApprovalSpeedWidget.tsx'
import { AssetDueCard } from '../AssetDue.tsx'
import { BudgetExecutionCard } from '../BudgetExecution.tsx'
import { CarTodayCard } from '../CarToday.tsx'
import { ExpiringCard } from '../Expiring.tsx'
import { MealTodayCard } from '../MealToday.tsx'
import { Messages } from '../Messages.tsx'
import { MyTasks } from '../MyTasks.tsx'
import { MyTickets } from '../MyTickets.tsx'
import { Notices } from '../Notices.tsx'
import { QuickApply } from '../QuickApply.tsx'
import { StockAlertCard } from '../StockAlert.tsx'
import { SupervisionDueCard } from '../SupervisionDue.tsx'
import { SystemHealthCard } from '../SystemHealth.tsx'
import { ThreePublicCard } from '../ThreePublic.tsx'
import { TodoSummary } from '../TodoSummary.tsx'

export const widgets: Readonly<Record<WidgetId, ComponentType>> = {
  myTasks: MyTasks,
  todoSummary: TodoSummary,
  myTickets: MyTickets,
  quickApply: QuickApply,
  notices: Notices,
  messages: Messages,
  calendar: Agenda,
  mealToday: MealTodayCard,
  supervisionDue: SupervisionDueCard,
  budgetExec: BudgetExecutionCard,
  threePublic: ThreePublicCard,
  carToday: CarTodayCard,
  stockAlert: StockAlertCard,
  assetDue: AssetDueCard,
  expiring: ExpiringCard,
  approvalSpeed: ApprovalSpeedWidget,
  sysHealth: SystemHealthCard,
}

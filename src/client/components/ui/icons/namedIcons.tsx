import {
  Airplane,
  Application,
  Applications,
  BankAccount,
  Box,
  Build,
  Calendar,
  Chart,
  Clipboard,
  Cog,
  Cube,
  DiagramTree,
  Document,
  Dollar,
  DriveTime,
  Endorsed,
  EyeOpen,
  GitBranch,
  Glass,
  Globe,
  History,
  Home,
  Inbox,
  Key,
  Link,
  ListColumns,
  LogIn,
  Manual,
  More,
  Office,
  People,
  Person,
  PieChart,
  Route,
  Saved,
  Shield,
  ShoppingCart,
  TakeAction,
  TimelineBarChart,
  Truck,
  WarningSign,
  Wrench,
} from '@blueprintjs/icons'
import type { ComponentType } from 'react'

/** Every icon the server, a page or an application may name; each costs half a kilobyte. A name outside is drawn as a plain page. The `tabler-*` names of the catalogues (README §1) are known too. */
const icons = {
  airplane: Airplane,
  application: Application,
  applications: Applications,
  'bank-account': BankAccount,
  box: Box,
  build: Build,
  calendar: Calendar,
  chart: Chart,
  clipboard: Clipboard,
  cog: Cog,
  cube: Cube,
  'diagram-tree': DiagramTree,
  globe: Globe,
  key: Key,
  link: Link,
  'list-columns': ListColumns,
  shield: Shield,
  document: Document,
  dollar: Dollar,
  endorsed: Endorsed,
  history: History,
  home: Home,
  inbox: Inbox,
  'log-in': LogIn,
  manual: Manual,
  more: More,
  people: People,
  person: Person,
  'pie-chart': PieChart,
  route: Route,
  saved: Saved,
  'timeline-bar-chart': TimelineBarChart,
  'warning-sign': WarningSign,
  'tabler-home': Home,
  'tabler-git-branch': GitBranch,
  'tabler-receipt': Clipboard,
  'tabler-car': DriveTime,
  'tabler-tool': Wrench,
  'tabler-shopping-cart': ShoppingCart,
  'tabler-package': Cube,
  'tabler-chart-pie': PieChart,
  'tabler-cash': BankAccount,
  'tabler-steering-wheel': Truck,
  'tabler-building': Office,
  'tabler-tools-kitchen-2': Glass,
  'tabler-box': Box,
  'tabler-gavel': TakeAction,
  'tabler-eye-check': EyeOpen,
  'tabler-settings': Cog,
} as const satisfies Readonly<Record<string, ComponentType<{ size?: number }>>>

/** What a menu may be given as its picture. */
export const iconNames: readonly string[] = Object.keys(icons)

declare module '#src/define/names.ts' {
  interface IconNames {
    client: keyof typeof icons
  }
}

const isKnown = (name: string): name is keyof typeof icons => Object.hasOwn(icons, name)

/** The picture of a name. */
export default function Picture({ name, size }: { readonly name: string; readonly size: number }) {
  const Icon = isKnown(name) ? icons[name] : Document
  return <Icon size={size} />
}

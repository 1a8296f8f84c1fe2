import {
  Application,
  Applications,
  BankAccount,
  Box,
  Build,
  Calendar,
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
  Home,
  Inbox,
  More,
  Office,
  People,
  PieChart,
  ShoppingCart,
  TakeAction,
  Truck,
  Wrench,
} from '@blueprintjs/icons'
import type { ComponentType } from 'react'

/** Every icon the server, a page or an application may name; each costs half a kilobyte. A name outside is drawn as a plain page. The `tabler-*` names of the catalogues (README §1) are known too. */
const icons: Readonly<Record<string, ComponentType<{ size?: number }>>> = {
  application: Application,
  applications: Applications,
  box: Box,
  build: Build,
  calendar: Calendar,
  clipboard: Clipboard,
  cog: Cog,
  cube: Cube,
  'diagram-tree': DiagramTree,
  document: Document,
  dollar: Dollar,
  endorsed: Endorsed,
  home: Home,
  inbox: Inbox,
  more: More,
  people: People,
  'pie-chart': PieChart,
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
}

/** An icon by its name, decorative: the text beside it says what it is. */
export function NamedIcon({ name, size = 16 }: { readonly name: string | null | undefined; readonly size?: number }) {
  const Icon = icons[name ?? ''] ?? Document
  return (
    <span className="named-icon" aria-hidden="true">
      <Icon size={size} />
    </span>
  )
}

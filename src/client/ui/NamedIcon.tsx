import {
  Airplane, Application, Applications, BankAccount, Box, Build, Calendar, Clipboard, Cog, CreditCard, Cube, Database, DiagramTree, Document, Dollar, DriveTime, Endorsed,
  EyeOpen, Form, GitBranch, GitMerge, Glass, Heart, History, Home, IdNumber, Inbox, Key, Layers, Manual, More, Notifications, Office, Path, People, Person, PieChart, Print,
  Projects, SendMessage, Settings, Shop, ShoppingCart, TakeAction, Th, TimelineEvents, Truck, Wrench,
} from '@blueprintjs/icons'
import type { ComponentType } from 'react'

/** Every icon the server, a page or an application may name. A name outside is drawn as a plain page; the specification's `tabler-*` names of the catalogues are known too. */
const icons: Readonly<Record<string, ComponentType<{ size?: number }>>> = {
  airplane: Airplane, application: Application, applications: Applications, 'bank-account': BankAccount, box: Box, build: Build, calendar: Calendar, clipboard: Clipboard, cog: Cog,
  'credit-card': CreditCard, cube: Cube, cutlery: database: Database, 'diagram-tree': DiagramTree, document: Document, dollar: Dollar, 'drive-time': DriveTime, endorsed: Endorsed,
  'eye-open': EyeOpen, form: Form, 'git-branch': GitBranch, 'git-merge': GitMerge, glass: Glass, health: Heart, history: History, home: Home, 'id-number': IdNumber, inbox: Inbox, key: Key,
  layers: Layers, manual: Manual, more: More, notifications: Notifications, office: Office, path: Path, people: People, person: Person, 'pie-chart': PieChart, print: Print, projects: Projects,
  'send-message': SendMessage, settings: Settings, shop: Shop, 'shopping-cart': ShoppingCart, 'take-action': TakeAction, th: Th, 'timeline-events': TimelineEvents,
  truck: Truck, wrench: Wrench,
  'tabler-home': Home, 'tabler-git-branch': GitBranch, 'tabler-receipt': Clipboard, 'tabler-car': DriveTime, 'tabler-tool': Wrench, 'tabler-shopping-cart': ShoppingCart, 'tabler-package': Cube,
  'tabler-chart-pie': PieChart, 'tabler-cash': BankAccount, 'tabler-steering-wheel': Truck, 'tabler-building': Office, 'tabler-tools-kitchen-2': 'tabler-box': Box,
  'tabler-gavel': TakeAction, 'tabler-eye-check': EyeOpen, 'tabler-settings': Cog,
}

/** An icon by its name, decorative: the text beside it says what it is. */
export function NamedIcon({ name, size = 16 }: { readonly name: string | null | undefined; readonly size?: number }) {
  const Icon = icons[name ?? ''] ?? Document
  return <span className="named-icon" aria-hidden="true"><Icon size={size} /></span>
}

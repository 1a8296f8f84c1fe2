/** THE list: one line per module, in the order in which their migrations and seeds run. */
import type { ModuleDefinition } from './define/module.ts'
import { accessModule as access } from './modules/access/access.ts'
import { affairs } from './modules/affairs/affairs.ts'
import { analysis } from './modules/analysis/analysis.ts'
import { articles } from './modules/articles/articles.ts'
import { assetModule as asset } from './modules/asset/asset.ts'
import { budget } from './modules/budget/budget.ts'
import { canteen } from './modules/canteen/canteen.ts'
import { carModule as car } from './modules/car/car.ts'
import { examples } from './modules/examples/examples.ts'
import { finance } from './modules/finance/finance.ts'
import { home } from './modules/home/home.ts'
import { leave } from './modules/leave/leave.ts'
import { maintenance } from './modules/maintenance/maintenance.ts'
import { printingModule as printing } from './modules/printing/printing.ts'
import { procurement } from './modules/procurement/procurement.ts'
import { projects } from './modules/projects/projects.ts'
import { receptionModule as reception } from './modules/reception/reception.ts'
import { sealModule as seal } from './modules/seal/seal.ts'
import { standard } from './modules/standard/standard.ts'
import { stock } from './modules/stock/stock.ts'
import { supervision } from './modules/supervision/supervision.ts'
import { supplies } from './modules/supplies/supplies.ts'
import { system } from './modules/system/system.ts'
import { workflows } from './modules/workflows/workflows.ts'

const list = [
  leave,
  budget,
  projects,
  finance,
  analysis,
  affairs,
  articles,
  procurement,
  standard,
  asset,
  stock,
  supplies,
  car,
  maintenance,
  seal,
  access,
  canteen,
  printing,
  supervision,
  reception,
  home,
  workflows,
  system,
  examples,
] as const satisfies readonly ModuleDefinition[]

export const modules: readonly ModuleDefinition[] = list

/** The texts the modules bring, one tree for each. */
export type ModuleTexts = (typeof list)[number]['messages']['zhHans']

/** How the home page is laid out: widgets on twelve columns (10.2). Pure. */
import type { Problem } from '#src/define/problem.ts'

export const widgetIds = [
  'myTasks',
  'todoSummary',
  'myTickets',
  'quickApply',
  'notices',
  'messages',
  'calendar',
  'mealToday',
  'supervisionDue',
  'budgetExec',
  'threePublic',
  'carToday',
  'stockAlert',
  'assetDue',
  'expiring',
  'approvalSpeed',
  'sysHealth',
] as const
export type WidgetId = (typeof widgetIds)[number]

export const COLUMNS = 12
/** HOM-04. */
export const MAX_WIDGETS = 20
/** Rows of a layout, so that no widget lies out of sight for good. */
export const MAX_ROWS = 120
/** The smallest widget that shows something. */
export const [MIN_WIDTH, MIN_HEIGHT] = [3, 3] as const

/** Where a widget lies: column and row of its first cell from 0, and how many cells it takes. */
export interface PlacedWidget {
  readonly id: WidgetId
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** Whether two widgets share a cell. */
export const overlap = (a: PlacedWidget, b: PlacedWidget): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

const isInside = ({ x, y, w, h }: PlacedWidget): boolean =>
  x >= 0 && y >= 0 && w >= MIN_WIDTH && h >= MIN_HEIGHT && x + w <= COLUMNS && y + h <= MAX_ROWS

/** Why a layout cannot be kept (HOM-04); null when it can. */
export function faultOf(widgets: readonly PlacedWidget[]): Problem | null {
  if (widgets.length > MAX_WIDGETS) return { key: 'home.tooManyWidgets', params: [MAX_WIDGETS] }
  if (new Set(widgets.map(({ id }) => id)).size < widgets.length) return { key: 'home.sameWidget' }
  if (!widgets.every(isInside)) return { key: 'home.outside', params: [COLUMNS] }
  const isCovered = widgets.some((a, place) => widgets.slice(place + 1).some((b) => overlap(a, b)))
  return isCovered ? { key: 'home.overlap' } : null
}

/** The order in which one column shows them, and the keyboard goes: row by row, then by column. */
export const readingOrder = (widgets: readonly PlacedWidget[]): readonly PlacedWidget[] =>
  widgets.toSorted((a, b) => a.y - b.y || a.x - b.x)

/** The first row below all others. */
export const bottomOf = (widgets: readonly PlacedWidget[]): number => Math.max(0, ...widgets.map(({ y, h }) => y + h))

/** Cells a widget takes when it is added, by what it shows. */
const sizes: Readonly<Record<WidgetId, readonly [w: number, h: number]>> = {
  myTasks: [8, 9],
  todoSummary: [4, 6],
  myTickets: [8, 9],
  quickApply: [4, 7],
  notices: [4, 8],
  messages: [4, 5],
  calendar: [4, 13],
  mealToday: [4, 6],
  supervisionDue: [4, 7],
  budgetExec: [4, 5],
  threePublic: [4, 5],
  carToday: [4, 7],
  stockAlert: [4, 7],
  assetDue: [4, 5],
  expiring: [4, 6],
  approvalSpeed: [6, 7],
  sysHealth: [4, 5],
}

/** The layout with a widget more, at its bottom. */
export function withWidget(widgets: readonly PlacedWidget[], id: WidgetId): readonly PlacedWidget[] {
  const [w, h] = sizes[id]
  return [...widgets, { id, x: 0, y: bottomOf(widgets), w, h }]
}

/** Widgets side by side as they fit, in rows: what a person begins with who has no layout yet. */
export function rowsOf(ids: readonly WidgetId[]): readonly PlacedWidget[] {
  // Each goes to where the least is above it, so that no gap stays.
  const heights = new Array<number>(COLUMNS).fill(0)
  return ids.map((id) => {
    const [w, h] = sizes[id]
    const places = Array.from({ length: COLUMNS - w + 1 }, (_, x) => ({ x, y: Math.max(...heights.slice(x, x + w)) }))
    const { x, y } = places.reduce((best, place) => (place.y < best.y ? place : best))
    heights.fill(y + h, x, x + w)
    return { id, x, y, w, h }
  })
}

/** `/home/bak`: what a leader reads first, each at full size. */
export const leaderCockpit: readonly WidgetId[] = [
  'budgetExec',
  'threePublic',
  'approvalSpeed',
  'supervisionDue',
  'carToday',
]

/** The widgets without overlaps: this one stays, those it lies on go below it, and theirs below them. */
function makeRoom(widgets: readonly PlacedWidget[], first: PlacedWidget): readonly PlacedWidget[] {
  const placed = [first]
  for (const widget of readingOrder(widgets.filter(({ id }) => id !== first.id))) {
    let next = widget
    for (;;) {
      const under = placed.find((other) => overlap(other, next))
      if (under === undefined) break
      next = { ...next, y: under.y + under.h }
    }
    placed.push(next)
  }
  return widgets.map(({ id }) => placed.find((widget) => widget.id === id) ?? first)
}

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

function changed(
  widgets: readonly PlacedWidget[],
  id: WidgetId,
  change: (widget: PlacedWidget) => PlacedWidget,
): readonly PlacedWidget[] {
  const widget = widgets.find((other) => other.id === id)
  if (widget === undefined) return widgets
  const next = makeRoom(widgets, change(widget))
  return faultOf(next) === null ? next : widgets
}

/** A widget so many columns and rows further; others make room. At the edges it stays. */
export const moveWidget = (widgets: readonly PlacedWidget[], id: WidgetId, dx: number, dy: number) =>
  changed(widgets, id, (it) => ({ ...it, x: within(it.x + dx, 0, COLUMNS - it.w), y: Math.max(0, it.y + dy) }))

/** A widget wider and higher by so many cells; others make room. */
export const resizeWidget = (widgets: readonly PlacedWidget[], id: WidgetId, dw: number, dh: number) =>
  changed(widgets, id, (it) => ({
    ...it,
    w: within(it.w + dw, MIN_WIDTH, COLUMNS - it.x),
    h: Math.max(MIN_HEIGHT, it.h + dh),
  }))

/** Where the grid put the widgets; null when nothing changed. */
export function placesAfter(
  widgets: readonly PlacedWidget[],
  places: readonly {
    readonly i: string
    readonly x: number
    readonly y: number
    readonly w: number
    readonly h: number
  }[],
): readonly PlacedWidget[] | null {
  const next = widgets.map((widget) => {
    const at = places.find(({ i }) => i === widget.id)
    return at === undefined ? widget : { id: widget.id, x: at.x, y: at.y, w: at.w, h: at.h }
  })
  return JSON.stringify(next) === JSON.stringify(widgets) ? null : next
}

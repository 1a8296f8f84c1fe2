/** Menus and buttons as the tree of a role: what is granted below a line, and what a tick changes. */
import { isAdministratorRole } from '#machines/ticket/definition/separation.ts'
import type { Grantable, GrantableButton, GrantableMenu } from '#src/define/answers/organisation.ts'

/** What is granted. */
export interface GrantChoice {
  readonly menus: ReadonlySet<number>
  readonly buttons: ReadonlySet<number>
}
export interface GrantNode {
  readonly key: string
  readonly title: string
  /** null for catalogues and for permissions without a menu. */
  readonly menu: GrantableMenu | null
  readonly isCatalog: boolean
  readonly buttons: readonly GrantableButton[]
  readonly children: readonly GrantNode[]
}
export type Tri = 'all' | 'some' | 'none'

/** The three separated administrators alone hold buttons of administration (SYS-25). */
export const isAdministrator = isAdministratorRole

/** The tree in the order of the navigation; permissions without a menu stand last, by resource. */
export function grantTree({ menus, buttons }: Grantable, others: string): readonly GrantNode[] {
  const known = new Set(menus.map((menu) => menu.id))
  const below = (parent: number | null): readonly GrantNode[] =>
    menus
      .filter((menu) => menu.parent === parent)
      .map((menu) => ({
        key: `menu-${menu.id}`,
        title: menu.title,
        menu: menu.isCatalog ? null : menu,
        isCatalog: menu.isCatalog,
        buttons: buttons.filter((button) => button.menuId === menu.id),
        children: below(menu.id),
      }))
  const loose = buttons.filter((button) => button.menuId === null || !known.has(button.menuId))
  const resources = [...new Set(loose.map(({ value }) => value.split(':')[0] ?? ''))].sort()
  const rest = resources.map((resource) => ({
    key: `resource-${resource}`,
    title: resource,
    menu: null,
    isCatalog: false,
    buttons: loose.filter(({ value }) => value.startsWith(`${resource}:`)),
    children: [],
  }))
  const tree = below(null).filter((node) => !node.isCatalog || node.children.length > 0)
  if (rest.length === 0) return tree
  return [...tree, { key: 'others', title: others, menu: null, isCatalog: true, buttons: [], children: rest }]
}

export const mayGrant = (button: GrantableButton, administrator: boolean): boolean => administrator || !button.adminOnly

/** Buttons this role may have, and those it has all the same. */
const countedButtons = (node: GrantNode, chosen: GrantChoice, administrator: boolean): readonly GrantableButton[] =>
  node.buttons.filter((button) => mayGrant(button, administrator) || chosen.buttons.has(button.id))

/** How many of the ticks at and below the line are set, and how many there are. */
function counted(node: GrantNode, chosen: GrantChoice, administrator: boolean): readonly [set: number, all: number] {
  const own = countedButtons(node, chosen, administrator)
  // The menu of nothing but administration is no tick for business.
  const hasMenu = node.menu !== null && (own.length > 0 || node.buttons.length === 0)
  const start: readonly [number, number] = [
    own.filter((button) => chosen.buttons.has(button.id)).length +
      (hasMenu && node.menu !== null && chosen.menus.has(node.menu.id) ? 1 : 0),
    own.length + (hasMenu ? 1 : 0),
  ]
  return node.children.reduce(([set, all], child) => {
    const [more, moreAll] = counted(child, chosen, administrator)
    return [set + more, all + moreAll]
  }, start)
}

export function stateOf(node: GrantNode, chosen: GrantChoice, administrator: boolean): Tri {
  const [set, all] = counted(node, chosen, administrator)
  return set === 0 ? 'none' : set === all ? 'all' : 'some'
}

/** How much of what stands below a line is granted: of a catalogue its lines, of a line its buttons. What cannot be granted to this role is not counted. */
export function shareOf(node: GrantNode, chosen: GrantChoice, administrator: boolean): { set: number; all: number } {
  if (!node.isCatalog) {
    const own = countedButtons(node, chosen, administrator)
    return { set: own.filter(({ id }) => chosen.buttons.has(id)).length, all: own.length }
  }
  const lines = leavesOf(node).filter((leaf) => isTickable(leaf, chosen, administrator))
  return { set: lines.filter((leaf) => stateOf(leaf, chosen, administrator) !== 'none').length, all: lines.length }
}

/** Lines with something below them that folds: catalogues, and pages with buttons. */
export const branchesOf = (nodes: readonly GrantNode[]): readonly GrantNode[] =>
  nodes.flatMap((node) =>
    node.children.length > 0 || node.buttons.length > 0 ? [node, ...branchesOf(node.children)] : [],
  )

const leavesOf = (node: GrantNode): readonly GrantNode[] => (node.isCatalog ? node.children.flatMap(leavesOf) : [node])

/** Whether the line has anything to tick for this role. */
export const isTickable = (node: GrantNode, chosen: GrantChoice, administrator: boolean): boolean =>
  counted(node, chosen, administrator)[1] > 0

/** A tick on a line goes down to everything below it; on a line that is all granted it takes everything away. */
export function toggleGrant(node: GrantNode, chosen: GrantChoice, administrator: boolean): GrantChoice {
  const on = stateOf(node, chosen, administrator) !== 'all'
  const menus = new Set(chosen.menus)
  const buttons = new Set(chosen.buttons)
  const walk = (at: GrantNode): void => {
    const open = at.buttons.filter((button) => mayGrant(button, administrator))
    if (at.menu !== null && on && (open.length > 0 || at.buttons.length === 0)) menus.add(at.menu.id)
    if (at.menu !== null && !on) menus.delete(at.menu.id)
    for (const button of on ? open : at.buttons) {
      if (on) buttons.add(button.id)
      else buttons.delete(button.id)
    }
    for (const child of at.children) walk(child)
  }
  walk(node)
  return { menus, buttons }
}

/** A tick on a button brings its menu along (SYS-23); the last one taken takes the menu away. */
export function withButton(node: GrantNode, button: GrantableButton, chosen: GrantChoice): GrantChoice {
  const buttons = new Set(chosen.buttons)
  if (!buttons.delete(button.id)) buttons.add(button.id)
  const menus = new Set(chosen.menus)
  if (node.menu !== null) {
    if (buttons.has(button.id)) menus.add(node.menu.id)
    else if (!node.buttons.some(({ id }) => buttons.has(id))) menus.delete(node.menu.id)
  }
  return { menus, buttons }
}

/** The lines that match a keyword, or are granted, with everything above them. */
export function narrowTree(
  nodes: readonly GrantNode[],
  keyword: string,
  keep: ((node: GrantNode) => boolean) | null,
): readonly GrantNode[] {
  const word = keyword.trim().toLowerCase()
  const matches = (node: GrantNode): boolean =>
    `${node.title} ${node.buttons.map((button) => `${button.name} ${button.value}`).join(' ')}`
      .toLowerCase()
      .includes(word)
  return nodes.flatMap((node) => {
    if (keep !== null && !keep(node)) return []
    const children = narrowTree(node.children, word, keep)
    return (!node.isCatalog && matches(node)) || children.length > 0 ? [{ ...node, children }] : []
  })
}

/** How much two states of a role differ. */
export function differences(left: GrantChoice, right: GrantChoice): number {
  const count = (a: ReadonlySet<number>, b: ReadonlySet<number>): number => [...a].filter((id) => !b.has(id)).length
  return (
    count(left.menus, right.menus) +
    count(right.menus, left.menus) +
    count(left.buttons, right.buttons) +
    count(right.buttons, left.buttons)
  )
}

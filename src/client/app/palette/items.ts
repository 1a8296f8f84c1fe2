/** What the palette shows: lines in groups, made of what the server found, what was used before and what this browser can do. */
import type { SearchAnswer } from '#src/define/records/search.ts'

export type GroupName =
  | 'recent'
  | 'actions'
  | 'nearest'
  | 'pages'
  | 'tickets'
  | 'people'
  | 'departments'
  | 'dictionaries'
  | 'commands'
  | 'instead'

/** One line. `path` leads somewhere; a command does something here. */
export interface Item {
  readonly id: string
  readonly title: string
  readonly note: string
  readonly icon: string
  readonly path?: string
  readonly run?: () => void
}
export interface Group {
  readonly name: GroupName
  readonly items: readonly Item[]
}

/** Something this browser can do by itself. */
export interface Command {
  readonly id: string
  readonly title: string
  /** Further words it is found by. */
  readonly keys: string
  readonly icon: string
  readonly run: () => void
}

/** Where a person's line leads. */
export type PersonPath = (person: SearchAnswer['people'][number]) => string

/** Where a department's line leads. */
export type DepartmentPath = (department: SearchAnswer['departments'][number]) => string

/** How an action's line is worded. */
type Wording = (title: string) => string

/** The groups of the server as lines. */
export function foundGroups(
  found: SearchAnswer,
  apply: Wording,
  personPath: PersonPath,
  departmentPath: DepartmentPath,
): readonly Group[] {
  const lines = (actions: SearchAnswer['actions']): readonly Item[] =>
    actions.map(({ key, path, title, icon }) => ({ id: `action ${key}`, title: apply(title), note: '', icon, path }))
  return [
    { name: 'actions', items: lines(found.actions) },
    { name: 'nearest', items: lines(found.nearest) },
    {
      name: 'pages',
      items: found.pages.map(({ path, title, catalogues, icon }) => ({
        id: `page ${path}`,
        title,
        note: catalogues.join(' / '),
        icon,
        path: `/${path}`.replace(/^\/+/, '/'),
      })),
    },
    {
      name: 'tickets',
      items: found.tickets.map(({ id, no, title, applicantName }) => ({
        id: `ticket ${id}`,
        title,
        note: `${no} · ${applicantName}`,
        icon: 'inbox',
        path: `/workflow/ticket/${id}`,
      })),
    },
    {
      name: 'people',
      items: found.people.map((person) => ({
        id: `person ${person.id}`,
        title: person.name,
        note: [person.deptName, person.post].filter((part) => part !== '').join(' · '),
        icon: 'people',
        path: personPath(person),
      })),
    },
    {
      name: 'departments',
      items: found.departments.map((department) => ({
        id: `department ${department.id}`,
        title: department.name,
        note: department.above.join(' / '),
        icon: 'diagram-tree',
        path: departmentPath(department),
      })),
    },
    {
      name: 'dictionaries',
      items: found.dictionaries.map(({ key, name }) => ({
        id: `dictionary ${key}`,
        title: name,
        note: key,
        icon: 'manual',
        path: `/system/dictionary?key=${encodeURIComponent(key)}`,
      })),
    },
  ]
}

/** Commands that fit what was typed; all for nothing. */
export function commandGroup(commands: readonly Command[], query: string): Group {
  const text = query.trim().toLowerCase()
  const fits = ({ title, keys }: Command): boolean =>
    title.toLowerCase().includes(text) || ` ${keys.toLowerCase()}`.includes(` ${text}`)
  return {
    name: 'commands',
    items: commands
      .filter(fits)
      .map(({ id, title, icon, run }) => ({ id: `command ${id}`, title, note: '', icon, run })),
  }
}

import type { DepartmentNode } from '#src/define/answers/organisation.ts'
import { nameIn } from '#src/define/bilingual.ts'
import type { Language } from '#src/define/messages.ts'
import type { Department, Directory } from '#src/server/access/directory.ts'

/** Names as `all_dept` gives them (specification §3): `parent name-name`, by id. The root's name stands alone. */
export function departmentPaths(directory: Directory, language: Language): ReadonlyMap<number, string> {
  return new Map(
    directory.departments().map((department) => {
      const parent = department.parent === null ? undefined : directory.department(department.parent)
      const own = nameIn(language, department)
      return [department.id, parent ? `${nameIn(language, parent)}-${own}` : own]
    }),
  )
}

/** The forest of departments; with `top` only that one and what is below it. */
export function departmentTree(directory: Directory, language: Language, top?: number): readonly DepartmentNode[] {
  const node = (department: Department): DepartmentNode => ({
    id: department.id,
    key: department.key,
    name: nameIn(language, department),
    nameEn: department.nameEn,
    parent: department.parent,
    sort: department.sort,
    children: childrenOf(department.id),
  })
  const childrenOf = (id: number | null): readonly DepartmentNode[] =>
    directory
      .departments()
      .filter((department) => department.state && department.parent === id)
      .map(node)
  if (top === undefined) return childrenOf(null)
  const department = directory.department(top)
  return department ? [node(department)] : []
}

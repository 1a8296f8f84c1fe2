import { useCallback } from 'react'
import { useDepartments } from '#src/client/platform/session/index.ts'

/** Names of all departments, which every signed-in page has. */
export function useDepartmentName(): (id: number) => string | undefined {
  const departments = useDepartments()
  return useCallback((id) => departments.find((department) => department.id === id)?.name, [departments])
}

import { createContext, useContext } from 'react'
import type { DepartmentName } from '#src/define/answers/organisation.ts'
import type { WorkflowDetail } from '#src/define/workflows/workflows.ts'
import type { Fact } from './model/facts.ts'
import type { DraftEditor } from './useDraft.ts'

/** What the parts of the designer share. */
export interface Designer extends DraftEditor {
  readonly id: number
  readonly departments: readonly DepartmentName[]
  /** Names of all roles by key. */
  readonly roles: WorkflowDetail['roles']
  /** Everything a condition may ask about. */
  readonly facts: readonly Fact[]
  /** Name of a form field in the reader's language. */
  readonly label: (field: string) => string
  /** Name of a state, `start` and `end` too. */
  readonly stateName: (key: string) => string
}

export const DesignerContext = createContext<Designer | null>(null)

/** The designer around a part. */
export function useDesigner(): Designer {
  const designer = useContext(DesignerContext)
  if (designer === null) throw new Error('used outside the designer')
  return designer
}

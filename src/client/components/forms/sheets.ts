import { createContext } from 'react'

/** The type of application whose form is being filled in: its long sub-tables may come from a spreadsheet. Null everywhere else. */
export const SheetSource = createContext<string | null>(null)

/** Whether sub-tables are drawn with all their rows, as on paper. */
export const WholeTables = createContext(false)

import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { useLeaveGuard } from '#src/client/components/forms/unsaved/useLeaveGuard.ts'
import { useNarrow } from '#src/client/components/forms/useNarrow.ts'
import type { Place, Write } from '#src/client/components/grid/cells.ts'
import { SheetGrid } from '#src/client/components/grid/SheetGrid.tsx'
import { moneyText } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionary, useDictionaryLabel, useMayCheck } from '#src/client/platform/session/index.ts'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { PlanCards } from './PlanCards.client.tsx'
import { PlanTools } from './PlanTools.client.tsx'
import { PlanTotals } from './PlanTotals.client.tsx'
import type { PlanSheet } from './plan.types.ts'
import { type Mode, useColumns } from './plan-columns.client.tsx'
import { type Choice, type Choices, changeSheet, emptyLine, isChanged, type SheetColumn, startSheet } from './sheet.ts'
import { faultsOf, growthsOf, keyOf } from './year-plan-lines.ts'

const choicesOf = (entries: ReturnType<typeof useDictionary>, withCode: boolean): readonly Choice[] =>
  entries
    .filter((entry) => entry.isOffered)
    .map(({ value, label }) => ({ value: String(value), label: withCode ? `${value} ${label}` : label }))

/** Pixels below which a sheet has no room. */
const CARDS_BELOW = 560

/** The amounts a column shows with separators. */
const isMoney = (column: SheetColumn): boolean =>
  column === 'amount' || column === 'former' || column === 'reviewedAmount' || /^m\d/.test(column)

/** The spreadsheet of a plan: written by the department, cut by finance, read by everybody else. */
export function PlanSheetEditor({ plan, sheet: stored }: { readonly plan: RecordRow; readonly sheet: PlanSheet }) {
  const t = useT()
  const may = useMayCheck()
  const label = useDictionaryLabel()
  const subjects = useDictionary('budgetSubject')
  const kinds = useDictionary('budgetKind')
  const sources = useDictionary('fundSource')
  const choices: Choices = useMemo(
    () => ({
      subjects: choicesOf(subjects, true),
      kinds: choicesOf(kinds, false),
      sources: choicesOf(sources, false),
      projects: stored.projects.map(({ id, no, name }) => ({ value: String(id), label: `${no} ${name}` })),
    }),
    [subjects, kinds, sources, stored.projects],
  )
  const fundSource = choices.sources[0]?.value ?? 'fiscal'
  const mode: Mode =
    (plan.state === 'draft' || plan.state === 'returned') && may('yearPlan:Update')
      ? 'write'
      : plan.state === 'submitted' && may('yearPlan:Review')
        ? 'review'
        : 'read'
  const fromStored = useCallback(
    () =>
      stored.lines.map((line) => ({
        ...line,
        reviewedAmount: mode === 'review' ? (line.reviewedAmount ?? line.amount) : line.reviewedAmount,
      })),
    [stored, mode],
  )
  const [sheet, dispatch] = useReducer(changeSheet, undefined, () => startSheet(fromStored()))
  const [chosen, setChosen] = useState({ from: 0, to: 0 })
  const dirty = isChanged(sheet)
  useLeaveGuard(dirty)
  // biome-ignore lint/correctness/useExhaustiveDependencies: newer lines replace the sheet only while nothing is unsaved in it.
  useEffect(() => {
    if (!dirty) dispatch({ type: 'loaded', lines: fromStored() })
  }, [fromStored])

  // One empty line stands below the last, so that there is always somewhere to type.
  const lines = useMemo(
    () => (mode === 'write' ? [...sheet.lines, emptyLine(fundSource)] : sheet.lines),
    [sheet.lines, mode, fundSource],
  )
  const former = useMemo(() => new Map(stored.former.map((line) => [keyOf(line), line.approved])), [stored.former])
  const faults = useMemo(() => {
    const found = mode === 'write' ? faultsOf(sheet.lines, stored.former, true) : []
    return new Map(
      found.map(({ line, column, fault }) => [`${line} ${column === 'monthly' ? 'amount' : column}`, fault]),
    )
  }, [sheet.lines, stored.former, mode])
  const grown = useMemo(
    () => new Set(growthsOf(sheet.lines, stored.former).map(({ subjectCode }) => subjectCode)),
    [sheet.lines, stored.former],
  )
  const columns = useColumns(mode, plan, choices)

  const editText = useCallback(
    ({ row, col }: Place): string => {
      const [line, column] = [lines[row], columns[col]?.key as SheetColumn | undefined]
      if (line === undefined || column === undefined) return ''
      if (column === 'former') return former.get(keyOf(line)) ?? ''
      if (/^m\d/.test(column)) return line.monthly[Number(column.slice(1)) - 1] ?? ''
      return String(line[column as 'amount'] ?? '')
    },
    [lines, columns, former],
  )
  const shownText = useCallback(
    (place: Place): string => {
      const column = columns[place.col]
      const text = editText(place)
      if (text === '' || column === undefined) return ''
      if (isMoney(column.key as SheetColumn))
        return mode === 'write' && place.row >= sheet.lines.length ? '' : moneyText(text)
      return column.options?.find((option) => option.value === text)?.label ?? text
    },
    [columns, editText, mode, sheet.lines.length],
  )
  const faultOf = useCallback(
    ({ row, col }: Place): string | undefined => {
      const fault = faults.get(`${row} ${columns[col]?.key}`)
      return fault === undefined ? undefined : t(`yearPlan.fault.${fault}`)
    },
    [faults, columns, t],
  )
  const write = useCallback(
    (writes: readonly Write[]) =>
      dispatch({
        type: 'written',
        writes: writes.map(({ row, col, text }) => ({ row, text, column: columns[col]?.key as SheetColumn })),
        choices,
        fundSource,
      }),
    [columns, choices, fundSource],
  )
  const box = useRef<HTMLDivElement>(null)
  const isNarrow = useNarrow(box, CARDS_BELOW)
  const rowFault = (row: number): string | undefined => {
    const fault = [...faults].find(([place]) => place.startsWith(`${row} `))?.[1]
    return fault === undefined ? undefined : t(`yearPlan.fault.${fault}`)
  }
  const undo = useCallback(() => dispatch({ type: 'undone' }), [])
  const redo = useCallback(() => dispatch({ type: 'redone' }), [])
  return (
    <PlanTools
      plan={plan}
      version={stored.version}
      mode={mode}
      sheet={sheet}
      chosen={chosen}
      fundSource={fundSource}
      faults={faults.size}
      dispatch={dispatch}
    >
      {(save) => (
        <>
          <div ref={box} className="plan-sheet">
            {isNarrow ? (
              <PlanCards
                lines={sheet.lines}
                mode={mode}
                faultOf={rowFault}
                onWrite={(writes) => dispatch({ type: 'written', writes, choices, fundSource })}
              />
            ) : (
              <SheetGrid
                label={t('yearPlan.sheet')}
                hint={t(mode === 'read' ? 'yearPlan.readHint' : 'yearPlan.hint')}
                columns={columns}
                rows={lines.length}
                content={[lines, faults, former]}
                rowTitle={(row) => {
                  const code = lines[row]?.subjectCode ?? ''
                  return code === '' ? String(row + 1) : `${row + 1} ${label('budgetSubject', code)}`
                }}
                shownText={shownText}
                editText={editText}
                faultOf={faultOf}
                isMarked={({ row, col }) => columns[col]?.key === 'amount' && grown.has(lines[row]?.subjectCode ?? '')}
                onWrite={write}
                onUndo={undo}
                onRedo={redo}
                onSave={save}
                onChoose={setChosen}
              />
            )}
          </div>
          <PlanTotals lines={sheet.lines} former={stored.former} isReviewed={plan.state !== 'draft'} />
        </>
      )}
    </PlanTools>
  )
}

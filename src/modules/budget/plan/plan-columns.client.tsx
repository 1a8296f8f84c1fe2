import { useMemo } from 'react'
import type { GridColumn } from '#src/client/components/grid/SheetGrid.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { type Choices, monthColumns } from './sheet.ts'

/** Who has the sheet: the department, finance, or a reader. */
export type Mode = 'write' | 'review' | 'read'

const MONTH_WIDTH = 100

/** The columns for those who have the sheet now. */
export function useColumns(mode: Mode, plan: RecordRow, choices: Choices): readonly GridColumn[] {
  const t = useT()
  const isReviewed = mode === 'review' || plan.reviewedAmount !== null
  return useMemo(() => {
    const isWritable = mode === 'write'
    const money = { isRight: true, width: 118 }
    return [
      { key: 'subjectCode', title: t('yearPlan.columns.subject'), width: 190, isWritable, options: choices.subjects },
      { key: 'kind', title: t('yearPlan.columns.kind'), width: 100, isWritable, options: choices.kinds },
      {
        key: 'projectId',
        title: t('yearPlan.columns.project'),
        width: 170,
        isWritable,
        options: [{ value: '', label: '' }, ...choices.projects],
      },
      { key: 'fundSource', title: t('yearPlan.columns.source'), width: 120, isWritable, options: choices.sources },
      { key: 'qtyBasis', title: t('yearPlan.columns.qtyBasis'), width: 180, isWritable },
      { key: 'former', title: t('yearPlan.columns.former'), ...money, isWritable: false },
      { key: 'amount', title: t('yearPlan.columns.amount'), ...money, isWritable },
      ...(isReviewed
        ? [{ key: 'reviewedAmount', title: t('yearPlan.columns.reviewed'), ...money, isWritable: mode === 'review' }]
        : []),
      ...monthColumns.map((key) => ({
        key,
        title: t('yearPlan.month', [key.slice(1)]),
        width: MONTH_WIDTH,
        isRight: true,
        isWritable,
      })),
      { key: 'overReason', title: t('yearPlan.columns.overReason'), width: 200, isWritable },
      { key: 'remark', title: t('yearPlan.columns.remark'), width: 160, isWritable },
    ]
  }, [mode, isReviewed, choices, t])
}

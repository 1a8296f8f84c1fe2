import { useMemo } from 'react'
import { toast } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { PostForm } from '#src/client/records/form/PostForm.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { longText } from '#src/fields/field.ts'
import { sheetPath } from './plan-calls.client.tsx'
import type { SheetLine } from './sheet.ts'

interface ReviewProps {
  readonly plan: RecordRow
  readonly isPassed: boolean
  readonly lines: readonly SheetLine[]
  readonly onClose: () => void
}

const passing = { note: longText(0, 500) }
const returning = { note: longText(5, 500, { required: true }) }

/** The word of finance on a plan: passed with the amounts of the sheet, or back with the reason. */
export function ReviewDialog({ plan, isPassed, lines, onClose }: ReviewProps) {
  const t = useT()
  const fixed = useMemo(
    () => ({
      version: plan.version,
      isPassed,
      amounts: isPassed
        ? lines.map(({ id, reviewedAmount, amount }) => ({ id, amount: reviewedAmount ?? amount }))
        : [],
    }),
    [plan.version, isPassed, lines],
  )
  const initial = useMemo(() => ({ note: '' }), [])
  const word = t(isPassed ? 'yearPlan.pass' : 'yearPlan.return')
  return (
    <PostForm
      title={word}
      path={`${sheetPath}${plan.id}/review/`}
      record="yearPlan"
      fields={isPassed ? passing : returning}
      initial={initial}
      fixed={fixed}
      labels={() => t('records.yearPlan.fields.reviewNote')}
      submitText={word}
      onDone={() => toast('success', t('records.list.done', [word]))}
      onClose={onClose}
    />
  )
}

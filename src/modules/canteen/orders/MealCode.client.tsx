import { useMemo } from 'react'
import { codePath } from '#src/client/components/scanner/codePath.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'

interface MealCodeProps {
  readonly title: string
  readonly code: string
  readonly onClose: () => void
}

/** 用餐码: what a diner shows at the counter. */
export function MealCode({ title, code, onClose }: MealCodeProps) {
  const t = useT()
  const { size, path } = useMemo(() => codePath(code), [code])
  return (
    <Sheet title={title} shape="dialog" isLight onClose={onClose}>
      <div className="meal-code-picture">
        <svg viewBox={`-2 -2 ${size + 4} ${size + 4}`} role="img" aria-label={code} shapeRendering="crispEdges">
          <path d={path} />
        </svg>
        <code>{code}</code>
        <p>{t('mealCode.hint')}</p>
      </div>
    </Sheet>
  )
}

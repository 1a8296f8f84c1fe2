import { Link } from 'react-router-dom'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'

/** Features of the shared table and a page of daily work that uses each. */
const uses = [
  ['sort', '/system/user', 'user:Search'],
  ['filter', '/system/log/operationLog', 'operationLog:Search'],
  ['columns', '/system/fileList', 'file:Search'],
  ['detail', '/system/fileList', 'file:Search'],
  ['edit', '/business/year-planning', 'yearPlan:Search'],
  ['sum', '/financialanalysis', 'financeAnalysis:Search'],
  ['chart', '/system/fileList', 'file:Search'],
  ['select', '/system/user', 'user:Search'],
  ['export', '/system/user', 'user:Search'],
  ['print', '/stockmanage/asset', 'asset:Search'],
  ['drag', '/system/menu', 'menu:Search'],
  ['long', '/system/areas', 'area:Search'],
] as const

/** What the table can do, how to try it, and where it is used. */
export function Uses() {
  const t = useT()
  const may = useMayCheck()
  return (
    <DataTable
      className="list-table"
      label={t('records.demoRow.tabs.uses')}
      rows={uses}
      keyOf={([feature]) => feature}
      columns={[
        {
          name: 'feature',
          head: t('tableDemo.feature'),
          isRowHead: true,
          cell: ([feature]) => t(`tableDemo.features.${feature}.name`),
        },
        { name: 'about', head: t('tableDemo.about'), cell: ([feature]) => t(`tableDemo.features.${feature}.use`) },
        {
          name: 'usedIn',
          head: t('tableDemo.usedIn'),
          cell: ([feature, path, need]) => {
            const page = t(`tableDemo.features.${feature}.page`)
            // Who may not open it reads its name only.
            return may(need) ? <Link to={path}>{page}</Link> : page
          },
        },
      ]}
    />
  )
}

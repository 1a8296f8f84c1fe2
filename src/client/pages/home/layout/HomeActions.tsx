import { Button } from '@blueprintjs/core'
import { EditIcon } from '@blueprintjs/icons'
import { Link, useSearchParams } from 'react-router-dom'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { useShownLayout } from './calls.ts'
import './layout.css'

/** What leads from the workbench to its layouts, and leaders to their figures. */
export function HomeActions() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const maySave = useMay('home:SaveLayout')
  const isLeading = useMay('budgetAnalysis:Search')
  const { data } = useShownLayout()
  if (params.has('edit') || params.has('layout')) return null
  const own = data?.layout?.scope === 'personal' ? String(data.layout.id) : 'new'
  return (
    <div className="home-actions">
      {isLeading ? (
        <Link className="home-link" to="/home/bak">
          {t('home.cockpit')}
        </Link>
      ) : null}
      {maySave ? (
        <>
          <Link className="home-link" to="/homeCopy">
            {t('home.layouts')}
          </Link>
          <Button
            className="home-edit"
            variant="minimal"
            size="small"
            icon={<EditIcon />}
            text={t('home.editLayout')}
            disabled={data === undefined}
            onClick={() => setParams({ edit: own })}
          />
        </>
      ) : null}
    </div>
  )
}

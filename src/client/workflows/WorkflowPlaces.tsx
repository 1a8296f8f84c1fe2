import { Link } from 'react-router-dom'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'

const places = ['tests', 'use', 'moves'] as const

interface PlacesProps {
  readonly id: string
  readonly here: (typeof places)[number]
}

/** From each page about a workflow to the others, and back to the list of all. */
export function WorkflowPlaces({ id, here }: PlacesProps) {
  const t = useT()
  const mayUpdate = useMay('workflow:Update')
  return (
    <nav className="workflow-places" aria-label={t('workflows.places')}>
      <Link to={`/workflow/workflow?id=${id}`}>{t('workflows.title')}</Link>
      {mayUpdate ? <Link to={`/workflow/workflow/${id}/edit`}>{t('workflows.design')}</Link> : null}
      {places.map((place) => (
        <Link key={place} to={`/workflow/workflow/${id}/${place}`} aria-current={place === here ? 'page' : undefined}>
          {t(`workflows.placeOf.${place}`)}
        </Link>
      ))}
    </nav>
  )
}

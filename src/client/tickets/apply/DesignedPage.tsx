import { useParams } from 'react-router-dom'
import { FailedState, PageLoading } from '#src/client/components/ui/index.ts'
import NotFoundPage from '#src/client/pages/status/NotFoundPage.tsx'
import { ApplicationTabs } from './ApplicationPage.tsx'
import { useDesignedTypes } from './designed.ts'

/** The application page of a type that the bureau made itself (20.4, 20.9): no build knows it, so it is asked for. */
export function DesignedPage() {
  const { type } = useParams()
  const { data, error, isFetching, refetch } = useDesignedTypes(true)
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  const application = data?.find(({ key }) => key === type)?.application
  if (data === undefined || (application === undefined && isFetching)) return <PageLoading />
  return application ? <ApplicationTabs key={application.key} application={application} /> : <NotFoundPage />
}

import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from 'react-router-dom'
import { EmptyState, PageLoading } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { reportAddress } from './reportAddress.ts'

/** `/a/{no}`: where the code of a label leads, to those who may see the asset (AST-15). */
export function LabelTarget() {
  const t = useT()
  const { no = '' } = useParams()
  const { data, error } = useQuery({
    queryKey: ['asset', 'label', no],
    queryFn: ({ signal }) =>
      api.get(`/api/assets/asset/by_no/${no}/` as '/api/assets/asset/by_no/:no/', { signal, quiet: true }),
  })
  if (error !== null)
    return (
      <EmptyState
        title={t('assetPage.notFound')}
        text={t('assetPage.notFoundText', [no])}
        // A fault may be reported also by people who may not see the card.
        action={<Link to={reportAddress(no)}>{t('myAssets.report')}</Link>}
      />
    )
  if (data === undefined) return <PageLoading />
  return (
    <Navigate
      replace
      to={data.page === 'own' ? '/personal-center?tab=assets' : `/stockmanage/asset?tab=cards&id=${data.id}`}
    />
  )
}

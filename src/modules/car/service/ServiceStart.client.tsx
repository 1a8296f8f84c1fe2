import { Callout } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { ApplyPartProps } from '#src/client/tickets/moduleParts.tsx'

/** Above the request for a repair that was opened from a trip: car, mileage and fault are filled in once. */
export function ServiceStart({ onChange, ticketId }: ApplyPartProps) {
  const t = useT()
  const [params] = useSearchParams()
  const trip = params.get('trip')
  const { data } = useQuery({
    queryKey: ['carTrip', trip, 'service'],
    queryFn: ({ signal }) =>
      api.get(`/api/cars/trip/${trip}/service/` as '/api/cars/trip/:id/service/', { signal, quiet: true }),
    enabled: trip !== null && ticketId === null,
  })
  const [isFilled, setFilled] = useState(false)
  useEffect(() => {
    if (data === undefined || isFilled) return
    setFilled(true)
    onChange('reason', t('serviceStart.reason', [data.tripNo]))
    onChange('carId', data.carId)
    onChange('maintType', 'repair')
    onChange('mileage', data.mileage)
    onChange('faultDesc', data.faultDesc)
  }, [data, isFilled, onChange, t])
  if (data === undefined) return null
  return (
    <Callout intent="primary" compact title={t('serviceStart.title', [data.tripNo])}>
      {t('serviceStart.text')}
    </Callout>
  )
}

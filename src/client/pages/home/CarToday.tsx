import { Link } from 'react-router-dom'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { Counter } from './Counter.tsx'
import { useCarsToday } from './queries.ts'
import { Widget } from './Widget.tsx'

const place = '/carmanagement/car'
const DAY_MINUTES = 24 * 60

/** Cars by state and today's trips, for the fleet and leaders (10.2). */
export function CarToday() {
  return useMay('car:Search') ? <CarTodayCard /> : null
}

/** Share of the day at a moment, in percent; what lies before or after it ends at its edge. */
function shareOf(moment: string, today: string): number {
  const [day = '', time = ''] = moment.split(' ')
  if (day !== today) return day < today ? 0 : 100
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return ((hours * 60 + minutes) * 100) / DAY_MINUTES
}

const clock = (moment: string): string => moment.slice(5, 16)

export function CarTodayCard() {
  const t = useT()
  return (
    <Widget
      title={t('home.carToday')}
      className="widget-side"
      query={useCarsToday()}
      action={<Link to={`${place}?tab=dispatch`}>{t('home.cars.all')}</Link>}
    >
      {({ today, cars, ...counts }) => (
        <>
          <ul className="counters">
            {(['idle', 'inUse', 'repairing'] as const).map((state) => (
              <Counter
                key={state}
                count={counts[state]}
                label={t(`home.cars.${state}`)}
                to={`${place}?tab=cars&state=${state}`}
              />
            ))}
          </ul>
          {cars.length === 0 ? (
            <p className="car-day-none">{t('home.cars.none')}</p>
          ) : (
            <ul className="car-day">
              {cars.map(({ id, plateNo, trips }) => (
                <li key={id}>
                  <Link to={`${place}?tab=trips&carId=${id}`}>{plateNo}</Link>
                  <span
                    className="car-day-strip"
                    role="img"
                    aria-label={trips.map(({ startAt, endAt }) => `${clock(startAt)} – ${clock(endAt)}`).join(', ')}
                  >
                    {trips.map((trip) => {
                      const left = shareOf(trip.startAt, today)
                      return (
                        <span
                          key={trip.id}
                          style={{ insetInlineStart: `${left}%`, width: `${shareOf(trip.endAt, today) - left}%` }}
                        />
                      )
                    })}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Widget>
  )
}

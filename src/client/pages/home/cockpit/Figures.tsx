import { useT } from '#src/client/platform/i18n/index.ts'
import { useCarsToday, useSupervisionDue } from '../queries.ts'
import { Figure } from './Figure.tsx'
import { behind, changeOf, publicSpending, slower, spentInEnded } from './figure.ts'
import { type CockpitFilters, useMoney, useSpeed } from './queries.ts'

/** With its sign. */
const signed = (value: number): string => (value > 0 ? `+${value}` : String(value))

/** The seven figures, each with what it should be, how it changed and the way to its list. */
export function Figures({ filters }: { readonly filters: CockpitFilters }) {
  const t = useT()
  const money = useMoney(filters)
  const speed = useSpeed(filters)
  const supervision = useSupervisionDue()
  const cars = useCarsToday()
  const analysis = `/business/budget-analysis?${new URLSearchParams({ year: filters.year, deptId: filters.deptId })}`
  const newest = Math.max(...[money, speed, supervision, cars].map(({ dataUpdatedAt }) => dataUpdatedAt))
  const change = (percent: number | null): string =>
    percent === null ? t('homeViews.noLastYear') : t('homeViews.onLastYear', [signed(percent)])
  return (
    <section aria-label={t('homeViews.figures')}>
      <div className="cockpit-figures">
        <Figure
          label={t('homeViews.spent')}
          query={money}
          say={(data) => {
            const { now, before } = spentInEnded(data)
            return {
              value: `${data.rate}%`,
              isBad: data.lag > data.lagLimit,
              target: t('homeViews.timePassed', [data.timePercent]),
              trend: change(changeOf(now, before)),
              to: analysis,
            }
          }}
        />
        <Figure
          label={t('homeViews.public')}
          query={money}
          say={(data) => {
            const { percent } = publicSpending(data)
            return {
              value: percent === null ? '–' : `${percent}%`,
              isBad: percent !== null && percent > 100,
              target: t('homeViews.withinBudget'),
              trend: t('homeViews.timePassed', [data.timePercent]),
              to: '/financialanalysis',
            }
          }}
        />
        <Figure
          label={t('homeViews.behind')}
          query={money}
          say={(data) => ({
            value: String(behind(data).length),
            isBad: behind(data).length > 0,
            target: t('homeViews.targetNone'),
            trend: t('homeViews.ofDepartments', [data.departments.length]),
            to: '#departments',
          })}
        />
        <Figure
          label={t('homeViews.hours')}
          query={speed}
          say={(data) => {
            const more = slower(data)
            return {
              value: data.hours === null ? '–' : t('homeViews.inHours', [data.hours]),
              isBad: more !== null && more > 0,
              target: data.hoursBefore === null ? t('homeViews.noneBefore') : t('homeViews.before', [data.hoursBefore]),
              trend: t('homeViews.decided', [data.decided]),
              to: '#speed',
            }
          }}
        />
        <Figure
          label={t('homeViews.late')}
          query={speed}
          say={({ late }) => ({
            value: String(late),
            isBad: late > 0,
            target: t('homeViews.targetNone'),
            trend: t('homeViews.lateNow'),
            to: '#late',
          })}
        />
        <Figure
          label={t('homeViews.supervision')}
          query={supervision}
          say={({ red, yellow }) => ({
            value: String(red),
            isBad: red > 0,
            target: t('homeViews.targetNone'),
            trend: t('homeViews.dueSoon', [yellow]),
            to: '/supervision?tab=all&light=red',
          })}
        />
        <Figure
          label={t('homeViews.cars')}
          query={cars}
          say={({ idle, inUse, repairing }) => ({
            value: String(inUse),
            target: t('homeViews.carsIdle', [idle]),
            trend: t('homeViews.carsRepairing', [repairing]),
            to: '/carmanagement/car?tab=cars&state=inUse',
          })}
        />
      </div>
      {newest === 0 ? null : (
        <p className="cockpit-as-of">
          {t('homeViews.asOf', [
            new Date(newest).toLocaleTimeString('zh-CN', {
              timeZone: 'Asia/Shanghai',
              hour: '2-digit',
              minute: '2-digit',
            }),
          ])}
        </p>
      )}
    </section>
  )
}

import './gate.css'
import { useMemo } from 'react'
import { codePath } from '#src/client/components/scanner/codePath.ts'
import { EmptyState } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { entryOf, useDictionary } from '#src/client/platform/session/index.ts'
import { Paper } from '#src/client/records/print/Paper.tsx'
import type { Pass } from './gate.types.ts'

/** 临时通行证: one card for each person whose grant is in force, with the code that the gate reads. */
export function Passes({
  passes,
  onClose,
}: {
  readonly passes: readonly Pass[] | undefined
  readonly onClose: () => void
}) {
  const t = useT()
  const valid = (passes ?? []).filter(({ passCode }) => passCode !== null)
  return (
    <Paper title={t('accessPass.title')} disabled={valid.length === 0} onClose={onClose}>
      <article className="paper">
        {passes !== undefined && valid.length === 0 ? <EmptyState compact title={t('accessPass.noneValid')} /> : null}
        <div className="access-passes">
          {valid.map((pass) => (
            <PassCard key={pass.id} pass={pass} />
          ))}
        </div>
      </article>
    </Paper>
  )
}

function PassCard({ pass }: { readonly pass: Pass }) {
  const t = useT()
  const [areas, meals, types] = [
    useDictionary('accessArea'),
    useDictionary('mealType'),
    useDictionary('accessVisitorType'),
  ]
  const words = (entries: typeof areas, values: readonly string[]): string =>
    values.map((value) => entryOf(entries, value)?.label ?? value).join(' · ')
  const lines = [
    [t('records.accessGrant.fields.name'), pass.name],
    [t('records.accessGrant.fields.org'), pass.org],
    [t('accessPass.type'), words(types, [pass.visitorType])],
    [t('accessPass.areas'), words(areas, pass.areas)],
    [t('accessPass.period'), pass.validFrom === pass.validTo ? pass.validTo : `${pass.validFrom} – ${pass.validTo}`],
    ...(pass.meals.length > 0 ? [[t('accessPass.meals'), words(meals, pass.meals)]] : []),
    [t('accessPass.host'), `${pass.host} ${pass.hostMobile}`],
  ]
  return (
    <section className="access-pass" aria-label={`${t('accessPass.title')} ${pass.name}`}>
      <h1>{t('accessPass.title')}</h1>
      <dl>
        {lines.map(([label, value]) => (
          <PassLine key={label} label={label ?? ''} value={value ?? ''} />
        ))}
      </dl>
      <PassCode code={pass.passCode ?? ''} />
      <p>{t('accessPass.rule')}</p>
    </section>
  )
}

function PassLine({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  )
}

function PassCode({ code }: { readonly code: string }) {
  const { size, path } = useMemo(() => codePath(code), [code])
  return (
    <div className="access-pass-code">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={code} shapeRendering="crispEdges">
        <path d={path} />
      </svg>
      <code>{code}</code>
    </div>
  )
}

import { Classes } from '@blueprintjs/core'
import { Link } from 'react-router-dom'
import { NamedIcon } from '#src/client/components/ui/index.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import type { ApplicationCard } from '#src/define/tickets/types.ts'
import { useCards } from './queries.ts'
import { Widget } from './Widget.tsx'

const SHOWN = 12
const byUse = (a: ApplicationCard, b: ApplicationCard): number =>
  Number(b.favourite) - Number(a.favourite) || b.running - a.running

/** The types this person starts most. */
export function QuickApply() {
  const t = useT()
  const language = useLanguage()
  return (
    <Widget
      title={t('home.quickApply')}
      className="widget-side"
      query={useCards()}
      action={<Link to="/workflow/applications">{t('home.allTypes')}</Link>}
      skeleton={
        <div className="quick" role="status" aria-label={t('common.loading')}>
          {Array.from({ length: SHOWN }, (_, index) => (
            <span key={index} className={`quick-unknown ${Classes.SKELETON}`} />
          ))}
        </div>
      }
      isEmpty={(types) => types.length === 0}
      empty={{ title: t('home.noTypes') }}
    >
      {(types) => (
        <ul className="quick">
          {types
            .toSorted(byUse)
            .slice(0, SHOWN)
            .map((type) => (
              <li key={type.key}>
                <Link to={type.route}>
                  <span className="quick-icon">
                    <NamedIcon name={type.icon} />
                  </span>
                  {language === 'en' ? type.titleEn : type.title}
                </Link>
              </li>
            ))}
        </ul>
      )}
    </Widget>
  )
}

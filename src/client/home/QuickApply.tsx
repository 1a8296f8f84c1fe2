import { Link } from 'react-router-dom'
import { useLanguage, useT } from '#src/client/i18n/index.ts'
import { pathOf } from '#src/client/menu.ts'
import { useMenus } from '#src/client/session/index.ts'
import { NamedIcon } from '#src/client/ui/index.ts'
import { type ApplicationType, useApplicationTypes } from './queries.ts'
import { Widget } from './Widget.tsx'

const SHOWN = 12
const byUse = (a: ApplicationType, b: ApplicationType): number =>
  Number(b.favourite) - Number(a.favourite) || b.running - a.running

/** The types this person starts most. */
export function QuickApply() {
  const t = useT()
  const language = useLanguage()
  const menus = useMenus()
  const routeOf = (key: string): string =>
    menus.map(pathOf).find((path) => path.endsWith(`/${key}`)) ?? '/workflow/applications'
  return (
    <Widget
      title={t('home.quickApply')}
      className="widget-side"
      query={useApplicationTypes()}
      action={<Link to="/workflow/applications">{t('home.allTypes')}</Link>}
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
                <Link to={routeOf(type.key)}>
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

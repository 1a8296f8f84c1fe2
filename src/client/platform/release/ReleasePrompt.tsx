import { Alert } from '@blueprintjs/core'
import { AutomaticUpdates } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { type Offer, restoresDefaults } from '#machines/release/release.ts'
import { Note } from '#src/client/components/markdown/Note.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useSession } from '#src/client/platform/session/index.ts'
import { release } from './release.ts'
import './release.css'
import '#src/client/platform/theme/rest.ts'

/** Offers a newer release: 立即更新 or 暂不更新, with the warning that settings go back to their defaults (specification §4). */
export function ReleasePrompt() {
  const offer = useSelector(release, (moment) =>
    moment.matches({ running: { offer: 'open' } }) ? moment.context.offer : null,
  )
  const isLocked = useSession((moment) => moment.hasTag('locked'))
  return offer === null || isLocked ? null : <Prompt offer={offer} />
}

function Prompt({ offer }: { readonly offer: Offer }) {
  const t = useT()
  const version = offer.kind === 'version' ? offer.version : null
  const isForced = version?.force === true
  return (
    <Alert
      isOpen
      icon={<AutomaticUpdates size={32} />}
      intent="primary"
      className="release"
      confirmButtonText={t('release.update')}
      {...(isForced ? {} : { cancelButtonText: t('release.refuse'), canEscapeKeyCancel: true })}
      onConfirm={() => release.send({ type: 'UPDATE' })}
      onCancel={() => release.send({ type: 'REFUSE' })}
    >
      <h2>{version === null ? t('release.newBuild') : t('release.newVersion', [version.version])}</h2>
      {version === null ? <p>{t('release.newBuildText')}</p> : <p className="release-title">{version.title}</p>}
      {version === null || version.notes === '' ? null : (
        <div className="release-notes">
          <Note text={version.notes} />
        </div>
      )}
      {restoresDefaults(offer) ? <p className="release-warning">{t('release.restores')}</p> : null}
      {isForced ? <p>{t('release.forced')}</p> : null}
    </Alert>
  )
}

import './frame.css'
import { Share } from '@blueprintjs/icons'
import { PageHeader } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'

/** A page of another house inside this one (`is_iframe`). It is told nothing of us and cannot steer the window. */
export function FramePage({ title, link }: { readonly title: string; readonly link: string }) {
  const t = useT()
  return (
    <div className="frame-page">
      <PageHeader
        title={title}
        actions={
          <a className="frame-out" href={link} target="_blank" rel="noreferrer noopener">
            <Share aria-hidden="true" />
            {t('layout.openOutside')}
          </a>
        }
      />
      <iframe
        title={title}
        src={link}
        className="frame-window"
        referrerPolicy="no-referrer"
        sandbox="allow-scripts allow-forms allow-same-origin allow-popups allow-downloads"
      />
    </div>
  )
}

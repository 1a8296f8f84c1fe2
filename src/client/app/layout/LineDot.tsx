import { Button } from '@blueprintjs/core'
import { Refresh } from '@blueprintjs/icons'
import { PopoverNext } from '#src/client/components/ui/popups/popover.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { retryConnection, useLineState } from '#src/client/platform/live/index.ts'

/** The state of the live connection, with a retry once it was given up (specification §4). */
export function LineDot() {
  const t = useT()
  const state = useLineState()
  return (
    <>
      <PopoverNext
        placement="bottom-end"
        arrow={false}
        popoverClassName="navbar-popover"
        content={
          <div className="line-about" data-line>
            <strong>{t(`layout.line.${state}`)}</strong>
            <p>{t(`layout.lineAbout.${state}`)}</p>
            {state === 'lost' ? (
              <Button
                size="small"
                intent="primary"
                icon={<Refresh />}
                text={t('layout.reconnect')}
                onClick={retryConnection}
              />
            ) : null}
          </div>
        }
      >
        <Button
          variant="minimal"
          data-line
          className="line-button"
          aria-label={t(`layout.line.${state}`)}
          icon={<span className={`line-dot line-${state}`} />}
        />
      </PopoverNext>
      <span className="visually-hidden" role="status">
        {state === 'lost' ? t('layout.line.lost') : ''}
      </span>
    </>
  )
}

import { useT } from '#src/client/platform/i18n/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import { actionKeys, otherKeys } from './keyMap.ts'

/** Every key of the approval centre. */
export function CentreKeys({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  return (
    <Sheet title={t('centre.keys.title')} shape="dialog" isLight onClose={onClose}>
      <dl className="key-list">
        {Object.entries(actionKeys).map(([key, action]) => (
          <div key={key}>
            <dt>
              <kbd>{key.toUpperCase()}</kbd>
            </dt>
            <dd>{t(`ticketAction.action.${action}`)}</dd>
          </div>
        ))}
        {otherKeys.map(([key, name]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(`centre.keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}

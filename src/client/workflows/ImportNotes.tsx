import { Button, Callout } from '@blueprintjs/core'
import { useT } from '#src/client/platform/i18n/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { BpmnNoteLine } from '#src/define/workflows/designs.ts'

interface NotesProps {
  readonly file: string
  readonly notes: readonly BpmnNoteLine[]
  readonly onAccept: () => void
  readonly onClose: () => void
}

const kinds = ['dropped', 'changed', 'guessed'] as const

/** Everything of a file that is not taken over as it stands there, before anything is taken over (25.11). */
export function ImportNotes({ file, notes, onAccept, onClose }: NotesProps) {
  const t = useT()
  return (
    <Sheet
      title={t('workflows.importOf', [file])}
      shape="dialog"
      onClose={onClose}
      footer={
        <>
          <Button text={t('common.cancel')} onClick={onClose} />
          <Button intent="primary" text={t('workflows.importGoOn')} onClick={onAccept} autoFocus />
        </>
      }
    >
      {notes.length === 0 ? (
        <Callout intent="success" role="status">
          {t('workflows.importWhole')}
        </Callout>
      ) : (
        <>
          <p className="import-summary" role="status">
            {t('workflows.importPartly', [notes.length])}
          </p>
          {kinds.map((kind) => {
            const own = notes.filter((note) => note.kind === kind)
            return own.length === 0 ? null : (
              <section key={kind} className="import-notes" aria-label={t(`workflows.importKind.${kind}`)}>
                <h3>
                  {t(`workflows.importKind.${kind}`)}
                  <span className="count">{own.length}</span>
                </h3>
                <ul>
                  {own.map(({ message }) => (
                    <li key={message}>{message}</li>
                  ))}
                </ul>
              </section>
            )
          })}
        </>
      )}
    </Sheet>
  )
}

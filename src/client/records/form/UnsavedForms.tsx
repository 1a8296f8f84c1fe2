import { useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import { UnsavedCallout } from '#src/client/components/forms/unsaved/UnsavedCallout.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { index, needRecords, recordNamed } from '#src/client/platform/parts/index.ts'
import { dropUnsaved, onUnsaved, unsavedForms, useUser } from '#src/client/platform/session/index.ts'
import { actionNamed } from '#src/client/tickets/actions/unsavedActions.ts'
import { FormDrawer } from './FormDrawer.tsx'
import { formNamed, type RecordFormName, reopen } from './unsavedForms.ts'

/** Above the page one comes back to after the sign-in expired: the record forms and the actions on tickets that were open with something unsaved. */
export default function UnsavedForms() {
  const t = useT()
  const { username } = useUser()
  const navigate = useNavigate()
  const names = useSyncExternalStore(onUnsaved, () => unsavedForms(username).join('\n'))
  const [open, setOpen] = useState<RecordFormName | null>(null)
  return (
    <>
      {names.split('\n').map((name) => {
        const action = actionNamed(name)
        // A comment is offered in its own box.
        if (action !== null && action.action !== 'comment')
          return (
            <UnsavedCallout
              key={name}
              of={`${t(`ticketAction.action.${action.action}`)} · ${action.no}`}
              offer={{
                restore: () => {
                  if (!reopen(name)) void navigate(`/workflow/ticket/${action.ticket}`)
                },
                discard: () => dropUnsaved(name),
              }}
            />
          )
        const form = formNamed(name)
        if (form === null || index.records[form.record] === undefined) return null
        const title = t(`records.${form.record}.title`)
        return (
          <UnsavedCallout
            key={name}
            of={form.id === null ? t('records.form.create', [title]) : t('records.form.edit', [title])}
            offer={{
              restore: () => {
                if (!reopen(name)) void needRecords([form.record]).then(() => setOpen(form))
              },
              discard: () => dropUnsaved(name),
            }}
          />
        )
      })}
      {open === null ? null : (
        <FormDrawer record={recordNamed(open.record)} id={open.id} preset={open.preset} onClose={() => setOpen(null)} />
      )}
    </>
  )
}

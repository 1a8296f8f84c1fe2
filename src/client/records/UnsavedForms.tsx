import { useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import { UnsavedCallout } from '#src/client/forms/UnsavedCallout.tsx'
import { useT } from '#src/client/i18n/index.ts'
import { index, needRecords, recordNamed } from '#src/client/parts/index.ts'
import { dropUnsaved, onUnsaved, unsavedForms, useUser } from '#src/client/session/index.ts'
import { deedNamed } from '#src/client/tickets/unsavedDeeds.ts'
import { FormDrawer } from './FormDrawer.tsx'
import { formNamed, type RecordFormName, reopen } from './unsavedForms.ts'

/** Above the page one comes back to after the sign-in expired: the record forms and the deeds on tickets that were open with something unsaved. */
export default function UnsavedForms() {
  const t = useT()
  const { username } = useUser()
  const navigate = useNavigate()
  const names = useSyncExternalStore(onUnsaved, () => unsavedForms(username).join('\n'))
  const [open, setOpen] = useState<RecordFormName | null>(null)
  return (
    <>
      {names.split('\n').map((name) => {
        const deed = deedNamed(name)
        // A comment is offered in its own box.
        if (deed !== null && deed.deed !== 'comment')
          return (
            <UnsavedCallout
              key={name}
              of={`${t(`deed.action.${deed.deed}`)} · ${deed.no}`}
              offer={{
                restore: () => {
                  if (!reopen(name)) void navigate(`/workflow/ticket/${deed.ticket}`)
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

import { useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import { UnsavedCallout } from '#src/client/forms/UnsavedCallout.tsx'
import { useT } from '#src/client/i18n/index.ts'
import { dropUnsaved, onUnsaved, unsavedForms, useUser } from '#src/client/session/index.ts'
import { deedNamed } from '#src/client/tickets/unsavedDeeds.ts'
import { modules } from '#src/modules.ts'
import { FormDrawer } from './FormDrawer.tsx'
import { formNamed, type RecordFormName, reopen } from './unsavedForms.ts'

const recordOf = ({ record: name }: RecordFormName) =>
  modules.flatMap((module) => module.records).find((record) => record.name === name)

/** Above the page one comes back to after the sign-in expired: the record forms and the deeds on tickets that were open with something unsaved. */
export default function UnsavedForms() {
  const t = useT()
  const { username } = useUser()
  const navigate = useNavigate()
  const names = useSyncExternalStore(onUnsaved, () => unsavedForms(username).join('\n'))
  const [open, setOpen] = useState<RecordFormName | null>(null)
  const record = open === null ? undefined : recordOf(open)
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
        const of = form === null ? undefined : recordOf(form)
        if (form === null || of === undefined) return null
        const title = t(`records.${of.name}.title`)
        return (
          <UnsavedCallout
            key={name}
            of={form.id === null ? t('records.form.create', [title]) : t('records.form.edit', [title])}
            offer={{
              restore: () => {
                if (!reopen(name)) setOpen(form)
              },
              discard: () => dropUnsaved(name),
            }}
          />
        )
      })}
      {open === null || record === undefined ? null : (
        <FormDrawer record={record} id={open.id} preset={open.preset} onClose={() => setOpen(null)} />
      )}
    </>
  )
}

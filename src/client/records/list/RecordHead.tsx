import { Button } from '@blueprintjs/core'
import { EditIcon } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { PageHeader } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import type { RecordAction, RecordDefinition } from '#src/define/record.ts'
import type { Fields } from '#src/fields/field.ts'
import { ActionDialog, confirmAction } from '../form/ActionDialog.tsx'
import { FormDrawer } from '../form/FormDrawer.tsx'
import { useRecordTexts } from '../useRecordTexts.ts'
import { rightsOn } from './rowActions.ts'
import type { RecordRow } from './useRecordList.ts'

interface RecordHeadProps {
  readonly record: RecordDefinition
  readonly row: RecordRow
  readonly title: string
  readonly text: string
  readonly chip: ReactNode
  /** Buttons of the page's own, between the edit button and the actions of the record. */
  readonly actions?: ReactNode
}

type OpenDialog = 'edit' | { readonly name: string; readonly action: RecordAction & { readonly fields: Fields } }

/** The head of a page about one row: what it is called, its state, and what may be done with it now. */
export function RecordHead({ record, row, title, text, chip, actions }: RecordHeadProps) {
  const t = useT()
  const client = useQueryClient()
  const texts = useRecordTexts(record)
  const [asked, setAsked] = useState<OpenDialog | null>(null)
  const rights = rightsOn(record, row, useMayCheck())
  const act = async (name: string, action: RecordAction): Promise<void> => {
    if (action.fields !== undefined) return setAsked({ name, action: { ...action, fields: action.fields } })
    if (await confirmAction(record, row, name, action, { action: texts.action(name), row: texts.nameOf(row) }))
      await client.invalidateQueries({ queryKey: [record.name] })
  }
  return (
    <>
      <PageHeader
        title={title}
        text={text}
        chip={chip}
        actions={
          <>
            {rights.edit ? (
              <Button icon={<EditIcon />} text={t('common.edit')} onClick={() => setAsked('edit')} />
            ) : null}
            {actions}
            {rights.actions.map(([name, action]) => (
              <Button
                key={name}
                intent={action.intent ?? 'none'}
                text={texts.action(name)}
                onClick={() => ignoreApiError(act(name, action))}
              />
            ))}
          </>
        }
      />
      {asked === 'edit' ? <FormDrawer record={record} id={row.id} onClose={() => setAsked(null)} /> : null}
      {asked !== null && asked !== 'edit' ? (
        <ActionDialog
          record={record}
          row={row}
          name={asked.name}
          action={asked.action}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  )
}

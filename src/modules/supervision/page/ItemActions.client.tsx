import { Button } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { MenuButton } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { ActionDialog, confirmAction } from '#src/client/records/form/ActionDialog.tsx'
import { rightsOn } from '#src/client/records/list/rowActions.ts'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { useRecordTexts } from '#src/client/records/useRecordTexts.ts'
import type { RecordAction } from '#src/define/record.ts'
import type { Fields } from '#src/fields/field.ts'
import { useOwnRecords } from './ownRecords.client.tsx'

/** Actions in sight; the others stand behind a menu. */
const IN_SIGHT = 2

interface AskedAction {
  readonly name: string
  readonly action: RecordAction & { readonly fields: Fields }
}

/** What the reader may do with an item, beside its details: a message leads here. */
export function ItemActions({ row }: { readonly row: RecordRow }) {
  const t = useT()
  const client = useQueryClient()
  const { item } = useOwnRecords()
  const texts = useRecordTexts(item)
  const { actions } = rightsOn(item, row, useMayCheck())
  const [asked, setAsked] = useState<AskedAction | null>(null)
  const act = async (name: string, action: RecordAction): Promise<void> => {
    if (action.fields !== undefined) return setAsked({ name, action: { ...action, fields: action.fields } })
    if (await confirmAction(item, row, name, action, { action: texts.action(name), row: texts.nameOf(row) }))
      await client.invalidateQueries({ queryKey: [item.name] })
  }
  // What leads on comes before what asks, returns or ends.
  const ordered = actions.toSorted(([, one], [, other]) => weight(one) - weight(other))
  const rest = ordered.slice(IN_SIGHT)
  return (
    <>
      {ordered.length === 0 ? null : (
        <div className="item-actions">
          {ordered.slice(0, IN_SIGHT).map(([name, action]) => (
            <Button
              key={name}
              intent={action.intent ?? 'none'}
              text={texts.action(name)}
              onClick={() => ignoreApiError(act(name, action))}
            />
          ))}
          {rest.length === 0 ? null : (
            <MenuButton
              size="medium"
              label={t('supervisionPage.actionsOf', [texts.nameOf(row)])}
              items={rest.map(([name, action]) => ({
                text: texts.action(name),
                intent: action.intent ?? 'none',
                onClick: () => ignoreApiError(act(name, action)),
              }))}
            />
          )}
        </div>
      )}
      {asked === null ? null : <ActionDialog record={item} row={row} {...asked} onClose={() => setAsked(null)} />}
    </>
  )
}

const weight = ({ intent }: RecordAction): number => (intent === 'primary' ? 0 : intent === 'success' ? 1 : 2)

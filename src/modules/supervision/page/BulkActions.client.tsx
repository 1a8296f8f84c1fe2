import { Button } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { confirmDialog, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { PostForm } from '#src/client/records/form/PostForm.tsx'
import { type Fields, person } from '#src/fields/field.ts'
import type { ManyResult } from '../items/many.types.ts'

const officerFields: Fields = { officerId: person({ required: true, role: 'supervisor' }) }

interface BulkProps {
  readonly ids: readonly number[]
  readonly onDone: () => void
}

/** 批量: reminders, drafts to their handlers, and the officer who follows the items. */
export function BulkActions({ ids, onDone }: BulkProps) {
  const t = useT()
  const may = useMayCheck()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const finish = ({ done, skipped }: ManyResult): void => {
    if (skipped === 0) toast('success', t('supervisionPage.many.done', [done]))
    else toast('info', t('supervisionPage.many.skipped', [done, skipped]))
    onDone()
  }
  const act = async (name: 'urge' | 'assign'): Promise<void> => {
    const text = t(`supervisionPage.many.${name}`, [ids.length])
    const confirmText = t(`records.supervisionItem.actions.${name}`)
    if (!(await confirmDialog({ text, confirmText, intent: name === 'urge' ? 'warning' : 'primary' }))) return
    const result = await api.post(`/api/supervision/${name}/`, { ids }, { key: newKey() })
    await client.invalidateQueries({ queryKey: ['supervisionItem'] })
    finish(result)
  }
  return (
    <>
      {may('supervision:Urge') ? (
        <Button
          size="small"
          variant="outlined"
          text={t('records.supervisionItem.actions.urge')}
          onClick={() => ignoreApiError(act('urge'))}
        />
      ) : null}
      {may('supervision:Assign') ? (
        <>
          <Button
            size="small"
            variant="outlined"
            text={t('records.supervisionItem.actions.assign')}
            onClick={() => ignoreApiError(act('assign'))}
          />
          <Button
            size="small"
            variant="outlined"
            text={t('supervisionPage.many.officer')}
            onClick={() => setAsking(true)}
          />
        </>
      ) : null}
      {isAsking ? (
        <PostForm<ManyResult>
          title={t('supervisionPage.many.officerOf', [ids.length])}
          path="/api/supervision/officer/"
          record="supervisionItem"
          fields={officerFields}
          fixed={{ ids }}
          labels={() => t('records.supervisionItem.fields.officerId')}
          submitText={t('supervisionPage.many.officer')}
          onDone={(result) => {
            setAsking(false)
            finish(result)
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}

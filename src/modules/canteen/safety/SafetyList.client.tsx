import '../canteen.css'
import { Button } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { StateChip, toast } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { addressOf } from '#src/client/records/address.ts'
import { PostForm } from '#src/client/records/form/PostForm.tsx'
import { RecordList } from '#src/client/records/list/RecordList.tsx'
import { useRecordTexts } from '#src/client/records/useRecordTexts.ts'
import type { FormData } from '#src/fields/field.ts'
import { safetyItem } from './safety-records.ts'

/** Items of the board at most: a canteen has some dozens in its book. */
const MAX_SHOWN_ITEMS = '100'
const { actions } = safetyItem

type Action = keyof typeof actions

/** The one action with which an item of the kind is checked. */
const actionOf = (kind: unknown): Action =>
  kind === 'temperature' ? 'measure' : kind === 'certificate' ? 'renew' : 'check'

interface Open {
  readonly id: number
  readonly name: string
  readonly version: number
  readonly action: Action
}

const startOf: Readonly<Record<Action, FormData>> = {
  check: { result: 'ok', note: null, photo: null },
  measure: { value: null, note: null, photo: null },
  renew: { validTo: null, note: null, photo: null },
}

/** 食品安全台账: what is to be checked now, each with its form, above the whole book. */
export function SafetyList() {
  const t = useT()
  const mayCheck = useMay('canteenMaterial:Update')
  const { labels } = useRecordTexts(safetyItem)
  const [open, setOpen] = useState<Open | null>(null)
  const { data } = useQuery({
    queryKey: ['safetyItem', 'board'],
    queryFn: ({ signal }) =>
      api.list(
        addressOf(safetyItem),
        { isUsed: 'true', ordering: 'nextCheckOn', limit: MAX_SHOWN_ITEMS },
        { signal, quiet: true },
      ),
  })
  const due = data?.data.filter(({ checkState }) => checkState !== 'ok') ?? []
  return (
    <>
      {due.length === 0 ? null : (
        <section className="safety-board" aria-label={t('safety.board')}>
          {due.map(({ id, version, name, kind, checkState, nextCheckOn, missed }) => {
            const action = actionOf(kind)
            return (
              <div key={Number(id)} className="card">
                <div>
                  <strong>{String(name)}</strong>
                  <small>
                    {t('safety.due', [String(nextCheckOn)])}
                    {Number(missed) === 0 ? null : ` · ${t('safety.missed', [Number(missed)])}`}
                  </small>
                </div>
                <StateChip dictionary="safetyState" value={String(checkState)} />
                {mayCheck ? (
                  <Button
                    text={t(`records.safetyItem.actions.${action}`)}
                    aria-label={`${t(`records.safetyItem.actions.${action}`)} ${String(name)}`}
                    onClick={() => setOpen({ id: Number(id), name: String(name), version: Number(version), action })}
                  />
                ) : null}
              </div>
            )
          })}
        </section>
      )}
      <RecordList record={safetyItem} />
      {open === null ? null : (
        <PostForm
          title={`${t(`records.safetyItem.actions.${open.action}`)} · ${open.name}`}
          path={`${safetyItem.path}${open.id}/${open.action}/`}
          record="safetyItem"
          fields={actions[open.action].fields}
          initial={startOf[open.action]}
          fixed={{ version: open.version }}
          labels={labels}
          submitText={t(`records.safetyItem.actions.${open.action}`)}
          onDone={() => {
            setOpen(null)
            toast('success', t('safety.done', [open.name]))
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

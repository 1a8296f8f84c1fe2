import { Button } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { FormDrawer } from '#src/client/records/form/FormDrawer.tsx'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import type { FormData } from '#src/fields/field.ts'
import {
  canteenMaterial,
  materialCount,
  materialIssue,
  materialReceipt,
  materialReturn,
  materialScrap,
} from './records.ts'

const nothing: readonly string[] = []
/** What is done with materials out of their list, with a form that begins with a line for each. */
const moves = [
  { key: 'receive', record: materialReceipt },
  { key: 'issue', record: materialIssue },
  { key: 'giveBack', record: materialReturn },
  { key: 'scrap', record: materialScrap },
  { key: 'count', record: materialCount },
] as const

interface Open {
  readonly record: (typeof moves)[number]['record']
  readonly start: FormData
  readonly done: () => void
}

const linesOf = (ids: readonly number[]): FormData => ({ lines: ids.map((materialId) => ({ materialId })) })

/** 物料 with what is done with one or several of them. */
export function MaterialList() {
  const t = useT()
  const may = useMayCheck()
  const [open, setOpen] = useState<Open | null>(null)
  const more = useMemo((): ListAdditions => {
    const allowed = moves.filter(({ record }) => may(record.permissions.create))
    return {
      columns: canteenMaterial.list.columns,
      parameters: nothing,
      itemsOf: ({ id }) =>
        allowed.map(({ key, record }) => ({
          text: t(`materials.${key}`),
          onClick: () => setOpen({ record, start: linesOf([Number(id)]), done: () => undefined }),
        })),
      bulk: (ids, done) =>
        allowed.map(({ key, record }) => (
          <Button
            key={key}
            size="small"
            variant="outlined"
            intent={key === 'issue' ? 'primary' : 'none'}
            text={t(`materials.${key}`)}
            onClick={() => setOpen({ record, start: linesOf(ids), done })}
          />
        )),
    }
  }, [t, may])
  return (
    <>
      <RecordList record={canteenMaterial} more={more} />
      {open === null ? null : (
        <FormDrawer
          record={open.record}
          id={null}
          start={open.start}
          onSaved={open.done}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

import { useMemo } from 'react'
import { useUser } from '#src/client/platform/session/index.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import { type ItemReader, itemFor, milestoneFor } from '../items/item-for-reader.ts'

/** What the signed-in person may do with items and milestones; the same objects between renderings. */
export function useOwnRecords(): { readonly item: RecordDefinition; readonly milestone: RecordDefinition } {
  const { id, role_info } = useUser()
  return useMemo(() => {
    const reader: ItemReader = { userId: id, roles: role_info.map(({ key }) => key) }
    return { item: itemFor(reader), milestone: milestoneFor(reader) }
  }, [id, role_info])
}

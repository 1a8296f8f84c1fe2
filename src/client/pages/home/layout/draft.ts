import { useEffect, useState } from 'react'
import { isObject, parsedAs } from '#src/client/platform/preference.ts'
import { useUser } from '#src/client/platform/session/index.ts'
import { TRACES } from '#src/client/platform/session/storage.ts'
import type { HomeLayout } from '#src/modules/home/home.types.ts'
import { faultOf, type PlacedWidget } from '#src/modules/home/layouts/layout.ts'

interface Content {
  readonly name: string
  readonly widgets: readonly PlacedWidget[]
}

const isContent = (value: unknown): value is Content =>
  isObject(value) &&
  typeof value.name === 'string' &&
  Array.isArray(value.widgets) &&
  faultOf(value.widgets as PlacedWidget[]) === null

/** What is being laid out. Until it is saved or discarded this browser keeps it, so that a page that is lost loses nothing; it goes with the session. */
export function useDraft(layout: HomeLayout | null, start: Content) {
  const { id } = useUser()
  const key = `${TRACES}layout.${id}.${layout === null ? 'new' : `${layout.id}.${layout.version}`}`
  const [content, setContent] = useState<Content>(() => parsedAs(localStorage.getItem(key), isContent) ?? start)
  const isDirty = JSON.stringify(content) !== JSON.stringify(start)
  useEffect(() => {
    if (isDirty) localStorage.setItem(key, JSON.stringify(content))
    else localStorage.removeItem(key)
  }, [content, isDirty, key])
  return {
    ...content,
    isDirty,
    change: (next: Partial<Content>) => setContent((now) => ({ ...now, ...next })),
    discard: () => {
      localStorage.removeItem(key)
      setContent(start)
    },
  }
}

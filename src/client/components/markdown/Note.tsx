import { lazy, Suspense } from 'react'

const Markdown = lazy(() => import('./Markdown.tsx'))

/** A note in Markdown; what draws it is loaded with the first one, until then the text stands as it was written. */
export function Note({ text }: { readonly text: string }) {
  return (
    <Suspense fallback={<span className="note-plain">{text}</span>}>
      <Markdown text={text} />
    </Suspense>
  )
}

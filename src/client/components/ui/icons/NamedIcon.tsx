import { lazy, Suspense } from 'react'

/** The table of icons comes after the page: it is decoration, and large. */
const Picture = lazy(() => import('./namedIcons.tsx'))

/** An icon by its name, decorative: the text beside it says what it is. */
export function NamedIcon({ name, size = 16 }: { readonly name: string | null | undefined; readonly size?: number }) {
  return (
    <span className="named-icon" aria-hidden="true" style={{ blockSize: size, inlineSize: size }}>
      <Suspense>
        <Picture name={name ?? ''} size={size} />
      </Suspense>
    </span>
  )
}

import { useMemo } from 'react'
import { encode } from 'uqr'
import { useT } from '#src/client/platform/i18n/index.ts'
import './keyPicture.css'

/** Modules left white around the picture, as scanners want it. */
const MARGIN_MODULES = 4

/** The key of an authenticator app: as a picture to be scanned, and in groups to be typed. */
export default function KeyPicture({ uri }: { readonly uri: string }) {
  const t = useT()
  const { size, path } = useMemo(() => {
    const { data } = encode(uri, { border: 0 })
    const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size: data.length, path: cells.join('') }
  }, [uri])
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return (
    <div className="key-picture">
      <svg
        viewBox={`${-MARGIN_MODULES} ${-MARGIN_MODULES} ${size + 2 * MARGIN_MODULES} ${size + 2 * MARGIN_MODULES}`}
        role="img"
        aria-label={t('login.otpPicture')}
      >
        <rect
          x={-MARGIN_MODULES}
          y={-MARGIN_MODULES}
          width={size + 2 * MARGIN_MODULES}
          height={size + 2 * MARGIN_MODULES}
          fill="#fff"
        />
        <path d={path} fill="#000" />
      </svg>
      <p>{t('login.otpType')}</p>
      <code>{secret.replace(/(.{4})/g, '$1 ').trim()}</code>
    </div>
  )
}

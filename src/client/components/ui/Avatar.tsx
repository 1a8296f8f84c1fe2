interface Props {
  readonly name: string
  /** The person's own picture; empty when there is none. */
  readonly src?: string
  readonly size?: number
}

/** A person's picture, or the initial on a quiet colour of their own; decorative, the name stands beside it. */
export function Avatar({ name, src = '', size = 24 }: Props) {
  if (src !== '') return <img className="avatar" src={src} alt="" width={size} height={size} />
  const letters = /^[\x20-\x7f]/.test(name)
    ? name
        .split(' ')
        .map((part) => part[0] ?? '')
        .join('')
        .slice(0, 2)
        .toUpperCase()
    : name.slice(-1)
  const hue = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7)
  return (
    <span
      className="avatar"
      aria-hidden="true"
      // Drawn, not written: the letters belong to no label around them.
      data-letters={letters}
      style={{ width: size, height: size, fontSize: size * 0.42, '--hue': hue } as React.CSSProperties}
    />
  )
}

/** Address a label leads to: short, since every letter makes the modules smaller; scanners of ours read its end alone. */
export const labelAddress = (host: string, kind: 'assets' | 'rooms', code: string): string =>
  `${host.replace(/\/+$/, '')}/${kind === 'rooms' ? 'r' : 'a'}/${code}`

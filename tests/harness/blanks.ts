/** Texts that look empty: blanks of every script, joiners, fillers, marks of direction. */
export const requiredText: readonly string[] = [
  '',
  '   ',
  '\u3000\u3000',
  '\u200b'.repeat(6),
  '\u3164'.repeat(6),
  '\u2800\u2800\u2800\u2800\u2800',
  '\u115f\u1160\uffa0',
  '\u2060\ufeff\u00ad\u034f\u180e',
  '\u200c\u200d\u200e\u200f\u202a\u202e\u2066\u2069',
  '\ufe0f\ufe0f\u{e0020}\u{e0100}',
  '\u0085\u00a0\u2007\u202f\u205f',
]

/** What people choose when a rule asks for three kinds of characters: a known word, written cleverly. */
const words: ReadonlySet<string> = new Set(
  `password passwd passw pass admin administrator root user test welcome letmein login master manager system server
  qwerty qwertyuiop asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qaz qazwsx qazwsxedc qweasd qweasdzxc iloveyou monkey
  dragon football baseball sunshine princess superman batman shadow secret changeme default guest abc abcd abcde abcdef
  abcdefg abcdefgh aaa woaini woaiwojia nihao zhongguo china beijing shanghai gongan jingcha police jingbao zhihui
  zhihuijingbao houqin mima wodemima huawei lenovo spring summer autumn winter`.split(/\s+/),
)

const written: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** What breached lists begin with besides words: walks over the keyboard and figures that sound like words. The longest first, so that none hides another. */
const walks: readonly string[] =
  '1234567890 123456789 1qaz2wsx3edc 1q2w3e4r5t q1w2e3r4t5 zaq12wsx 1qaz2wsx 1q2w3e4r q1w2e3r4 qwer1234 asdf1234 1234qwer 12345678 87654321 11223344 a1b2c3d4 147258369 woaini 5201314 123456 654321 112233 123123 123321 abc123 qwe123 asd123 1314 3edc 4rfv 1qaz 2wsx zaq1 1q2w 520 123'
    .split(' ')
    .sort((left, right) => right.length - left.length)

/** The figure on the key of each sign: `1qaz@WSX` is `1qaz2wsx` written with a finger on shift. */
const keyOf: ReadonlyMap<string, string> = new Map(
  [...'!@#$%^&*()'].map((sign, index) => [sign, '1234567890'[index] ?? '']),
)

/** Signs that may stand beside walks without making a password of one's own. */
const ADDED = 4

function isWalk(lower: string): boolean {
  const keys = [...lower].map((sign) => keyOf.get(sign) ?? sign).join('')
  const rest = walks.reduce((left, walk) => left.replaceAll(walk, ''), keys)
  return rest.length < keys.length && rest.length < ADDED
}

/** Whether the password is little more than a word that is tried first, or the account's own name. */
export function isCommon(password: string, username = ''): boolean {
  const lower = password.toLowerCase()
  if (username.length >= 4 && lower.includes(username.toLowerCase())) return true
  const bare = lower.replace(/[^a-z]+/g, '')
  const core = lower.replace(/^[^a-z@$]+|[^a-z@$]+$/g, '')
  const spelled = [...core]
    .map((sign) => written[sign] ?? sign)
    .join('')
    .replace(/[^a-z]+/g, '')
  return words.has(bare) || words.has(spelled) || new Set(lower).size < 5 || isWalk(lower)
}

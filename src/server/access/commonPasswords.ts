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
  return words.has(bare) || words.has(spelled) || new Set(lower).size < 5
}

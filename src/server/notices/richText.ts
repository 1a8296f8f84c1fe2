/** SYS-105: what of a message's markup is kept. An allow-list: every tag and attribute that is not named here goes. */

/** Tags that are kept, without any attribute. */
const kept: ReadonlySet<string> = new Set('p br b strong i em u s ul ol li h3 h4 blockquote'.split(' '))
/** Tags whose content goes with them. */
const swallowed: ReadonlySet<string> = new Set(
  'script style iframe object embed svg math template noscript title textarea select xmp plaintext'.split(' '),
)
const replaced: ReadonlyMap<string, string> = new Map([
  ['div', 'p'],
  ['h1', 'h3'],
  ['h2', 'h3'],
  ['strike', 's'],
  ['del', 's'],
])
const empty: ReadonlySet<string> = new Set(['br'])

/** A tag, a comment, or text up to the next sign that could open one. */
const token = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:"[^"]*"|'[^']*'|[^'">])*)>?|<[!?][^>]*>?|[^<]+|</g

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Characters people can read: no controls, nothing that turns the direction of a line. */
const readable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose.
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole
    const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ''
  })

const encoded = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

const plain = (text: string): string => encoded(readable(decoded(text)))

/** Where a link may lead: a path of this site; null otherwise. */
function linkOf(attributes: string): string | null {
  const match = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes)
  const link = readable(decoded(match?.[1] ?? match?.[2] ?? match?.[3] ?? '')).trim()
  return /^\/(?![/\\])[^\s\\]{0,200}$/.test(link) ? link : null
}

/** The message with allowed markup only, every tag closed in its order. */
export function richText(html: string): string {
  let out = ''
  const open: string[] = []
  let swallowing: string | null = null
  for (const match of html.matchAll(token)) {
    const [whole, slash, name, attributes = ''] = match
    if (name === undefined) {
      if (swallowing === null && !/^<[!?]/.test(whole)) out += plain(whole)
      continue
    }
    const given = name.toLowerCase()
    if (swallowing !== null) {
      if (slash === '/' && given === swallowing) swallowing = null
      continue
    }
    if (swallowed.has(given)) {
      if (slash !== '/' && !attributes.endsWith('/')) swallowing = given
      continue
    }
    const tag = replaced.get(given) ?? given
    if (slash === '/') {
      if (!open.includes(tag)) continue
      for (let closing = open.pop(); closing !== undefined; closing = open.pop()) {
        out += `</${closing}>`
        if (closing === tag) break
      }
      continue
    }
    const link = tag === 'a' ? linkOf(attributes) : null
    if (!kept.has(tag) && link === null) continue
    out += link === null ? `<${tag}>` : `<a href="${encoded(link)}">`
    if (!empty.has(tag)) open.push(tag)
  }
  for (const tag of open.toReversed()) out += `</${tag}>`
  return out.trim()
}

/** What a message says, without its markup: for checks whether it says anything. */
export const saidIn = (html: string): string =>
  decoded(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()

import { BlockList, isIP } from 'node:net'

/** Whether an address is in a list. */
export type Addresses = (ip: string) => boolean

const plain = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, '')

/** Reads addresses and networks (`10.1.2.3`, `10.1.0.0/16`, `fd00::/8`) separated by commas; null when one of them is none. */
export function addressesOf(text: string): Addresses | null {
  const list = new BlockList()
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue
    const [address = '', bits, ...more] = part.split('/')
    const version = isIP(address)
    const most = version === 6 ? 128 : 32
    const isNetwork = bits !== undefined
    if (version === 0 || more.length > 0 || (isNetwork && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most)))
      return null
    const family = version === 6 ? 'ipv6' : 'ipv4'
    if (isNetwork) list.addSubnet(address, Number(bits), family)
    else list.addAddress(address, family)
  }
  return (ip) => {
    const address = plain(ip)
    return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
}

/** Addresses of which a list with all of them keeps no one out. */
const everywhere = ['8.8.8.8', '203.0.113.9', '2001:4860:4860::8888']

/** A list that people wrote, in one spelling; what is wrong with it where it is none, or so wide that it keeps no one out. */
export function writtenAddresses(
  text: string,
): { readonly list: string } | { readonly fault: 'unreadable' | 'everywhere' } {
  const parts = text.split(/[\s,，;；]+/).filter((part) => part !== '')
  const list = addressesOf(parts.join(','))
  if (list === null || parts.length === 0) return { fault: 'unreadable' }
  if (everywhere.every(list) || parts.some((part) => part.endsWith('/0'))) return { fault: 'everywhere' }
  return { list: parts.join(', ') }
}

/** This machine itself. */
export const isLoopbackAddress: Addresses = (ip) => plain(ip) === '::1' || plain(ip).startsWith('127.')

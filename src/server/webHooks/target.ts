/** Where a web hook may lead: HTTPS to public addresses, and whatever the operator lists (`WEB_HOOK_HOSTS`). */
import { lookup } from 'node:dns/promises'
import { addressesOf } from '#src/define/addresses.server.ts'
import { webHookTargets } from '#src/define/api/webHookTargets.ts'
import { provideService, type ServiceProvision } from '#src/define/services.ts'
import type { Mode } from '#src/server/app/services.ts'

/** Networks that are nobody's public address: this machine, the house, links, tests, tunnels into them, and many receivers at once. */
const reserved = {
  ipv4: addressesOf(
    `0.0.0.0/8,10.0.0.0/8,100.64.0.0/10,127.0.0.0/8,169.254.0.0/16,172.16.0.0/12,192.0.0.0/24,192.0.2.0/24,192.88.99.0/24,
    192.168.0.0/16,198.18.0.0/15,198.51.100.0/24,203.0.113.0/24,224.0.0.0/4,240.0.0.0/4`,
  ),
  // IPv4-mapped IPv6 addresses are not public.
  ipv6: addressesOf(
    `::/96,::ffff:0:0/96,64:ff9b::/96,64:ff9b:1::/48,100::/64,2001::/23,2001:db8::/32,2002::/16,fc00::/7,fe80::/10,fec0::/10,
    ff00::/8`,
  ),
} as const

/** Whether an address is a public one. */
export const isPublic = (address: string): boolean =>
  reserved[address.includes(':') ? 'ipv6' : 'ipv4']?.(address) === false

type Hosts = Pick<Mode, 'webHookHosts'>
const isListed = ({ webHookHosts = [] }: Hosts, url: URL): boolean =>
  webHookHosts.includes(url.host) || webHookHosts.includes(url.hostname)

/** What is wrong with an address as it is written; null when it may be looked up. */
export function problemOf(mode: Hosts, text: string): 'webHook.url' | null {
  if (!URL.canParse(text)) return 'webHook.url'
  const url = new URL(text)
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && isListed(mode, url))
  return isAllowed && url.username === '' && url.password === '' ? null : 'webHook.url'
}

/** The one address a delivery connects to. */
export interface Target {
  readonly url: URL
  readonly address: string
  readonly family: number
}

/** The host is not one a delivery may go to. */
export class TargetRefusedError extends Error {}

/**
 * Looks the host up once; what was checked is what is connected to, so that a second answer of the name server changes nothing.
 * @throws TargetRefusedError when the address is malformed or any of its addresses is not public
 */
export async function targetOf(mode: Hosts, text: string): Promise<Target> {
  if (problemOf(mode, text) !== null) throw new TargetRefusedError('the address is not allowed')
  const url = new URL(text)
  const found = await lookup(url.hostname.replace(/^\[|\]$/g, ''), { all: true })
  const [first] = found
  if (first === undefined) throw new TargetRefusedError('the host has no address')
  if (!isListed(mode, url) && !found.every(({ address }) => isPublic(address)))
    throw new TargetRefusedError('the host is not public')
  return { url, ...first }
}

/** What the page of web hooks asks before it takes an address. */
export const webHookTargetsService = (mode: Hosts): ServiceProvision =>
  provideService(webHookTargets, () => ({ problemOf: (text) => problemOf(mode, text) }))

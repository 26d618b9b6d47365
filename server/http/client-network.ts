import { isIPv4, isIPv6 } from 'node:net'

const WITH_PORT = /^\[?(?<address>[^\]]*?)\]?:\d+$/

/** The four groups that name an IPv6 network, whichever way the address is written. */
const firstGroups = (address: string): string => {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - last.length)
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...last]
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/**
 * Whose attempts to count together: an IPv4 address, or the /64 network of an IPv6 address, since every customer of a
 * provider has at least one of those. Some proxies add a port.
 */
export function networkOf(address: string): string {
  const bare = isIPv6(address) ? address : (WITH_PORT.exec(address)?.groups?.address ?? address)
  const v4 = /^::ffff:([\d.]+)$/i.exec(bare)?.[1] ?? bare
  if (isIPv4(v4)) return v4
  return isIPv6(bare) ? `${firstGroups(bare)}::/64` : address
}

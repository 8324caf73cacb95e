/** Whether an address is a path of the same origin: browsers treat `//host` and `/\host` as another host. */
export const isOwnPath = (address: string): boolean => /^\/(?![/\\])[^\s]*$/.test(address)

/** Whether an address may be used in a link: a path of the same origin, or http(s). */
export function isLink(address: string): boolean {
  if (isOwnPath(address)) return true
  return /^https?:\/\/[^\s]+$/i.test(address) && URL.canParse(address)
}

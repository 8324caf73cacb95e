/** Whether an address is a path of our own origin: `//host` and `/\host` name another to a browser. */
export const isOwnPath = (address: string): boolean => /^\/(?![/\\])[^\s]*$/.test(address)

/** Whether an address may stand in a link: a path of our own origin, or http(s). */
export function isLink(address: string): boolean {
  if (isOwnPath(address)) return true
  return /^https?:\/\/[^\s]+$/i.test(address) && URL.canParse(address)
}

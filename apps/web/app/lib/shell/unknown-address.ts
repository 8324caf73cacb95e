import { unknownAddressCookie, unknownAddressSetCookie } from '@yunmu/contract/constants'
import { removeCookie } from '../storage.ts'

/** The cookie of a redirect from an unknown address, as the server sets it. If cookies are blocked, there is no note. */
export function markUnknownAddress(): void {
  try {
    document.cookie = unknownAddressSetCookie
  } catch {}
}

/** Whether this page was redirected to from an unknown address; true once. */
export function takeUnknownAddress(): boolean {
  try {
    if (!document.cookie.split('; ').includes(`${unknownAddressCookie}=1`)) return false
  } catch {
    return false
  }
  removeCookie(unknownAddressCookie)
  return true
}

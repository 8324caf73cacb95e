import { readOldForm } from './old-forms.ts'
import { readOwnForm } from './own-forms.ts'
import type { Page } from './page.ts'
import { readAddress, readPath, type Address } from './read-address.ts'

/**
 * The page that an address means, from its path on: in the canonical form, in a short one or in that of an older system.
 * Null for one that means nothing. The page may still be one that is not there.
 */
export function parseUrl(url: string): Page | null {
  const address = readAddress(url)
  if (!address) return null
  const isOld = address.parts[0] === 'index.php'
  const parts = isOld ? address.parts.slice(1) : address.parts
  const routed = parts.length === 0 ? address.query.get('s') : undefined
  if (routed !== undefined && routed.length > 0)
    return read(readPath(routed, address.query)) ?? (isOld ? null : { name: 'home' })
  return read({ parts, query: address.query })
}

/** Whether an address could be one of a page: printable text, no steps up, no longer than any has. */
export const isReadable = (url: string): boolean => readAddress(url) !== null

const read = ({ parts, query }: Address): Page | null => readOwnForm(parts, query) ?? readOldForm(parts, query)

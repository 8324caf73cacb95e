import { parseLegacyForm } from './legacy-forms.ts'
import { parseOwnForm } from './own-forms.ts'
import type { Page } from './page.ts'
import { readAddress, readPath, type Address } from './read-address.ts'

/**
 * Parses a path and query to a page: canonical, short or legacy form. Null if unknown. The page's subject may not
 * exist.
 */
export function parseUrl(url: string): Page | null {
  const address = readAddress(url)
  if (!address) return null
  const isLegacy = address.parts[0] === 'index.php'
  const parts = isLegacy ? address.parts.slice(1) : address.parts
  const queryRoute = parts.length === 0 ? address.query.get('s') : undefined
  if (queryRoute !== undefined && queryRoute.length > 0)
    return read(readPath(queryRoute, address.query)) ?? (isLegacy ? null : { name: 'home' })
  return read({ parts, query: address.query })
}

/** Whether an address could be one of a page: printable, no `..`, not too long. */
export const isReadable = (url: string): boolean => readAddress(url) !== null

const read = ({ parts, query }: Address): Page | null => parseOwnForm(parts, query) ?? parseLegacyForm(parts, query)

import { parseLegacyForm, parseOldAddress, type OldAddress } from './legacy-forms.ts'
import { parseOwnForm } from './own-forms.ts'
import type { Page } from './page.ts'
import { readAddress, readPath, type Address } from './read-address.ts'

/**
 * Parses a path and query to a page: canonical, short or legacy form. Null if unknown. The page's subject may not
 * exist.
 */
export function parseUrl(url: string): Page | null {
  const route = readRoute(url)
  if (!route) return null
  return read(route.address) ?? (route.isQuery && !route.isLegacy ? { name: 'home' } : null)
}

/** The id of an older system in an address of its form; null for own addresses and those without an id. */
export function parseOldUrl(url: string): OldAddress | null {
  const route = readRoute(url)
  if (!route || parseOwnForm(route.address.parts, route.address.query)) return null
  return parseOldAddress(route.address.parts, route.address.query)
}

/** The parts of an address without `index.php`, in the path or in `?s=`. */
function readRoute(url: string): { address: Address; isLegacy: boolean; isQuery: boolean } | null {
  const address = readAddress(url)
  if (!address) return null
  const isLegacy = address.parts[0] === 'index.php'
  const parts = isLegacy ? address.parts.slice(1) : address.parts
  const queryRoute = parts.length === 0 ? address.query.get('s') : undefined
  if (queryRoute !== undefined && queryRoute.length > 0)
    return { address: readPath(queryRoute, address.query), isLegacy, isQuery: true }
  return { address: { parts, query: address.query }, isLegacy, isQuery: false }
}

/** Whether an address could be one of a page: printable, no `..`, not too long. */
export const isReadable = (url: string): boolean => readAddress(url) !== null

const read = ({ parts, query }: Address): Page | null => parseOwnForm(parts, query) ?? parseLegacyForm(parts, query)

import { useSite } from '../../lib/site/site.ts'

/** Where the operator can be reached, or null where no address is set. */
export function useContact(): string | null {
  const site = useSite()
  return [site?.email, site?.phone].find((contact) => contact !== undefined && contact !== '') ?? null
}

/** Addresses that need an account at their host contain placeholders in the place of its name and password. */

export interface AccountParts {
  user: string
  password: string
}

const placeholder = /~account-(\d{1,9})-(user|password)~/g

/** What stands in an address for the name or the password of an account. */
export const accountPlaceholder = (id: number, part: keyof AccountParts): string => `~account-${id}-${part}~`

/** The account that an address needs; null for none. */
export function accountOf(address: string): number | null {
  const [, id] = new RegExp(placeholder.source).exec(address) ?? []
  return id === undefined ? null : Number(id)
}

/** An address with the name and the password of its account. Placeholders of other accounts stay. */
export const fillAccount = (address: string, id: number, parts: AccountParts): string =>
  address.replace(placeholder, (whole, of: string, part: string) => {
    if (Number(of) !== id) return whole
    return encodeURIComponent(part === 'user' ? parts.user : parts.password)
  })

/**
 * An e-mail address as it is shown: characters 4 to 6 as stars, and never the @ or what follows it. Of a name that ends
 * before them the first character stays; one that is alone is a star itself.
 */
export function maskEmail(email: string): string {
  const letters = [...email]
  const at = letters.lastIndexOf('@')
  const length = at < 0 ? letters.length : at
  const from = length > 3 ? 3 : Math.min(1, length - 1)
  return letters.map((letter, place) => (place >= from && place < Math.min(6, length) ? '*' : letter)).join('')
}

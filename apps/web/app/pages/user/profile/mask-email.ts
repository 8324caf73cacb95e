/**
 * Masks characters 4 to 6 of an e-mail address, but never the @ or what follows it. In shorter names the first
 * character stays visible; a single one is masked.
 */
export function maskEmail(email: string): string {
  const letters = [...email]
  const at = letters.lastIndexOf('@')
  const length = at < 0 ? letters.length : at
  const from = length > 3 ? 3 : Math.min(1, length - 1)
  return letters.map((letter, index) => (index >= from && index < Math.min(6, length) ? '*' : letter)).join('')
}

/** Replaces characters 4 to 6 of an e-mail address by stars, wherever the @ is. A shorter address has fewer of them. */
export const maskEmail = (email: string): string =>
  [...email].map((letter, at) => (at >= 3 && at < 6 ? '*' : letter)).join('')

/** An e-mail address as it is shown: characters 4 to 6 as stars. */
export const maskEmail = (email: string): string =>
  [...email].map((letter, at) => (at >= 3 && at <= 5 ? '*' : letter)).join('')

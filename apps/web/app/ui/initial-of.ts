/** The first letter or digit of a name with its accents; without any, its first character, which may be of several code points. */
export const initialOf = (name: string): string =>
  (/[\p{L}\p{N}]\p{M}*/u.exec(name) ?? /\p{RI}{2}|\P{M}(?:\p{M}|\p{EMod}|\u200d.)*/u.exec(name))?.[0] ?? ''

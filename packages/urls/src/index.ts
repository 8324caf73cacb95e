/** Builds and parses every page address. See `docs/addresses.md` for canonical forms. */
export * from './build.ts'
export * from './page.ts'
export { passwordUrl } from './password-url.ts'
export { pageUrl } from './page-url.ts'
export { readNumber } from './read-value.ts'
export { isReadable, parseUrl } from './parse.ts'
export * from './page-values.ts'
export { isLink, isOwnPath } from './link.ts'

/** Every address of the pages: built and understood in one place. `docs/addresses.md` says which is the canonical one. */
export * from './build.ts'
export * from './page.ts'
export { pageUrl } from './page-url.ts'
export { readNumber } from './read-word.ts'
export { isReadable, parseUrl } from './parse.ts'
export * from './page-words.ts'
export { isLink, isOwnPath } from './link.ts'

import type { CallName, Calls } from './calls.ts'

/**
 * The files of the contract's domains, each loaded when a call of its domain is made: to make the schemas of every call
 * holds a slow phone up for a tenth of a second, and a page makes few. A package cannot be named by a pattern.
 */
const files = import.meta.glob<Calls>(['../../../../../packages/contract/src/domains/*/*.ts', '!**/*.test.ts'])

/** By the name of the file, which is the call's. */
const loaders = new Map(Object.entries(files).map(([path, load]) => [/([^/]+)\.ts$/.exec(path)?.[1], load]))

/** The definition of a call, with its schemas. */
export async function callOf<Name extends CallName>(name: Name): Promise<Calls[Name]> {
  const file = name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)
  const load = loaders.get(file)
  if (!load) throw new Error(`the contract has no file ${file}`)
  return (await load())[name]
}

import type { CallName, Calls } from './calls.ts'

/**
 * Files of the contract, one for each call, loaded with the first call of their domain: creating the schemas of all calls
 * takes a slow phone 0.1 s. A glob pattern cannot name a package, so that it names the path.
 */
const files = import.meta.glob<Calls>([
  '../../../../../packages/contract/src/domains/*/*.ts',
  '!../../../../../packages/contract/src/domains/*/*.test.ts',
  // Calls of programs and of a console that the pages do not have.
  '!../../../../../packages/contract/src/domains/console/*.ts',
])

/** By file name, which is the call's name in kebab case. */
const loaders = new Map(Object.entries(files).map(([path, load]) => [/([^/]+)\.ts$/.exec(path)?.[1], load]))

/** The definition of a call, with its schemas. */
export async function callOf<Name extends CallName>(name: Name): Promise<Calls[Name]> {
  const file = name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)
  const load = loaders.get(file)
  if (!load) throw new Error(`call ${name}: the contract has no file ${file}.ts`)
  return (await load())[name]
}

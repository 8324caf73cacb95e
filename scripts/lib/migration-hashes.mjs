import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const hashesFile = 'hashes.json'

/** @param {string} folder @returns {Record<string, string>} SHA-256 of each migration, by its name, in order */
function hashesIn(folder) {
  const names = readdirSync(folder).filter((file) => file.endsWith('.ts'))
  const hashOf = (/** @type {string} */ file) =>
    createHash('sha256')
      .update(readFileSync(path.join(folder, file)))
      .digest('hex')
  return Object.fromEntries(names.toSorted().map((file) => [file.slice(0, -3), hashOf(file)]))
}

/** @param {string} folder @returns {Record<string, string>} */
const recordedIn = (folder) => JSON.parse(readFileSync(path.join(folder, hashesFile), 'utf8'))

/**
 * What is wrong with the migrations of a folder. Stations have applied those that are recorded: they stay as they are.
 * @param {string} folder
 * @returns {string[]}
 */
export function migrationProblems(folder) {
  const [recorded, found] = [recordedIn(folder), hashesIn(folder)]
  const last = Object.keys(recorded).at(-1) ?? ''
  return [
    ...Object.entries(recorded).flatMap(([name, hash]) => {
      if (found[name] === undefined) return [`${name} is missing: a recorded migration is never removed or renamed`]
      return found[name] === hash ? [] : [`${name} was changed: a recorded migration is never edited, add a new one`]
    }),
    ...Object.keys(found)
      .filter((name) => recorded[name] === undefined)
      .map((name) =>
        name > last
          ? `${name} is not recorded: run "npm run migrations"`
          : `${name} sorts before ${last}: number it after the last`,
      ),
  ]
}

/**
 * Records the hashes of new migrations. Those that are recorded already are not touched.
 * @param {string} folder
 * @returns {string[]} the names that were added
 */
export function recordHashes(folder) {
  const [recorded, found] = [recordedIn(folder), hashesIn(folder)]
  const last = Object.keys(recorded).at(-1) ?? ''
  const added = Object.entries(found).filter(([name]) => name > last)
  const text = `${JSON.stringify({ ...recorded, ...Object.fromEntries(added) }, null, 2)}\n`
  writeFileSync(path.join(folder, hashesFile), text)
  return added.map(([name]) => name)
}

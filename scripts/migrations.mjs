import path from 'node:path'
import { migrationProblems, recordHashes } from './lib/migration-hashes.mjs'
import { root } from './lib/paths.mjs'

/** Records the hashes of new migrations, which are frozen from then on. */
const folder = path.join(root, 'apps/server/migrations')
for (const name of recordHashes(folder)) console.log(`recorded ${name}`)
for (const problem of migrationProblems(folder)) {
  console.error(problem)
  process.exitCode = 1
}

import { BaseSequencer } from 'vitest/node'

/** What takes minutes: begun last, it would run alone at the end while the other workers have nothing to do. */
const longest = [
  'e2e/import.e2e',
  'e2e/pages.e2e',
  'e2e/library.e2e',
  'e2e/accounts.e2e',
  'e2e/player',
  'recorder/recorder.test',
  'recorder/catchup',
  'cli/import.test',
  'ingest/ingest-file',
  'src/main.test',
  'calls/user-login',
]

/**
 * Begins with the longest files; all others come as Vitest would have them, which on a fresh clone is by size, but one
 * project after the other: a worker that keeps its modules serves one project alone.
 */
export class LongestFirst extends BaseSequencer {
  /**
   * @param {import('vitest/node').TestSpecification[]} files
   * @override
   */
  async sort(files) {
    const rankOf = (/** @type {import('vitest/node').TestSpecification} */ { project, moduleId }) => {
      const rank = longest.findIndex((part) => moduleId.includes(part))
      return {
        group: project.config.sequence.groupOrder,
        rank: rank === -1 ? longest.length : rank,
        name: project.name,
      }
    }
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => {
      const [a, b] = [rankOf(one), rankOf(other)]
      return a.group - b.group || a.rank - b.rank || a.name.localeCompare(b.name)
    })
  }
}

import { BaseSequencer } from 'vitest/node'

/** Files that take minutes. Started last, one would run alone at the end while the other workers idle. */
const longest = [
  'e2e/operation/import.e2e',
  'e2e/pages.e2e',
  'e2e/player/player.e2e',
  'e2e/player/player-controls.e2e',
  'e2e/user-area/library.e2e',
  'e2e/accounts/accounts.e2e',
  'e2e/shell.e2e',
  'e2e/frame.e2e',
  'e2e/search.e2e',
  'e2e/live.e2e',
  'e2e/sheet-order.e2e',
  'e2e/accounts/',
  'e2e/danmaku.e2e',
  'e2e/player/',
  'e2e/user-area/',
  'e2e/operation/npm-start.e2e',
  'src/main.test',
  'domains/demo/demo.test',
  'database/start-database',
  'recorder/recorder.test',
  'recorder/catchup',
  'cli/import.test',
  'ingest/ingest-file',
  'ingest/ingested-version',
  'src/web-workers',
  'operations/import-folder',
  'search/engine/search-engine',
  'calls/user-login',
]

/**
 * Starts with the longest files. The others follow in Vitest's order (by size on a fresh clone), grouped by project,
 * because a worker that shares modules between files runs one project only.
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

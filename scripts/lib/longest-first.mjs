import { BaseSequencer } from 'vitest/node'

/** Files that take long, the longest first. Started last, one would run alone while the other workers idle. */
const longest = [
  'e2e/pages.e2e',
  'e2e/vip.e2e',
  'e2e/player/player.e2e',
  'e2e/player/player-controls.e2e',
  'e2e/matches.e2e',
  'e2e/user-area/library.e2e',
  'e2e/shell.e2e',
  'e2e/operation/import.e2e',
  'e2e/frame.e2e',
  'e2e/accounts/accounts.e2e',
  'e2e/vip-rights.e2e',
  'e2e/vip-absent.e2e',
  'e2e/search.e2e',
  'e2e/live.e2e',
  'e2e/money-journey.e2e',
  'e2e/sheet-order.e2e',
  'e2e/accounts/',
  'e2e/danmaku.e2e',
  'e2e/matches/',
  'e2e/player/',
  'e2e/user-area/',
  'e2e/header-contrast.e2e',
  'e2e/operation/npm-start.e2e',
  'src/main.test',
  'lib/payments-chaos',
  'recorder/recorder.test',
  'cli/exchange.test',
  'domains/demo/demo.test',
  'database/start-database',
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
 * Those in browsers first, and the small ones last: they fill the end of a run evenly. A worker that shares modules between
 * files runs one project only, so files are grouped by project.
 */
const projects = ['e2e', 'node', 'node-alone', 'web']

/** @param {readonly string[]} list @param {(entry: string) => boolean} isIt */
function placeIn(list, isIt) {
  const place = list.findIndex(isIt)
  return place === -1 ? list.length : place
}

/** Starts with the longest files of each project. The others follow in Vitest's order (by size on a fresh clone). */
export class LongestFirst extends BaseSequencer {
  /**
   * @param {import('vitest/node').TestSpecification[]} files
   * @override
   */
  async sort(files) {
    const placeOf = (/** @type {import('vitest/node').TestSpecification} */ { project, moduleId }) => ({
      project: placeIn(projects, (name) => name === project.name),
      file: placeIn(longest, (part) => moduleId.includes(part)),
    })
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => {
      const [a, b] = [placeOf(one), placeOf(other)]
      return a.project - b.project || a.file - b.file
    })
  }
}

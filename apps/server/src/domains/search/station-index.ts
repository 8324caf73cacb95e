import * as z from 'zod/mini'
import { dependsLooselyOn } from '../../platform/caching/collect-dependencies.ts'
import { defineNotice, defineRequest } from '../../platform/process/worker-channel.ts'
import type { FoundTitles } from './engine/engine-messages.ts'
import { createSearchIndex, type SearchIndex } from './search-index.ts'
import type { SearchParts } from './search-needs.ts'

const ids = z.readonly(z.array(z.int()))
const Match = z.object({
  kind: z.int(),
  index: z.int(),
  spans: z.array(z.object({ place: z.int(), length: z.int() })),
})

const findTitles = defineRequest(
  'search.find',
  z.object({
    query: z.string(),
    limit: z.int(),
    selection: z.union([z.object({ offset: z.int(), size: z.int() }), z.object({ ids }), z.literal('all')]),
  }),
  z.object({
    total: z.int(),
    best: z.nullable(z.object({ id: z.int(), rank: z.int() })),
    ids,
    matches: z.array(z.tuple([z.int(), Match])),
  }),
)
const loadIndex = defineRequest('search.load', z.object({}), z.object({}))

/** Reading all titles of a large station takes longer than other requests. */
const loadLimitMs = 60_000

/** The index has applied changes of titles, or was loaded again. */
const indexUpdated = defineNotice('search.indexUpdated', z.object({}))

/** What results depend on beside the titles that they show. */
const indexDependency = 'search:index'

type Needs = Pick<SearchParts, 'events' | 'log' | 'titles' | 'changes' | 'channel' | 'clock'>

/**
 * The search index of the station: it exists in the main process alone, because of its memory. Workers send it their
 * searches. A worker may receive the event of a changed title before the index has applied the change; results that it caches between
 * the two are built again when the main process says that it has.
 */
export function createStationIndex(needs: Needs): SearchIndex {
  const { channel, changes, clock } = needs
  const recordUpdate = (): void => changes.changed([indexDependency], clock.nowMs())
  const index = createSearchIndex(needs, () => {
    recordUpdate()
    channel.notify(indexUpdated, {})
  })
  const findInMain = channel.runInMain(findTitles, async (request) => {
    const found = await index.find(request)
    return { ...found, matches: [...found.matches] }
  })
  const loadInMain = channel.runInMain(
    loadIndex,
    async () => {
      await index.load()
      return {}
    },
    { limitMs: loadLimitMs },
  )
  if (channel.isWorker) channel.on(indexUpdated, recordUpdate)
  return {
    async find(request) {
      dependsLooselyOn(indexDependency)
      const { matches, ...found } = await findInMain(request)
      return { ...found, matches: new Map(matches) } satisfies FoundTitles
    },
    async load() {
      await loadInMain({})
    },
    close: index.close,
  }
}

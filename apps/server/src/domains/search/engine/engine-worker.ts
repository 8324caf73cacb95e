import { setImmediate } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import type { EngineReply, EngineRequest, FindRequest, FoundTitles, EngineMessage } from './engine-messages.ts'
import { SearchEngine } from './search-engine.ts'

/** Entry point of the search thread: runs requests on an engine. */

let engine = new SearchEngine()

/** Lets pending messages run. */
const yieldToMessages = async (): Promise<void> => {
  await setImmediate()
}

function find({ query, limit, selection }: FindRequest): FoundTitles {
  const { ids: all, ranks, matchOf } = engine.find(query, limit)
  const [id] = all
  const best = id === undefined ? null : { id, rank: ranks[0] ?? 0 }
  if (selection === 'all') return { total: all.length, best, ids: all, matches: new Map() }
  const ids = 'ids' in selection ? selection.ids : all.slice(selection.offset, selection.offset + selection.size)
  const matches: FoundTitles['matches'] = new Map()
  for (const each of [...all.slice(0, 1), ...ids]) {
    const match = matches.get(each) ?? matchOf(each)
    if (match) matches.set(each, match)
  }
  return { total: all.length, best, ids, matches }
}

async function change(request: Exclude<EngineRequest, { type: 'find' }>): Promise<void> {
  switch (request.type) {
    case 'clear':
      engine = new SearchEngine()
      break
    case 'put':
      engine.put(request.titles)
      engine.remove(request.removed)
      break
    case 'setHits':
      engine.setHits(request.hits)
      break
    case 'index':
      if (request.trim) engine.trim()
      await engine.reindex(yieldToMessages)
  }
}

async function handle({ id, request }: EngineMessage): Promise<EngineReply> {
  try {
    if (request.type === 'find') return { id, type: 'found', found: find(request) }
    await change(request)
    const { size, unindexed, deadShare } = engine
    return { id, type: 'done', state: { size, unindexed, deadShare } }
  } catch (error) {
    return { id, type: 'failed', error }
  }
}

parentPort?.on('message', (request: EngineMessage) => {
  void handle(request).then((reply) => parentPort?.postMessage(reply))
})

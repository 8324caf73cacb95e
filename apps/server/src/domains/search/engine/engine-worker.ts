import { setImmediate } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import type { EngineAnswer, EngineOrder, FindOrder, FoundTitles, NumberedOrder } from './engine-messages.ts'
import { SearchEngine } from './search-engine.ts'

/** The thread that searches: an engine, and nothing that knows where titles come from. */

let engine = new SearchEngine()

/** Lets other orders have their turn. */
const rest = async (): Promise<void> => {
  await setImmediate()
}

function find({ query, limit, shown }: FindOrder): FoundTitles {
  const { ids, ranks, matchOf } = engine.find(query, limit)
  const wanted = 'ids' in shown ? shown.ids : ids.slice(shown.offset, shown.offset + shown.size)
  const matches: FoundTitles['matches'] = new Map()
  for (const id of [...ids.slice(0, 1), ...wanted]) {
    const match = matchOf(id)
    if (match) matches.set(id, match)
  }
  return { ids, rank: ranks[0] ?? null, matches }
}

async function change(order: Exclude<EngineOrder, { what: 'find' }>): Promise<void> {
  switch (order.what) {
    case 'clear':
      engine = new SearchEngine()
      break
    case 'put':
      engine.put(order.titles)
      engine.remove(order.gone)
      break
    case 'setHits':
      engine.setHits(order.hits)
      break
    case 'index':
      if (order.trim) engine.trim()
      await engine.reindex(rest)
  }
}

async function obey({ number, order }: NumberedOrder): Promise<EngineAnswer> {
  try {
    if (order.what === 'find') return { number, said: 'found', found: find(order) }
    await change(order)
    const { size, unindexed, deadShare } = engine
    return { number, said: 'done', state: { size, unindexed, deadShare } }
  } catch (error) {
    return { number, said: 'failed', error }
  }
}

parentPort?.on('message', (order: NumberedOrder) => {
  void obey(order).then((answer) => parentPort?.postMessage(answer))
})

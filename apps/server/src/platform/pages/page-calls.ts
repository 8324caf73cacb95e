import { refusalOf, type Call, type MakeCall, type Script, type SendOf } from '@yunmu/contract'
import { addressOf, segmentNames } from '@yunmu/contract/wire'
import type { CallBook, Visitor } from '../calls/mount-call.ts'
import { RefusalError } from '../http/refusal-error.ts'
import { midnightsBy, type ReplyCache } from '../caching/reply-cache.ts'
import type { Viewer } from '../calls/viewer.ts'

interface Asker {
  viewer: Viewer | null
  visitor: Visitor
  script: Script
  nowMs: number
}

/**
 * Makes calls inside the process for the rendering of a page: the same handlers and the same filter as over HTTP, without
 * sealing. What is the same for every visitor is kept, converted, until the events that it was made from.
 */
export function createPageCalls(needs: {
  book: CallBook
  cache: ReplyCache<unknown>
  convert: (value: unknown, script: Script) => unknown
}): (asker: Asker) => MakeCall {
  return (asker) =>
    async (call, send, script = asker.script) => {
      const mounted = needs.book.mounted.get(call.name)
      if (!mounted) throw new Error(`${call.name} has no handler`)
      const make = async (): Promise<unknown> => {
        const reply = await mounted.run({ ...asker, script, send: asText(call, send) })
        return call.plain ? reply : needs.convert(reply, script)
      }
      try {
        if (asker.viewer !== null) return { done: true, data: await make() }
        const { viewer, nowMs } = asker
        const state = (await mounted.keptAs?.({ send: asText(call, send), viewer, nowMs })) ?? null
        const until = state === null ? mounted.options.cachedUntil : []
        const key = `${midnightsBy(nowMs)} ${script} ${call.name} ${state ?? ''} ${JSON.stringify(send)}`
        return { done: true, data: until ? await needs.cache.get(key, until, make) : await make() }
      } catch (err) {
        if (!(err instanceof RefusalError)) throw err
        const { code, msg } = refusalOf(err.refusal)
        return { done: false, refusal: err.refusal, code, msg }
      }
    }
}

/** What the call's schema reads: segments and queries are text on the wire. */
function asText<C extends Call>(call: C, send: SendOf<C>): unknown {
  if (call.method === 'POST') return send
  const names = segmentNames(call.path)
  const { path, rest } = addressOf(call, send)
  const texts = path.split('/').slice(call.path.split('/').findIndex((part) => part.startsWith(':')))
  const segments = names.map((name, at) => [name, decodeURIComponent(texts[at] ?? '')] as const)
  const query = Object.entries(rest).filter(([, value]) => value !== undefined)
  return Object.fromEntries([...segments, ...query.map(([name, value]) => [name, String(value)] as const)])
}

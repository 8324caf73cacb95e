import { refusalOf, type Call, type MakeCall, type Script, type SendOf } from '@yunmu/contract'
import { addressOf, segmentNames } from '@yunmu/contract/wire'
import { knowsLifetime } from '../caching/collect-dependencies.ts'
import type { CallCache } from '../calls/call-cache.ts'
import type { CallRegistry, Visitor } from '../calls/mount-call.ts'
import type { Viewer } from '../calls/viewer.ts'
import { RefusalError } from '../http/refusal-error.ts'

interface Caller {
  viewer: Viewer | null
  visitor: Visitor
  script: Script
  nowMs: number
}

/**
 * Makes calls within the process for rendering a page: the same handlers and filters as over HTTP, without sealing.
 * Replies that are the same for every visitor are cached, converted to the page's script.
 */
export function createPageCalls(needs: {
  registry: CallRegistry
  cache: CallCache<unknown>
  convert: (value: unknown, script: Script) => unknown
}): (caller: Caller) => MakeCall {
  return (caller) =>
    async (call, send, script = caller.script) => {
      const mounted = needs.registry.mounted.get(call.name)
      if (!mounted) throw new Error(`${call.name} has no handler`)
      const text = toWireText(call, send)
      const make = async (): Promise<unknown> => {
        const reply = await mounted.run({ ...caller, script, send: text })
        return call.plain ? reply : needs.convert(reply, script)
      }
      try {
        const { viewer, nowMs } = caller
        const key = await needs.cache.keyOf(mounted, { send: text, viewer, nowMs, script })
        if (key !== null) return { done: true, data: await needs.cache.get(mounted, key, make) }
        // What the call shows is not declared to the page as a cached reply's is.
        knowsLifetime(false)
        return { done: true, data: await make() }
      } catch (err) {
        if (!(err instanceof RefusalError)) throw err
        knowsLifetime(false)
        const { code, msg } = refusalOf(err.refusal)
        return { done: false, refusal: err.refusal, code, msg }
      }
    }
}

/** Converts the input to its wire form, which the schema parses: segments and queries are text. */
function toWireText<C extends Call>(call: C, send: SendOf<C>): unknown {
  if (call.method === 'POST') return send
  const names = segmentNames(call.path)
  const { path, rest } = addressOf(call, send)
  const texts = path.split('/').slice(call.path.split('/').findIndex((part) => part.startsWith(':')))
  const segments = names.map((name, at) => [name, decodeURIComponent(texts[at] ?? '')] as const)
  const query = Object.entries(rest).filter(([, value]) => value !== undefined)
  return Object.fromEntries([...segments, ...query.map(([name, value]) => [name, String(value)] as const)])
}

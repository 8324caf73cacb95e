import { setTimeout as wait } from 'node:timers/promises'
import { decodeText } from '@yunmu/formats'
import { EgressError, type Egress } from '../../../platform/egress/egress.ts'
import { egressMessages } from '../../../platform/egress/egress-messages.ts'
import { SourceError } from '../sources/row-source.ts'

/** The server does not accept the account: asking again changes nothing. */
export class DeniedError extends SourceError {}

/** Requests to the server that the operator named. */
export interface ServerClient {
  /** The text of a reply. With `once` a failure is not tried again. @throws SourceError */
  text(path: string, signal: AbortSignal, once?: boolean): Promise<string>
  /** A reply that may be absent: null for any failure. */
  bytes(path: string, signal: AbortSignal): Promise<Buffer | null>
}

const listLimits = { maxBytes: 64 * 1024 * 1024, timeoutMs: 120_000 }
const pictureLimits = { maxBytes: 8 * 1024 * 1024, timeoutMs: 20_000 }
/** Pauses before a request is made again. */
const retryMs = [500, 2000]

/**
 * @param base address of the server, without a slash at its end. It may be one inside the house, because the operator named it.
 * @param headers credentials; redirects are not followed, so that no other host gets them
 */
export function createServerClient(
  egress: Pick<Egress, 'exchange'>,
  base: string,
  { name, headers }: { name: string; headers: Readonly<Record<string, string>> },
): ServerClient {
  const { port, protocol, hostname } = new URL(base)
  const allow = [`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`]
  const exchange = (path: string, limits: typeof listLimits, signal: AbortSignal) =>
    egress.exchange(`${base}${path}`, { method: 'GET', headers, allow, signal, ...limits })

  const attempt = async (path: string, signal: AbortSignal): Promise<string> => {
    try {
      const reply = await exchange(path, listLimits, signal)
      if (reply.status === 401 || reply.status === 403) throw new DeniedError(`${name} 不认这个账号或密钥。`)
      if (reply.status !== 200) throw new SourceError(`${name} 的回答是 ${reply.status}。`)
      return decodeText(await reply.bytes()).text
    } catch (err) {
      signal.throwIfAborted()
      if (!(err instanceof EgressError)) throw err
      throw new SourceError(`从 ${name} 读不到：${egressMessages[err.reason]}。`, { cause: err })
    }
  }

  return {
    async text(path, signal, once = false) {
      for (const pauseMs of once ? [] : retryMs) {
        try {
          return await attempt(path, signal)
        } catch (err) {
          if (!(err instanceof SourceError) || err instanceof DeniedError) throw err
          await wait(pauseMs, undefined, { signal })
        }
      }
      return attempt(path, signal)
    },
    async bytes(path, signal) {
      try {
        const reply = await exchange(path, pictureLimits, signal)
        return reply.status === 200 ? await reply.bytes() : null
      } catch (err) {
        signal.throwIfAborted()
        if (err instanceof EgressError) return null
        throw err
      }
    },
  }
}

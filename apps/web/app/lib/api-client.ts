import { replyCode, type Call, type RefusalName, type Schema, type Script } from '@yunmu/contract'
import * as z from 'zod/mini'
import { readBoot, serverNowSec, setServerTime } from './boot.ts'
import { tokenParts } from './session.ts'

/** The server said no, and why. `refusal` is the contract's name of it. */
export class RefusedError extends Error {
  override name = 'RefusedError'
  readonly code: number
  readonly refusal: string

  constructor(code: number, refusal: string, msg: string) {
    super(msg)
    this.code = code
    this.refusal = refusal
  }
}

/** The reply never came, or was no reply of ours: the network, or a server in trouble. */
export class UnreachableError extends Error {
  override name = 'UnreachableError'
}

const Envelope = z.object({ code: z.number(), data: z.unknown(), msg: z.string(), day: z.string() })
const RefusalData = z.object({ refusal: z.string(), now: z.optional(z.number()) })

/**
 * Makes a call, sealed and signed, in the given script. Throws a RefusedError or an UnreachableError.
 * A signature that the server finds stale sets our clock by its own and is tried once more.
 */
export async function makeCall<Send extends Schema, Reply extends Schema, Refused extends RefusalName>(
  call: Call<Send, Reply, Refused>,
  send: z.output<Send>,
  script: Script,
): Promise<z.output<Reply>> {
  try {
    return await attempt(call, send, script)
  } catch (err) {
    const clockWasOff =
      err instanceof RefusedError && err.code === replyCode.notAvailable && err.refusal === 'StaleSignature'
    if (!clockWasOff) throw err
    return attempt(call, send, script)
  }
}

async function attempt<Send extends Schema, Reply extends Schema, Refused extends RefusalName>(
  call: Call<Send, Reply, Refused>,
  send: z.output<Send>,
  script: Script,
): Promise<z.output<Reply>> {
  // Loaded with the first call: the page that came from the server needs no cryptography to be read.
  const wire = await import('@yunmu/contract/wire')
  const { siteKey } = readBoot()
  const { path, rest } = wire.addressOf(call, send)
  const isGet = call.method === 'GET'
  const query = wire.queryOf({
    ...(isGet ? rest : {}),
    lang: script,
    ...tokenParts(),
    ...(isGet ? { _vv: wire.signPath(siteKey, path, serverNowSec()) } : {}),
  })
  const { code, data, msg, day } = await fetchEnvelope(`${path}?${query}`, isGet ? null : rest)
  if (code !== replyCode.done) throw refusedBy(code, data, msg)
  return call.reply.parse(typeof data === 'string' ? wire.openSealed(data, siteKey, day) : data)
}

async function fetchEnvelope(address: string, body: object | null): Promise<z.output<typeof Envelope>> {
  try {
    const response = await fetch(address, {
      credentials: 'same-origin',
      ...(body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    return Envelope.parse(await response.json())
  } catch (err) {
    throw new UnreachableError('网络不通或服务器没有回应', { cause: err })
  }
}

function refusedBy(code: number, data: unknown, msg: string): RefusedError {
  const detail = RefusalData.safeParse(data)
  if (!detail.success) return new RefusedError(code, '', msg)
  if (detail.data.now !== undefined) setServerTime(detail.data.now)
  return new RefusedError(code, detail.data.refusal, msg)
}

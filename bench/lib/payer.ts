import { replyCode, type Call, type SendOf } from '@yunmu/contract'
import { addressOf, openSealed, queryOf, signPath, splitToken } from '@yunmu/contract/wire'
import * as z from 'zod/mini'
import type { Person } from './signed-in-people.ts'

const Envelope = z.object({ code: z.int(), data: z.unknown(), day: z.string() })

/** Makes a call over HTTP as a browser does. Throws unless it is done. */
export async function callStation<C extends Call>(
  { origin, siteKey }: { origin: string; siteKey: string },
  person: Person | null,
  call: C,
  send: SendOf<C>,
): Promise<unknown> {
  const { path, rest } = addressOf(call, send)
  const isGet = call.method === 'GET'
  const signed = isGet ? { ...rest, _vv: signPath(siteKey, path, Date.now() / 1000) } : {}
  const query = queryOf({ ...signed, ...splitToken(person?.token ?? '') })
  const body = isGet ? {} : { body: JSON.stringify(rest), headers: { 'content-type': 'application/json' } }
  const reply = await fetch(`${origin}${path}?${query}`, { method: call.method, ...body })
  const { code, data, day } = Envelope.parse(await reply.json())
  if (code !== replyCode.done) throw new Error(`${call.name}: ${reply.status} ${JSON.stringify(data)}`)
  return typeof data === 'string' ? openSealed(data, siteKey, day) : data
}

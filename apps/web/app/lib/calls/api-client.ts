import type { Call, ReplyOf, Script, SendOf } from '@yunmu/contract'
import { replyCode } from '@yunmu/contract/refusals'
import * as wire from '@yunmu/contract/wire'
import * as z from 'zod/mini'
import { readBoot, serverNowSec, setServerTime } from '../boot/boot.ts'
import { RefusedError, UnreachableError } from './call-errors.ts'
import { callTexts } from './call-texts.ts'
import type { CallName, ReplyFrom, SendTo } from './calls.ts'
import { callOf } from './contract-calls.ts'
import { openDialog } from '../shell/dialogs.ts'
import { reactionTo } from '../session/session-rules.ts'
import { isSignedIn, readToken, signOut, signOutAndLeave, tokenParts } from '../session/session.ts'
import { storeToast } from '../shell/toasts.ts'

/**
 * The way over the wire: schemas and cryptography. Import it only by `callOnce` and `callQuery`, which load it with the
 * first call: the page that came from the server needs none of it to be read.
 */

const Envelope = z.object({ code: z.number(), data: z.unknown(), msg: z.string(), day: z.string() })
const RefusalData = z.object({
  refusal: z.string(),
  now: z.optional(z.number()),
  retryAfterSec: z.optional(z.number()),
})

/**
 * Makes a call, sealed and signed, in the given script. Throws a RefusedError or an UnreachableError. What the reply says
 * about the session is met here, for every call alike: see `goesOn`.
 */
export async function makeCall<Name extends CallName>(
  name: Name,
  send: SendTo<Name>,
  script: Script,
): Promise<ReplyFrom<Name>> {
  // Who asks is who is signed in when it is asked, not when the definition has come.
  const token = readToken()
  const call = await callOf(name)
  try {
    return await attemptInTime(call, send, script)
  } catch (err) {
    if (!(err instanceof RefusedError && (await goesOn(err, token, call)))) throw err
    return attemptInTime(call, send, script)
  }
}

/**
 * Does what a refusal says about the session, and tells whether the call is worth another try. `token` is what it was made
 * with: a late reply must not end the session of somebody who has signed in since.
 */
async function goesOn({ code, message }: RefusedError, token: string | null, { caller }: Call): Promise<boolean> {
  const reaction = reactionTo(code)
  if (reaction === 'warn' || reaction === 'ignore') return false
  // What one person asked for is not done in the name of the next one.
  if (readToken() !== token) return isSignedIn() && (token === null || caller === 'visitor')
  if (reaction === 'login') {
    await openDialog('login')
    return isSignedIn()
  }
  if (reaction === 'sign-out-and-leave') {
    storeToast(message)
    signOutAndLeave()
    return false
  }
  signOut()
  // What anybody may ask is asked as anybody.
  return caller === 'visitor'
}

/** A signature that the server finds stale sets our clock by its own and is tried once more. */
async function attemptInTime<C extends Call>(call: C, send: SendOf<C>, script: Script): Promise<ReplyOf<C>> {
  try {
    return await attempt(call, send, script)
  } catch (err) {
    const clockWasOff =
      err instanceof RefusedError && err.code === replyCode.notAvailable && err.refusal === 'StaleSignature'
    if (!clockWasOff) throw err
    return attempt(call, send, script)
  }
}

async function attempt<C extends Call>(call: C, send: SendOf<C>, script: Script): Promise<ReplyOf<C>> {
  const { siteKey } = readBoot()
  const { path, rest } = wire.addressOf(call, send)
  const isGet = call.method === 'GET'
  const query = wire.queryOf({
    ...(isGet ? rest : {}),
    lang: script,
    ...tokenParts(),
    ...(isGet ? { _vv: wire.signPath(siteKey, path, serverNowSec()) } : {}),
  })
  const { code, data, msg, day } = await fetchEnvelope(`${path}?${query}`, isGet ? null : rest, script)
  if (code !== replyCode.done) throw refusedBy(code, data, msg)
  const reply: C['reply'] = call.reply
  return z.parse(reply, typeof data === 'string' ? wire.openSealed(data, siteKey, day) : data)
}

/** Browsers let no more than 64 KiB outlive a page, all its requests together. */
const outlivingLength = 8192

async function fetchEnvelope(address: string, body: object | null, script: Script): Promise<z.output<typeof Envelope>> {
  const text = body && JSON.stringify(body)
  try {
    const response = await fetch(address, {
      credentials: 'same-origin',
      ...(text !== null && {
        method: 'POST',
        body: text,
        headers: { 'content-type': 'application/json' },
        // What was done on a page that is left while it travels was done.
        keepalive: text.length < outlivingLength,
      }),
    })
    return Envelope.parse(await response.json())
  } catch (err) {
    throw new UnreachableError(callTexts[script].unreachable, { cause: err })
  }
}

function refusedBy(code: number, data: unknown, msg: string): RefusedError {
  const detail = RefusalData.safeParse(data)
  if (!detail.success) return new RefusedError(code, '', msg)
  const { refusal, now, retryAfterSec } = detail.data
  if (now !== undefined) setServerTime(now)
  return new RefusedError(code, refusal, msg, retryAfterSec)
}

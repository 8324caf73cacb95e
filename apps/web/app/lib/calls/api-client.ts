import type { Call, ReplyOf, Script, SendOf } from '@yunmu/contract'
import { replyForEverybody } from '@yunmu/contract/per-viewer'
import { replyCode } from '@yunmu/contract/reply-code'
import * as wire from '@yunmu/contract/wire'
import * as z from 'zod/mini'
import { readBoot, serverNowSec, setServerTime } from '../boot/boot.ts'
import type { LoadedReply } from './call-cache.ts'
import { RefusedError, UnreachableError, UnreadableReplyError } from './call-errors.ts'
import { callTexts } from './call-texts.ts'
import type { CallName, ReplyFrom, SendTo } from './calls.ts'
import { callOf } from './contract-calls.ts'
import { openDialog } from '../shell/dialogs.ts'
import { reactionTo } from '../session/session-rules.ts'
import { isSignedIn, readToken, signOut, signOutAndLeave, tokenParts } from '../session/session.ts'
import { storeToast } from '../shell/toasts.ts'

/**
 * Makes calls over HTTP: schemas and cryptography. Imported only by `call-query.ts`, which loads it with the first call: a
 * page from the server does not need it.
 */

const Envelope = z.object({ code: z.number(), data: z.unknown(), msg: z.string(), day: z.string() })
const RefusalData = z.object({
  refusal: z.string(),
  now: z.optional(z.number()),
  retryAfterSec: z.optional(z.number()),
})

/**
 * Makes a signed call in the given script. Throws a RefusedError or an UnreachableError, which has the raw reply if there
 * was one that could not be read. Refusals that concern the session
 * are handled here for all calls: see `resolveSessionRefusal`.
 */
export async function makeCall<Name extends CallName>(
  name: Name,
  send: SendTo<Name>,
  script: Script,
): Promise<ReplyFrom<Name>> {
  // The caller is who is signed in now, not when the definition has loaded.
  const token = readToken()
  const call = await callOf(name)
  try {
    return await attemptWithServerClock(call, send, script)
  } catch (err) {
    if (!(err instanceof RefusedError && (await resolveSessionRefusal(err, token, call)))) throw err
    return attemptWithServerClock(call, send, script)
  }
}

/** Makes a call for the cache: also returns the part of its reply that may be shown to another viewer. */
export async function loadReply<Name extends CallName>(
  name: Name,
  send: SendTo<Name>,
  script: Script,
): Promise<LoadedReply> {
  const wasSignedIn = isSignedIn()
  const reply = await makeCall(name, send, script)
  // Replies to visitors contain nothing of anybody.
  if (!wasSignedIn && !isSignedIn()) return { reply, forEverybody: reply }
  return { reply, forEverybody: replyForEverybody(await callOf(name), reply) }
}

/**
 * Handles a refusal that concerns the session. Resolves to whether the call should be made again. `token` is the one it was
 * made with: a late reply must not end the session of a user who has signed in since.
 */
async function resolveSessionRefusal(
  { code, message }: RefusedError,
  token: string | null,
  { caller }: Call,
): Promise<boolean> {
  const reaction = reactionTo(code)
  if (reaction === 'warn' || reaction === 'ignore') return false
  // A call of one user is not repeated in the name of another. Calls for visitors are, also after the end of the session.
  if (readToken() !== token) return caller === 'visitor' || (token === null && isSignedIn())
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
  // Calls for visitors are repeated as a visitor.
  return caller === 'visitor'
}

/** Makes the call. If the signature is stale, it is repeated once with the server's clock. */
async function attemptWithServerClock<C extends Call>(call: C, send: SendOf<C>, script: Script): Promise<ReplyOf<C>> {
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
  const raw = await fetchEnvelope(`${path}?${query}`, isGet ? null : rest, script)
  if (raw.code !== replyCode.done) throw refusedBy(raw.code, raw.data, raw.msg)
  const reply: C['reply'] = call.reply
  const read = z.safeParse(reply, wire.openReply(raw, siteKey))
  if (!read.success) throw new UnreadableReplyError(callTexts[script].unreachable, raw, read.error)
  return read.data
}

/** Browsers limit the bodies of all `keepalive` requests of a page to 64 KiB. */
const maxKeepaliveLength = 8192

async function fetchEnvelope(address: string, body: object | null, script: Script): Promise<z.output<typeof Envelope>> {
  const text = body && JSON.stringify(body)
  try {
    const response = await fetch(address, {
      credentials: 'same-origin',
      ...(text !== null && {
        method: 'POST',
        body: text,
        headers: { 'content-type': 'application/json' },
        // Completes even if the page is left meanwhile.
        keepalive: text.length < maxKeepaliveLength,
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

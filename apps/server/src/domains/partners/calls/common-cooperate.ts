import { commonCooperate, cooperateCaptcha, cooperationProblems } from '@yunmu/contract'
import { randomInt } from 'node:crypto'
import { mountCall, type CallContext, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { storedSubscriberOf } from '../../../platform/http/network.ts'
import type { RateLimit } from '../../../platform/http/rate-limits.ts'
import type { Cooperation } from '../cooperation-store.ts'
import type { PartnersParts } from '../partners-needs.ts'
import { burstSec, cooperationNo, freeRequests, maxNumbers } from '../partners-rules.ts'

/** Allows an office behind one address, and retries of a misread picture. */
const limit: RateLimit = { points: 20, perSec: 3600 }
/** Numbers are drawn; on an ordinary day the first is free. */
const maxAttempts = 50
const captchaLimit: RateLimit = { points: 40, perSec: 60 }

export function mountCommonCooperate(registry: CallRegistry, parts: PartnersParts): void {
  mountCall(
    registry,
    commonCooperate,
    async (context) => {
      const { send, refuse } = context
      if (Object.keys(cooperationProblems(send)).length > 0) return refuse('CooperationInvalid')
      const isSolved = await checkCaptcha(parts, context)
      const request = await store(parts, context, isSolved ? Infinity : freeRequests)
      await parts.mail(request)
      return { no: request.no }
    },
    { limit },
  )
}

export function mountCooperateCaptcha(registry: CallRegistry, parts: PartnersParts): void {
  mountCall(
    registry,
    cooperateCaptcha,
    async (context) =>
      (await isCaptchaNeeded(parts, context))
        ? { needed: true, ...(await parts.captcha.create(context.visitor.address)) }
        : { needed: false, captchaId: '', picPath: '' },
    { limit: captchaLimit },
  )
}

type From = Pick<CallContext<typeof commonCooperate>, 'visitor' | 'nowMs'>

const senderOf = ({ hash }: PartnersParts, { visitor }: From): string =>
  hash('cooperation', storedSubscriberOf(visitor.address)).toString('base64url').slice(0, 22)

async function isCaptchaNeeded(parts: PartnersParts, from: From): Promise<boolean> {
  const sinceSec = Math.floor(from.nowMs / 1000) - burstSec
  return (await parts.cooperations.countSince(senderOf(parts, from), sinceSec)) >= freeRequests
}

/** Refuses without the captcha that is needed; false if none is. */
async function checkCaptcha(parts: PartnersParts, context: CallContext<typeof commonCooperate>): Promise<boolean> {
  const { send, visitor, refuse } = context
  if (!(await isCaptchaNeeded(parts, context))) return false
  const { captcha = '', captcha_id = '' } = send
  if (captcha.trim() === '' || captcha_id === '') return refuse('CaptchaNeeded')
  if (!(await parts.captcha.check(captcha_id, captcha, visitor.address))) return refuse('CaptchaWrong')
  return true
}

/** @param max how many requests of the sender are permitted within the time of a burst */
async function store(
  parts: PartnersParts,
  context: CallContext<typeof commonCooperate>,
  max: number,
): Promise<Cooperation> {
  const { products, cooperations } = parts
  const { send, refuse } = context
  const nowSec = Math.floor(context.nowMs / 1000)
  const from = { sender: senderOf(parts, context), max, sinceSec: nowSec - burstSec }
  const chosen = new Set(send.products)
  const names = (await products.list()).filter(({ id }) => chosen.has(id)).map(({ name }) => name)
  const { fromDay, toDay, budget } = send
  const fields = {
    company: send.company.trim(),
    contact: send.contact.trim(),
    phone: send.phone.trim(),
    email: send.email.trim(),
    message: send.message.trim(),
  }
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const no = cooperationNo(nowSec, randomInt(maxNumbers))
    const request = { ...fields, fromDay, toDay, budget, no, products: names, createdAt: nowSec }
    const stored = await cooperations.add(request, from)
    if (stored === 'tooMany') return refuse('CaptchaNeeded')
    if (stored !== 'taken') return stored
  }
  return refuse('CooperationsFull')
}

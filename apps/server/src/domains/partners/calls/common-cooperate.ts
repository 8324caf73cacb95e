import { commonCooperate, cooperateCaptcha, cooperationProblems } from '@yunmu/contract'
import { randomInt } from 'node:crypto'
import { mountCall, type CallContext, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { storedSubscriberOf } from '../../../platform/http/network.ts'
import type { RateLimit } from '../../../platform/http/rate-limits.ts'
import type { Cooperation } from '../cooperation-store.ts'
import type { PartnersParts } from '../partners-needs.ts'
import { burstSec, cooperationNo, isBurst } from '../partners-rules.ts'

/** Allows an office behind one address, and retries of a misread picture. */
const limit: RateLimit = { points: 20, perSec: 3600 }
/** Of ten thousand numbers a day; on an ordinary day the first is free. */
const maxAttempts = 50
const captchaLimit: RateLimit = { points: 40, perSec: 60 }

export function mountCommonCooperate(registry: CallRegistry, parts: PartnersParts): void {
  mountCall(
    registry,
    commonCooperate,
    async (context) => {
      const { send, nowMs, refuse } = context
      if (Object.keys(cooperationProblems(send)).length > 0) return refuse('CooperationInvalid')
      await checkCaptcha(parts, context)
      const request = await store(parts, send, { sender: senderOf(parts, context), nowSec: Math.floor(nowMs / 1000) })
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
  return isBurst(await parts.cooperations.countSince(senderOf(parts, from), sinceSec))
}

async function checkCaptcha(parts: PartnersParts, context: CallContext<typeof commonCooperate>): Promise<void> {
  const { send, visitor, refuse } = context
  if (!(await isCaptchaNeeded(parts, context))) return
  const { captcha = '', captcha_id = '' } = send
  if (captcha.trim() === '' || captcha_id === '') return refuse('CaptchaNeeded')
  if (!(await parts.captcha.check(captcha_id, captcha, visitor.address))) return refuse('CaptchaWrong')
}

async function store(
  { products, cooperations }: PartnersParts,
  send: CallContext<typeof commonCooperate>['send'],
  { sender, nowSec }: { sender: string; nowSec: number },
): Promise<Cooperation> {
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
    const no = cooperationNo(nowSec, randomInt(10_000))
    const request = { ...fields, fromDay, toDay, budget, no, products: names, createdAt: nowSec }
    const stored = await cooperations.add(request, sender)
    if (stored) return stored
  }
  throw new Error('all numbers of the day are taken')
}

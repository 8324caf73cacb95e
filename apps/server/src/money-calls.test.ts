import {
  adBreak,
  callsByDomain,
  commonCooperate,
  commonHits,
  cooperateCaptcha,
  downloadToken,
  indexAnchorCheck,
  partnerProduct,
  partnerProducts,
  playToken,
  replyCode,
  userOrder,
  userOrderClose,
  userOrderProof,
  userOrderRefund,
  userOrders,
  userVipEntries,
  userPlayEnd,
  userPlayStay,
  userPlays,
  userUpgrade,
  vipPayments,
  vipProducts,
  voucherCheck,
  voucherRedeem,
  type Call,
} from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openSellingStation, type SellingStation } from './domains/vip/vip-station.fixture.ts'
import { aPlayableTitle } from './testing/media.ts'
import type { MakeOptions } from './testing/test-app.ts'

/**
 * Every call about money, of VIP, downloads, streams, advertising and the partners' area, by everybody: 林 has an order, 包
 * is another member, 梅 a VIP.
 */
let s: SellingStation
let titleId = 0
let no = ''
beforeAll(async () => {
  s = await openSellingStation()
  titleId = (await aPlayableTitle(s.t)).titleId
  no = (await s.order('lin')).no
})

const callers = ['visitor', 'other', 'vip', 'owner', 'banned'] as const
type Caller = (typeof callers)[number]
const asWhom: Record<Caller, MakeOptions> = {
  visitor: {},
  other: { as: 'bao' },
  vip: { as: 'mei' },
  owner: { as: 'lin' },
  banned: { as: 'bao' },
}

const stream = 'a-player-of-the-test'
const cooperation = {
  products: [],
  company: '山泉饮品',
  contact: '周女士',
  phone: '13800138065',
  email: '',
  fromDay: '',
  toDay: '',
  budget: 'to20' as const,
  message: '',
}
const picture = 'data:image/png;base64,AAAA'
const title = () => ({ type: 'vod' as const, id: titleId, ids: 0, level: 1 })
const nobodysCode = 'AAAA-AAAA-AAAA-AAAA'

/** In the order of `callers`, without the banned one. */
const everybody = ['done', 'done', 'done', 'done']
const signedIn = ['LoginNeeded', 'done', 'done', 'done']
const nobodyElses = (refusal: string, owner: string) => ['LoginNeeded', refusal, refusal, owner]

/** What each call answers to each caller but the banned one: `done`, or the refusal. */
const rows: readonly [call: Call, send: () => object, answers: readonly string[]][] = [
  [vipProducts, () => ({}), everybody],
  [vipPayments, () => ({}), everybody],
  [
    userUpgrade,
    () => ({ productId: s.planId, type: 3, userId: s.t.people.lin.userId }),
    nobodyElses('WrongAccount', 'done'),
  ],
  [userOrders, () => ({ page: 1, size: 10 }), signedIn],
  [userVipEntries, () => ({}), signedIn],
  [userOrder, () => ({ no }), nobodyElses('NoSuchOrder', 'done')],
  [userOrder, () => ({ no, ask: true }), nobodyElses('NoSuchOrder', 'done')],
  [userOrderRefund, () => ({ no, reason: '' }), nobodyElses('NoSuchOrder', 'NotRefundable')],
  [userOrderProof, () => ({ no, picture }), nobodyElses('NoSuchOrder', 'ProofInvalid')],
  [userOrderClose, () => ({ no }), nobodyElses('NoSuchOrder', 'done')],
  [voucherCheck, () => ({ code: nobodysCode }), nobodyElses('VoucherUnknown', 'VoucherUnknown')],
  [voucherRedeem, () => ({ code: nobodysCode }), nobodyElses('VoucherUnknown', 'VoucherUnknown')],
  // The VIP is permitted; this title is not one of those that become a file.
  [downloadToken, () => ({ ...title(), height: 0 }), ['LoginNeeded', 'VipNeeded', 'NoDownload', 'VipNeeded']],
  [playToken, () => ({ ...title(), stream }), everybody],
  [userPlayStay, () => ({ stream, leaves: false }), signedIn],
  [userPlays, () => ({}), signedIn],
  [userPlayEnd, () => ({ stream }), signedIn],
  [adBreak, () => ({ platform: 'pc', category: 0, capped: [] }), everybody],
  [indexAnchorCheck, () => ({ platform: 'pc', slot: 'ALL1' }), everybody],
  [commonHits, () => ({ type: 'ad', id: 1, token: 'forged', event: 'show' }), Array(4).fill('AdTokenInvalid')],
  [partnerProducts, () => ({}), everybody],
  [partnerProduct, () => ({ id: 1 }), everybody],
  [cooperateCaptcha, () => ({}), everybody],
  [commonCooperate, () => cooperation, everybody],
]

test('[E07] the matrix has every call about money', () => {
  const { vip, ads, partners, media } = callsByDomain
  const named = new Set(rows.map(([{ name }]) => name))
  for (const { name } of [...vip, ...ads, ...partners, ...media, commonHits]) expect(named).toContain(name)
})

/** `done`, or the refusal of each row. */
async function answersTo(caller: Caller): Promise<string[]> {
  const answers: string[] = []
  for (const [call, send] of rows) {
    const options = { ...asWhom[caller], remoteAddress: `203.0.113.${1 + callers.indexOf(caller)}` }
    const { code, data } = await s.t.make(call, send(), options)
    const refusal: unknown = data instanceof Object ? Reflect.get(data, 'refusal') : undefined
    answers.push(`${call.name}: ${code === replyCode.done ? 'done' : String(refusal)}`)
  }
  return answers
}

const expected = (caller: Caller): string[] =>
  rows.map(([{ name }, , answers]) => `${name}: ${answers[callers.indexOf(caller)] ?? 'SessionDisabled'}`)

test('[E07] visitors, other members, VIPs and banned users do what the matrix says, and nothing to the order and player of another', async () => {
  const play = () => s.t.make(playToken, { ...title(), stream }, { as: 'lin' })
  const playing = () => s.t.make(userPlays, {}, { as: 'lin' })
  await play()
  const { state } = (await s.t.station.vip.operator.orders.find(no))?.order ?? {}
  for (const caller of ['visitor', 'other', 'vip'] as const) {
    expect(await answersTo(caller)).toEqual(expected(caller))
    expect(await playing()).toMatchObject({ data: { list: [{ stream }] } })
    expect(await s.stateOf(no)).toBe(state)
  }
  expect(await s.t.station.vip.operator.orders.list({}, 10)).toMatchObject([{ no }])
  expect(await answersTo('owner')).toEqual(expected('owner'))
  expect(await playing()).toMatchObject({ data: { list: [] } })
  await s.t.station.accounts.manager.setDisabled('bao', true)
  expect(await answersTo('banned')).toEqual(expected('banned'))
})

/** What a payer would like to choose. */
const prices = {
  amount: 1,
  currencyAmount: 1,
  price: 1,
  money: '0.01',
  total: 1,
  fee: 1,
  discount: 99,
  currency: 'EUR',
}
const rights = { days: 3650, seconds: 1, userEndTime: 0, groupId: 3, state: 'paid', paidSec: 1 }

test('[J04] no call takes an amount, a time or a state: such fields are dropped before anything is done with them', () => {
  const wished = { ...prices, ...rights }
  for (const [{ name, method, send }, sample] of rows) {
    if (method === 'GET') continue
    const taken = Object.keys(z.parse(z.record(z.string(), z.unknown()), send.parse({ ...sample(), ...wished })))
    expect([name, taken.filter((field) => Object.hasOwn(wished, field))]).toEqual([name, []])
  }
})

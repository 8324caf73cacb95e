import { indexMessages } from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import type { People } from '../../../testing/people.ts'
import { openSellingStation, type SellingStation } from '../vip-station.fixture.ts'

const daySec = 24 * 3600
let s: SellingStation

beforeAll(async () => {
  s = await openSellingStation()
  await s.t.platform.jobs.start()
  const { pool } = s.t.platform
  for (const person of ['lin', 'bao'] as const)
    await pool.query('update app_user set email = $1 where id = $2', [addressOf(person), s.t.people[person].userId])
})

const addressOf = (person: keyof People): string => `${person}@beiyu.example`
const mailsTo = async (person: keyof People) =>
  (await s.t.station.mailer.list(100)).filter(({ to }) => to === addressOf(person))
async function messagesOf(person: keyof People) {
  const call = await s.t.make(indexMessages, { type: 'reminder', n: 20 }, { as: person })
  return indexMessages.reply.parse(call.data).list.map(({ title, content, info: { url } }) => ({ title, content, url }))
}
/** Ends when the jobs that were enqueued have run. */
async function jobsHaveRun(): Promise<void> {
  const waiting = 'select 1 from graphile_worker.jobs where run_at <= now()'
  await expect.poll(async () => (await s.t.platform.pool.query(waiting)).rowCount).toBe(0)
}

test('[J04] a receipt is mailed once for an order that is paid, however often the payment is reported', async () => {
  await s.t.station.site.write({ vip_tax_note: '含税' })
  const { no } = await s.order('lin')
  const paid = s.bank.pay(no)
  await Promise.all([s.notify(paid), s.notify(paid), s.notify({ ...paid, eventKey: 'another' })])
  await expect.poll(() => mailsTo('lin')).toHaveLength(1)
  await s.notify({ ...paid, eventKey: 'later' })
  await s.run('vip.ask')
  await jobsHaveRun()
  const [mail] = await mailsTo('lin')
  expect(await mailsTo('lin')).toHaveLength(1)
  expect(mail?.subject).toMatch(/^【云幕】收据 20\d\d-000001$/)
  const lines = (mail?.text ?? '').split('\n')
  expect(lines).toContain(`订单号：${no}`)
  expect(lines).toContain('项目：云幕会员 月卡，30 天')
  expect(lines).toContain('实付：¥29.90（含税）')
  expect(lines.some((line) => /^收据号：20\d\d-000001$/.test(line))).toBe(true)
  expect(lines.some((line) => /^付款：20\d\d-\d\d-\d\d \d\d:\d\d 银行卡$/.test(line))).toBe(true)
  expect(lines.some((line) => /^会员有效期：至 20\d\d-\d\d-\d\d \d\d:\d\d$/.test(line))).toBe(true)
  expect(mail?.text).not.toContain('演示')
})

test('[J04] a payment that arrives late is mailed as well, a second one and a wrong one are not', async () => {
  const late = await s.order('bao')
  s.passSec(40 * 60)
  await s.run('vip.ask')
  expect(await s.stateOf(late.no)).toBe('expired')
  const paid = s.bank.pay(late.no)
  await s.notify(paid)
  await s.notify({ ...paid, eventKey: 'twice', providerRef: 'another payment' })
  await expect.poll(() => mailsTo('bao')).toHaveLength(1)
  const wrong = await s.order('bao')
  await s.notify(s.bank.pay(wrong.no, { money: { minor: 1, currency: 'CNY' } }))
  await jobsHaveRun()
  expect(await mailsTo('bao')).toHaveLength(1)
})

test('[J04] nothing is mailed where the operator has turned it off, or without an address', async () => {
  await s.buy('mei')
  await s.t.station.site.write({ vip_receipt_mail: false })
  await s.buy('lin')
  await jobsHaveRun()
  expect(await mailsTo('lin')).toHaveLength(1)
  expect(await s.t.station.mailer.list(100)).toHaveLength(2)
  await s.t.station.site.write({ vip_receipt_mail: true })
})

test('[J04] a refund, a gift and an end are told with the page where something can be done', async () => {
  const { no } = await s.buy('lin')
  await s.notify(s.bank.report('refunded', no))
  await expect
    .poll(() => messagesOf('lin'))
    .toContainEqual({
      title: '退款已办好',
      content: '月卡，¥29.90，已经退给你。到账快慢看支付渠道，通常几天内。',
      url: `/user/order?no=${no}`,
    })
  await s.t.station.accounts.manager.revokeVip('bao')
  await s.t.station.accounts.manager.grantVip('bao', 1)
  const [gift] = await messagesOf('bao')
  expect(gift).toMatchObject({ title: '收到了会员', url: '/vip' })
  expect(gift?.content).toMatch(/^运营者送给你 1 天会员，已经生效。会员到 20\d\d-\d\d-\d\d \d\d:\d\d 为止。$/)
  await s.t.station.vip.operator.trial(s.t.people.mei.userId, 3)
  const [trial] = await messagesOf('mei')
  expect(trial).toMatchObject({ title: '可以试用会员', content: expect.stringContaining('试用 3 天会员') })
  await s.run('vip.endNotices')
  s.passSec(daySec + 60)
  await s.run('vip.endNotices')
  expect((await messagesOf('bao'))[0]).toMatchObject({ title: '会员已到期', url: '/vip' })
})

import { commonCooperate, cooperateCaptcha, partnerProduct, partnerProducts, type SendOf } from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { captchaOf } from '../../testing/captcha.ts'
import { runSchedule } from '../../testing/modules.ts'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})

const request: SendOf<typeof commonCooperate> = {
  products: [3, 1, 999],
  company: ' 山泉饮品 有限公司 ',
  contact: '周女士',
  phone: '138 0013 8065',
  email: 'zhou@shanquan.example',
  fromDay: '2026-12-20',
  toDay: '2027-01-15',
  budget: 'to20',
  message: '两场冠名。',
}
const cooperate = (from: string, more: Partial<typeof request> = {}) =>
  t.make(commonCooperate, { ...request, ...more }, { remoteAddress: from })
const captcha = (from: string) => {
  const { pool, secrets } = t.platform
  return captchaOf({ pool, tokenKey: secrets.tokenKey, nowMs: t.clock.nowMs() }, from)
}
const Sent = z.object({ no: z.string() })

test('[J05] a request that lacks what is needed to answer is refused and not stored', async () => {
  const invalid = { data: { refusal: 'CooperationInvalid' } }
  expect(await cooperate('203.0.113.1', { company: ' ' })).toMatchObject(invalid)
  expect(await cooperate('203.0.113.1', { phone: '', email: '' })).toMatchObject(invalid)
  expect(await cooperate('203.0.113.1', { phone: '138' })).toMatchObject(invalid)
  expect(await cooperate('203.0.113.1', { toDay: '2026-12-01' })).toMatchObject(invalid)
  expect(await cooperate('203.0.113.1', { company: '山泉\n电话：110' })).toMatchObject(invalid)
  expect((await cooperate('203.0.113.1', { message: 'x'.repeat(501) })).status).toBe(400)
  expect(await t.station.partners.cooperations(9)).toEqual([])
})

test('[J05] a request is stored with the names of its products and a number, and mailed once there is an address', async () => {
  const { no } = Sent.parse((await cooperate('203.0.113.1')).data)
  expect(no).toMatch(/^HZ\d{11}$/)
  const [stored] = await t.station.partners.cooperations(9)
  const company = '山泉饮品 有限公司'
  expect(stored).toMatchObject({ no, products: ['首页广告', '暂停广告'], company, budget: 'to20' })
  expect(await t.station.mailer.list(9)).toEqual([])
  await t.station.site.write({ email: 'ads@station.example' })
  for (let run = 0; run < 2; run++) await runSchedule(t.station.partners.module, 'partners.mail')
  const mails = await t.station.mailer.list(9)
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({
    to: 'ads@station.example',
    subject: `【广告合作】${no} 山泉饮品 有限公司`,
    text: expect.stringContaining('时间：2026-12-20 至 2027-01-15\n预算：5 万至 20 万元\n留言：两场冠名。'),
  })
  await cooperate('203.0.113.2')
  expect(await t.station.mailer.list(9)).toHaveLength(2)
})

test('[J05] a request whose mail cannot be stored is answered with its number, and mailed later', async () => {
  await t.station.site.write({ email: 'ads@station.example' })
  await t.platform.pool.query('alter table mail rename to mail_away')
  const { no } = Sent.parse((await cooperate('203.0.113.3')).data)
  await t.platform.pool.query('alter table mail_away rename to mail')
  const mailed = async () => (await t.station.mailer.list(99)).filter(({ subject }) => subject.includes(no))
  expect(await mailed()).toEqual([])
  for (let run = 0; run < 2; run++) await runSchedule(t.station.partners.module, 'partners.mail')
  expect(await mailed()).toHaveLength(1)
})

test('[J05] the third request of an hour needs a captcha, which is used once', async () => {
  const from = '203.0.113.60'
  const asks = async () => (await t.make(cooperateCaptcha, {}, { remoteAddress: from })).data
  for (let count = 0; count < 2; count++) {
    expect(await asks()).toMatchObject({ needed: false })
    expect(await cooperate(from)).toMatchObject({ code: 0 })
  }
  expect(await asks()).toMatchObject({ needed: true, picPath: expect.stringMatching(/^data:image\/png/) })
  expect(await cooperate(from)).toMatchObject({ data: { refusal: 'CaptchaNeeded' } })
  const solved = await captcha(from)
  expect(await cooperate(from, { ...solved, captcha: 'none' })).toMatchObject({ data: { refusal: 'CaptchaWrong' } })
  expect(await cooperate(from, solved)).toMatchObject({ code: 0 })
  expect(await cooperate(from, solved)).toMatchObject({ data: { refusal: 'CaptchaWrong' } })
  expect(await cooperate('203.0.114.60')).toMatchObject({ code: 0 })
  t.clock.set(t.clock.nowMs() + 3_601_000)
  expect(await cooperate(from)).toMatchObject({ code: 0 })
})

test('[J05] requests that are sent at once need a captcha as well', async () => {
  const replies = await Promise.all(Array.from({ length: 6 }, () => cooperate('203.0.113.70')))
  expect(replies.filter(({ code }) => code === 0)).toHaveLength(2)
  expect(replies.filter(({ data }) => JSON.stringify(data).includes('CaptchaNeeded'))).toHaveLength(4)
})

test('[J05] an address that sends without pause is stopped', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 21; count++) statuses.push((await cooperate('203.0.113.90', { company: '' })).status)
  expect(statuses.slice(0, 20)).not.toContain(429)
  expect(statuses[20]).toBe(429)
})

test('[J05] products and the audience are what the operator wrote, at once', async () => {
  const read = async () => (await t.make(partnerProducts, {})).data
  expect(await read()).toMatchObject({ list: [{ id: 1, kind: 'home' }, {}, {}, {}, {}, {}], audience: { figures: [] } })
  expect(await t.make(partnerProduct, { id: 99 })).toMatchObject({ data: { refusal: 'NoSuchProduct' } })
  await t.station.partners.changeProduct(1, { name: '首页横幅' })
  expect((await t.make(partnerProduct, { id: 1 })).data).toMatchObject({ product: { name: '首页横幅' } })
  const figures = [{ name: '每月观众', value: '1,240', unit: '万' }]
  await t.station.partners.setAudience({ source: '站内统计', figures })
  expect(await read()).toMatchObject({ list: [{ name: '首页横幅' }, {}, {}, {}, {}, {}], audience: { figures } })
  await t.station.partners.setAudience({ source: '', figures })
  expect(await read()).toMatchObject({ audience: { source: '', figures: [] } })
})

test('numbers of a full day are refused instead of given twice', async () => {
  await t.platform.pool.query(
    `insert into cooperation (no, products, company, contact, phone, email, from_day, to_day, budget, message, sender, created_at)
     select 'HZ' || to_char(to_timestamp($1) at time zone 'Asia/Shanghai', 'YYMMDD') || lpad(n::text, 5, '0'),
       '{}', '', '', '', '', '', '', 'open', '', 'many', 0 from generate_series(0, 99999) as n on conflict do nothing`,
    [t.clock.nowMs() / 1000],
  )
  await expect(cooperate('203.0.113.99')).resolves.toMatchObject({ data: { refusal: 'CooperationsFull' } })
})

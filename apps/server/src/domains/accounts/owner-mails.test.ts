import { userLeave, userPassword } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { accountsOf, password } from '../../testing/accounts.ts'
import { buildTestApp } from '../../testing/test-app.ts'

const t = await buildTestApp()
const { mailTo } = accountsOf(t)
const lin = { as: 'lin' } as const
await t.platform.pool.query("update app_user set email = 'lin@b.example' where id = $1", [t.people.lin.userId])

test('[E05] the owner of an account is notified by mail of its first password, and not of a changed one', async () => {
  const change = { password, againPassword: password }
  expect(await t.make(userPassword, { oldPassword: '', ...change }, lin)).toMatchObject({ code: 0 })
  expect(await mailTo('lin@b.example')).toMatchObject({ text: expect.stringContaining('设置了密码') })
  const mails = await t.station.mailer.list(10)
  const other = 'xin-mima-2046'
  await t.make(userPassword, { oldPassword: password, password: other, againPassword: other }, lin)
  expect(await t.station.mailer.list(10)).toEqual(mails)
  await t.make(userPassword, { oldPassword: other, ...change }, lin)
})

test('[E07] the owner of an account is notified by mail, once, of its deletion', async () => {
  expect(await t.make(userLeave, { password }, lin)).toMatchObject({ code: 0 })
  expect(await mailTo('lin@b.example')).toMatchObject({ text: expect.stringContaining('申请了注销') })
  const mails = await t.station.mailer.list(10)
  await t.make(userLeave, { password }, lin)
  expect(await t.station.mailer.list(10)).toEqual(mails)
})

test('[E05] an owner without an address gets no mail, and everything else works', async () => {
  await t.platform.pool.query('update app_user set email = null where id = $1', [t.people.mei.userId])
  expect(await t.make(userLeave, { password: '' }, { as: 'mei' })).toMatchObject({ code: 0 })
})

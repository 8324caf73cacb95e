import { replyCode, userInfo } from '@yunmu/contract'
import { splitToken, queryOf } from '@yunmu/contract/wire'
import { expect, test } from 'vitest'
import { createCommandLine } from '../testing/command-line.ts'
import { runCommand } from '../testing/run-command.ts'
import { runStation } from '../testing/running-station.ts'

const { database, folder, env, refusal } = await createCommandLine()
const password = 'wanquan-budui-93'

const yunmu = (args: readonly string[], input = '') => runCommand({ args, env, folder, input })

test.each([
  [['user'], '', '缺少命令'],
  [['user', 'add'], password, '缺少参数'],
  [['user', 'add', '林夏', '--password', 'x'], password, '没有这个选项'],
  [['user', 'add', '林夏'], '', '没有读到密码'],
  [['user', 'add', '林 夏'], password, '账号要 2 到 20 个字'],
  [['user', 'add', '林夏'], '12345678', '密码要 8 到 64 位'],
  [['user', 'add', '林夏', '--email', 'x'], password, '邮箱地址不正确'],
  [['user', 'role', '林夏', '站长'], '', '没有“站长”这种身份'],
  [['user', 'role', '林夏', '会员', '--days', '0'], '', '选项的值不对'],
  [['user', 'role', '林夏', '会员', '--day', '3'], '', '--days'],
  [['user', 'disable', '没有人'], '', '没有这个用户'],
  [['token', 'issue', '没有人'], '', '缺少选项'],
  [['token', 'issue', '没有人', '--name', '备份'], '', '没有这个用户'],
  [['outbox', '--count', 'many'], '', '选项的值不对'],
])('yunmu %j after %j ends with code 2: %s', async (args, input, words) => {
  const hinted = await refusal(args, input)
  expect(hinted).toContain(words)
  expect(hinted).not.toContain(password)
})

test('an operator makes a user, gives it a role and a token, and shuts it out of a running station', async () => {
  expect(await yunmu(['user', 'list'])).toMatchObject({ code: 0, said: '还没有用户。\n' })
  expect(await yunmu(['user', 'add', '林夏', '--email', 'Lin@B.example'], `${password}\n`)).toMatchObject({
    code: 0,
    said: '已新建用户“林夏”。\n',
  })
  expect(await yunmu(['user', 'add', '林夏'], password)).toMatchObject({ code: 2 })
  expect(await yunmu(['user', 'role', 'lin@b.example', '会员', '--days', '30'])).toMatchObject({ code: 0 })
  const listed = await yunmu(['user', 'list', '--json'])
  const user: unknown = JSON.parse(listed.said)
  expect(user).toMatchObject({ name: '林夏', email: 'lin@b.example', groupId: 3, disabled: false, hasPassword: true })
  expect(listed.said).not.toContain('argon2')
  expect((await yunmu(['user', 'list'])).said).toMatch(/林夏 .*lin@b\.example .*会员到 \d{4}-\d\d-\d\d/)

  const issued = await yunmu(['token', 'issue', '林夏', '--name', '备份', '--days', '2'])
  expect(issued.said).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)
  const token = issued.said.trim()
  // The same keys as the command line's: they lie in the data folder.
  const station = runStation(env)
  const base = await station.base()
  const ask = async (): Promise<unknown> => {
    const url = `${base}${userInfo.path}?${queryOf({ ...splitToken(token) })}`
    const answer: unknown = await (await fetch(url, { method: 'POST' })).json()
    return answer
  }
  expect(await ask()).toMatchObject({ code: replyCode.done })
  expect(await yunmu(['user', 'disable', '林夏'])).toMatchObject({ code: 0, said: '“林夏”已停用。\n' })
  await expect.poll(ask).toMatchObject({ code: replyCode.sessionEnded })
  expect(await yunmu(['user', 'disable', '林夏', '--undo'])).toMatchObject({ code: 0, said: '“林夏”已重新启用。\n' })
  expect(await ask()).toMatchObject({ code: replyCode.sessionEnded })
  expect(await yunmu(['user', 'password', '林夏'], 'xin-mima-2046')).toMatchObject({ code: 0 })
}, 120_000)

test('without a mail server the outbox tells its mails, the newest first and whole', async () => {
  expect(await yunmu(['outbox'])).toMatchObject({ code: 0, said: '发件箱是空的。\n' })
  const write = `insert into mail (recipient, subject, body, created_at) values ($1, $2, $3, $4)`
  await database.pool.query(write, ['a@b.example', '第一封', '验证码是：123456\n第二行', 1_795_000_000])
  await database.pool.query(write, ['b@b.example', '第二封', '正文', 1_795_000_060])
  const { said } = await yunmu(['outbox'])
  expect(said.indexOf('第二封')).toBeLessThan(said.indexOf('第一封'))
  expect(said).toContain('    验证码是：123456\n    第二行')
  const json = (await yunmu(['outbox', '--json', '--count', '1'])).said
  expect(JSON.parse(json)).toMatchObject({ to: 'b@b.example', subject: '第二封', text: '正文', sentAt: null })
})

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
  [['user', 'role', '林夏', '会员'], '', 'user vip grant'],
  [['user', 'vip', 'grant', '林夏', '--days', '0'], '', '选项的值不对'],
  [['user', 'vip', 'grant', '林夏', '--day', '3'], '', '--days'],
  [['user', 'vip', 'revoke', '没有人'], '', '没有这个用户'],
  [['user', 'disable', '没有人'], '', '没有这个用户'],
  [['user', 'minors', '没有人', '--off'], '', '没有这个用户'],
  [['token', 'issue', '没有人'], '', '缺少选项'],
  [['token', 'issue', '没有人', '--name', '备份'], '', '没有这个用户'],
  [['token', 'issue', '没有人', '--name', '备份', '--for', '一切'], '', '没有“一切”这种用途'],
  [['outbox', '--count', 'many'], '', '选项的值不对'],
])('yunmu %j after %j ends with code 2: %s', async (args, input, words) => {
  const stderr = await refusal(args, input)
  expect(stderr).toContain(words)
  expect(stderr).not.toContain(password)
})

test('an operator creates a user, gives it a role and a token, and locks it out of a running station', async () => {
  expect(await yunmu(['user', 'list'])).toMatchObject({ code: 0, stdout: '还没有用户。\n' })
  expect(await yunmu(['user', 'add', '林夏', '--email', 'Lin@B.example'], `${password}\n`)).toMatchObject({
    code: 0,
    stdout: '已新建用户“林夏”。\n',
  })
  expect(await yunmu(['user', 'add', '林夏'], password)).toMatchObject({ code: 2 })
  expect(await yunmu(['user', 'role', 'lin@b.example', '管理员'])).toMatchObject({ code: 0 })
  const granted = await yunmu(['user', 'vip', 'grant', 'lin@b.example', '--days', '30'])
  expect(granted).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^“林夏”的会员加了 30 天，到 \d{4}-\d\d-\d\d /),
  })
  const listed = await yunmu(['user', 'list', '--json'])
  const user: unknown = JSON.parse(listed.stdout)
  expect(user).toMatchObject({ name: '林夏', email: 'lin@b.example', groupId: 3, authorityId: 1, hasPassword: true })
  expect(listed.stdout).not.toContain('argon2')
  expect((await yunmu(['user', 'list'])).stdout).toMatch(/林夏 .*lin@b\.example .*管理员，会员到 \d{4}-\d\d-\d\d/)
  expect((await yunmu(['user', 'vip', 'grant', '林夏'])).stdout).toContain('加了 365 天，')
  expect(await yunmu(['user', 'vip', 'revoke', '林夏'])).toMatchObject({ code: 0, stdout: '“林夏”不再是会员。\n' })

  const issued = await yunmu(['token', 'issue', '林夏', '--name', '备份', '--days', '2', '--for', '账号'])
  expect(issued.stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)
  const token = issued.stdout.trim()
  // The same keys as those of the command line: both use the data folder.
  const station = runStation(env)
  const base = await station.base()
  const ask = async (): Promise<unknown> => {
    const url = `${base}${userInfo.path}?${queryOf({ ...splitToken(token) })}`
    const answer: unknown = await (await fetch(url, { method: 'POST' })).json()
    return answer
  }
  expect(await ask()).toMatchObject({ code: replyCode.done })
  expect(await yunmu(['user', 'disable', '林夏'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^“林夏”已停用。\n撤销：audit undo \d+/),
  })
  await expect.poll(ask).toMatchObject({ code: replyCode.sessionEnded })
  expect(await yunmu(['user', 'minors', '林夏', '--off'])).toMatchObject({ stdout: '“林夏”的未成年人模式已关闭。\n' })
  expect(await yunmu(['user', 'disable', '林夏', '--undo'])).toMatchObject({
    stdout: expect.stringContaining('“林夏”已重新启用。\n'),
  })
  expect(await ask()).toMatchObject({ code: replyCode.sessionEnded })
  expect(await yunmu(['user', 'password', '林夏'], 'xin-mima-2046')).toMatchObject({ code: 0 })
}, 300_000)

test('without a mail server the outbox prints its mails in full, newest first', async () => {
  expect(await yunmu(['outbox'])).toMatchObject({ code: 0, stdout: '发件箱是空的。\n' })
  const write = `insert into mail (recipient, subject, body, created_at) values ($1, $2, $3, $4)`
  await database.pool.query(write, ['a@b.example', '第一封', '验证码是：123456\n第二行', 1_795_000_000])
  await database.pool.query(write, ['b@b.example', '第二封', '正文', 1_795_000_060])
  const { stdout } = await yunmu(['outbox'])
  expect(stdout.indexOf('第二封')).toBeLessThan(stdout.indexOf('第一封'))
  expect(stdout).toContain('    验证码是：123456\n    第二行')
  const json = (await yunmu(['outbox', '--json', '--count', '1'])).stdout
  expect(JSON.parse(json)).toMatchObject({ to: 'b@b.example', subject: '第二封', text: '正文', sentAt: null })
})

test('[E07] a token for the console is issued to operators only, and who is not disabled is not enabled', async () => {
  expect(await yunmu(['user', 'add', '小宋'], password)).toMatchObject({ code: 0 })
  expect(await refusal(['token', 'issue', '小宋', '--name', '改正'])).toContain('不是管理员')
  expect(await yunmu(['user', 'role', '小宋', '管理员'])).toMatchObject({ code: 0 })
  expect((await yunmu(['token', 'issue', '小宋', '--name', '改正'])).stderr).toContain('“小宋”的后台令牌')
  expect(await refusal(['user', 'enable', '小宋'])).toContain('已经是这样了')
}, 120_000)

test('[E07] an operator finds, shows and deletes a user; the number is asked for again', async () => {
  expect(await yunmu(['user', 'add', '要走的人', '--email', 'gone@b.example'], password)).toMatchObject({ code: 0 })
  const found = await yunmu(['user', 'find', 'GONE@', '--json'])
  const id = /^\{"id":(\d+),/.exec(found.stdout)?.[1] ?? ''
  expect(await yunmu(['user', 'find', '没有这样的人'])).toMatchObject({ stdout: '没有找到用户。\n' })
  const shown = (await yunmu(['user', 'show', id])).stdout
  expect(shown).toMatch(/要走的人 .*gone@b\.example/)
  expect(shown).toContain('登录着的设备和令牌：0\n订单：0\n评论：0\n')
  expect(await refusal(['user', 'delete', '要走的人'])).toContain('没有编号为')
  expect(await refusal(['user', 'delete', id])).toContain('什么也没有删除')
  expect(await refusal(['user', 'delete', id], '9999\n')).toContain('两次写的编号不一样')
  expect((await yunmu(['user', 'delete', id], `${id}\n`)).stdout).toContain(`已删除用户 ${id}`)
  expect(await refusal(['user', 'delete', id, '--yes'])).toContain('没有这个用户')
}, 120_000)

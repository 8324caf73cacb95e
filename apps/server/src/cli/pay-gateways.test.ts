import { openTestBank } from '@yunmu/test-bank'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atFileEnd } from '../testing/at-file-end.ts'
import { createCommandLine } from '../testing/command-line.ts'
import { runCommand } from '../testing/run-command.ts'

const { database, folder, env, refusal } = await createCommandLine()
const bank = await openTestBank({ timeScale: 0 })
atFileEnd(() => bank.close())
const withBank = { ...env, EGRESS_ALLOW: bank.destination, SITE_URL: 'https://a.example' }
const pay = (args: string[], input = '') => runCommand({ args: ['pay', ...args], env: withBank, folder, input })
const { epay, wechat } = bank.settings
const fileOf = (name: string, text = ''): string => {
  writeFileSync(join(folder, name), text)
  return name
}
const secretOf = (values: Record<string, string>, name: string): string => values[name] ?? ''

const epayArgs = [
  'set',
  'epay',
  '--address',
  secretOf(epay, 'address'),
  '--pid',
  secretOf(epay, 'pid'),
  '--key-file',
  '-',
]

test.each([
  [['pay', 'set', 'paypal'], '没有这个命令'],
  [['pay', 'off', 'paypal'], '没有“paypal”这个支付网关'],
  [['pay', 'off', 'epay'], '易支付没有设置'],
  [['pay', 'test', 'epay'], '易支付没有设置'],
  [['pay', 'set', 'epay', '--key', 'SECRETKEY'], '没有这个选项'],
  [['pay', 'set', 'epay', '--pid', '1001'], '接口的网址没有给出，或者不对（--address）'],
  [
    ['pay', 'set', 'epay', '--address', 'https://127.0.0.1/', '--pid', '1', '--key-file', '-'],
    '内网的地址要写进 EGRESS_ALLOW',
  ],
  [['pay', 'set', 'epay', '--methods', 'cash'], '没有“cash”这种支付方式'],
  [['pay', 'set', 'stripe', '--secret-key-file', '-', '--webhook-secret-file', '-'], '标准输入只能给一个值'],
  [['pay', 'set', 'epay', '--key-file', 'nowhere.txt'], '读不了文件：nowhere.txt'],
])('[J04] yunmu %j ends with code 2: %s', async (args, words) => {
  expect(await refusal(args, 'SECRETKEY')).toContain(words)
})

test('[J04] an operator sets, lists, tests and turns off a gateway, and no secret is printed', async () => {
  const printed: string[] = []
  const run = async (args: string[], input = '') => {
    const ended = await pay(args, input)
    printed.push(ended.stdout, ended.stderr)
    return ended
  }
  expect(await run(epayArgs, `${secretOf(epay, 'key')}\n`)).toEqual({
    code: 0,
    stdout: '易支付已设好并启用。用 pay test epay 试一试。\n',
    stderr: '',
  })
  expect(await run(['test', 'epay'])).toEqual({ code: 0, stdout: '易支付连得上，密钥也对。\n', stderr: '' })
  const { stdout } = await run(['list'])
  expect(stdout).toContain('易支付（epay）  已启用  支付宝（alipay）、微信支付（wechat）\n')
  expect(stdout).toContain('  通知地址  https://a.example/pay/notify/epay\n')
  expect(stdout).toContain('Stripe（stripe）  没有设置\n扫码转账（transfer）  没有设置\n')
  expect(await run(['set', 'epay', '--key-file', '-'], 'WRONGKEY01')).toMatchObject({ code: 0 })
  expect(await run(['test', 'epay'])).toEqual({
    code: 1,
    stdout: '',
    stderr: '易支付用不了：支付平台的回答是 code -3\n',
  })
  const platformKey = fileOf('wechat-public.pem', wechat.platformKey)
  const wechatArgs = [
    '--mchid',
    'mchid',
    '--app-id',
    'appId',
    '--serial',
    'serial',
    '--platform-serial',
    'platformSerial',
  ]
  const values = wechatArgs.map((word) => (word.startsWith('--') ? word : secretOf(wechat, word)))
  const files = ['--private-key-file', fileOf('wechat.pem', wechat.privateKey), '--platform-key-file', platformKey]
  const address = ['--address', secretOf(wechat, 'address')]
  const set = ['set', 'wechat', ...address, ...values, ...files, '--api-v3-key-file', '-']
  expect((await run(set, wechat.apiV3Key)).stderr).toContain('微信支付（wechat）已经由易支付收')
  expect(await run(['off', 'epay'])).toEqual({ code: 0, stdout: '易支付已停用。\n', stderr: '' })
  expect((await run(set, wechat.apiV3Key)).stderr).toBe('')
  expect(await run(['test', 'wechat'])).toMatchObject({ code: 0 })
  expect((await run(['off', 'epay', '--delete'])).stdout).toBe('易支付的设置已删掉。\n')
  expect((await run(['list'])).stdout).toContain('易支付（epay）  没有设置\n')
  const { rows } = await database.pool.query('select act, before, after from audit_entry')
  const everything = [...printed, JSON.stringify(rows)].join('\n')
  for (const secret of [secretOf(epay, 'key'), 'WRONGKEY01', secretOf(wechat, 'apiV3Key'), 'PRIVATE KEY'])
    expect(everything).not.toContain(secret)
})

test('[J04] the test bank takes payments until a real gateway is set, and not after', async () => {
  await database.pool.query('delete from payment_gateway')
  const file = fileOf('bank.json', JSON.stringify({ settings: bank.settings }))
  expect(await refusal(['pay', 'bank', fileOf('other.json', '{}')])).toContain('这不是演示收银台写出的文件')
  expect(await refusal(['pay', 'bank', file])).toContain('要写进 EGRESS_ALLOW')
  expect((await pay(['bank', file])).stdout).toContain('演示收银台已启用')
  const { stdout } = await pay(['list'])
  for (const line of [
    '支付宝（alipay）  已启用  演示收银台  支付宝（alipay）\n',
    '微信支付（wechat）  已启用  演示收银台  微信扫码（scan）\n',
  ])
    expect(stdout).toContain(line)
  const set = await pay(epayArgs, secretOf(epay, 'key'))
  expect(set.stdout).toContain('演示收银台和演示的套餐已经去掉。现在没有在卖的套餐')
  expect((await pay(['list'])).stdout).not.toContain('演示收银台')
  expect((await pay(['bank', file])).stderr).toContain('已经有真的收款方式')
})
